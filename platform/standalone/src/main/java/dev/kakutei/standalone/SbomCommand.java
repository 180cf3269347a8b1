package dev.kakutei.standalone;

import dev.kakutei.standalone.sbom.Bom;
import dev.kakutei.standalone.sbom.ShippedJar;
import java.io.IOException;
import java.net.URISyntaxException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.time.Instant;
import java.util.List;
import java.util.concurrent.Callable;
import picocli.CommandLine;

/** {@code ./kakutei sbom}. */
@CommandLine.Command(
        name = "sbom",
        description = {
            "Lists what this installation consists of: a bill of materials (CycloneDX 1.6, JSON) with version, license and",
            "SHA-256 of each jar that the program consists of."
        },
        mixinStandardHelpOptions = true)
final class SbomCommand implements Callable<Integer> {
    @CommandLine.Parameters(
            arity = "0..1",
            paramLabel = "FILE",
            description = "where to write it (default: standard output)")
    private Path file;

    @CommandLine.Option(names = "--lib", description = "another folder with a kakutei.jar than the program's own")
    private Path lib;

    @CommandLine.Spec
    private CommandLine.Model.CommandSpec spec;

    @Override
    public Integer call() throws IOException {
        Path folder = lib == null ? own() : lib;
        List<ShippedJar> jars;
        try {
            jars = Bom.jars(folder);
        } catch (NoSuchFileException e) {
            throw new CommandFailed(e.getMessage() + " is not there; --lib names the folder of kakutei.jar");
        }
        String bom = Bom.of(jars, Instant.now());
        if (file == null) {
            spec.commandLine().getOut().print(bom);
            spec.commandLine().getOut().flush();
        } else {
            Files.writeString(file, bom);
            spec.commandLine().getErr().println(jars.size() + " jars of " + folder + " are listed in " + file);
        }
        return 0;
    }

    private static Path own() {
        try {
            return Path.of(Kakutei.class
                            .getProtectionDomain()
                            .getCodeSource()
                            .getLocation()
                            .toURI())
                    .toAbsolutePath()
                    .getParent();
        } catch (URISyntaxException e) {
            throw new IllegalStateException(e);
        }
    }
}
