package dev.kakutei.standalone;

import java.io.IOException;
import java.nio.charset.MalformedInputException;
import java.nio.file.Files;
import java.nio.file.Path;
import picocli.CommandLine;

/** A file that a person named on the command line. */
final class InputFile {
    private static final int MAX_BYTES = 8 * 1024 * 1024;

    private InputFile() {}

    /** Its text, or a sentence that says what is wrong with it. */
    static String text(CommandLine.Model.CommandSpec command, Path file) {
        String problem;
        try {
            if (Files.isRegularFile(file) && Files.size(file) > MAX_BYTES) {
                problem = "is longer than " + MAX_BYTES + " bytes";
            } else if (Files.isDirectory(file)) {
                problem = "is a folder";
            } else {
                return Files.readString(file);
            }
        } catch (MalformedInputException e) {
            problem = "is not text in UTF-8";
        } catch (IOException e) {
            problem = Files.exists(file) ? "cannot be read: " + e.getMessage() : "is not there";
        }
        throw new CommandLine.ParameterException(command.commandLine(), file + " " + problem);
    }
}
