package dev.kakutei.embedded;

import dev.kakutei.embedded.FolderState.Contents;
import dev.kakutei.embedded.FolderState.Found;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;

/**
 * The files in a store's folder by which a later start judges it. The suspicion has a file of its own: another process
 * may take it back while this one runs, without a race for the marker.
 */
final class MarkedFolder {
    static final String MARKER = "kakutei-run.properties";
    static final String PREPARED = MARKER + ".partial";
    static final String SUSPICION = "kakutei-suspected.txt";
    static final String LOCK = "kakutei-run.lock";
    private static final String OURS = "kakutei";

    private final Path folder;

    MarkedFolder(Path folder) {
        this.folder = folder.toAbsolutePath().normalize();
    }

    Path path() {
        return folder;
    }

    FolderState state() throws IOException {
        Optional<Found> marker = Optional.empty();
        Optional<String> unreadable = Optional.empty();
        try {
            marker = found(folder.resolve(MARKER));
        } catch (IOException | IllegalArgumentException e) {
            unreadable = Optional.of(folder.resolve(MARKER) + " cannot be read (" + e.getMessage() + ")");
        }
        return new FolderState(folder, contents(), marker, prepared(), unreadable);
    }

    /** Forces a marker to the disk, which holds nothing yet: {@link #commit} puts it into its place. */
    void prepare(RunMarker marker) {
        Path file = folder.resolve(PREPARED);
        try {
            Files.deleteIfExists(file);
            Files.createFile(file);
            ForcedFiles.write(
                    file,
                    marker.withIdentity(FolderIdentity.toWrite(folder, file)).text());
            ForcedFiles.force(folder);
        } catch (IOException e) {
            throw cannotWrite(file, e);
        }
    }

    void commit() {
        Path file = folder.resolve(MARKER);
        try {
            Files.move(folder.resolve(PREPARED), file, StandardCopyOption.ATOMIC_MOVE);
            ForcedFiles.force(folder);
        } catch (IOException e) {
            throw cannotWrite(file, e);
        }
    }

    /**
     * Forces the names of what the servers made: when Kafka stops it forces all records and the folders they are in, but
     * not the folder in which it made those.
     */
    void forceNames() throws IOException {
        for (Path entry : FolderIdentity.foldersIn(folder)) {
            ForcedFiles.force(entry);
        }
        ForcedFiles.force(folder);
    }

    /** A line for each reason; none when there is no suspicion. */
    List<String> suspicions() {
        Path file = folder.resolve(SUSPICION);
        try {
            List<String> lines = Files.readAllLines(file).stream()
                    .filter(line -> !line.isBlank())
                    .toList();
            return lines.isEmpty() ? List.of(file + " is empty") : lines;
        } catch (NoSuchFileException none) {
            return List.of();
        } catch (IOException e) {
            return List.of(file + " cannot be read (" + e.getMessage() + ")");
        }
    }

    void suspect(List<String> reasons) {
        Path file = folder.resolve(SUSPICION);
        try {
            Path making = folder.resolve(SUSPICION + ".partial");
            ForcedFiles.write(making, String.join("\n", reasons) + "\n");
            Files.move(making, file, StandardCopyOption.ATOMIC_MOVE);
            ForcedFiles.force(folder);
        } catch (IOException e) {
            throw cannotWrite(file, e);
        }
    }

    void clearSuspicion() throws IOException {
        if (Files.deleteIfExists(folder.resolve(SUSPICION))) {
            ForcedFiles.force(folder);
        }
    }

    private Optional<Found> found(Path file) throws IOException {
        try {
            return Optional.of(new Found(RunMarker.parse(Files.readString(file)), FolderIdentity.of(folder, file)));
        } catch (NoSuchFileException none) {
            return Optional.empty();
        }
    }

    /** One that cannot be read was never whole: it is forced to the disk before any folder's marker is replaced. */
    private Optional<Found> prepared() {
        try {
            return found(folder.resolve(PREPARED));
        } catch (IOException | IllegalArgumentException torn) {
            return Optional.empty();
        }
    }

    private Contents contents() throws IOException {
        if (!Files.isDirectory(folder)) {
            return Contents.NOTHING;
        }
        try (Stream<Path> entries = Files.list(folder)) {
            return entries.allMatch(entry -> entry.getFileName().toString().startsWith(OURS))
                    ? Contents.NOTHING
                    : Contents.DATA;
        }
    }

    private static EmbeddedStartException cannotWrite(Path file, IOException cause) {
        return new EmbeddedStartException(
                "cannot write " + file + ": " + cause
                        + ". Make room on the disk or correct the rights of the folder, then start again.",
                cause);
    }
}
