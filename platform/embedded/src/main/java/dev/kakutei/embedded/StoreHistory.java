package dev.kakutei.embedded;

import dev.kakutei.embedded.RunMarker.State;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.time.InstantSource;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.Collection;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.UUID;
import java.util.function.Supplier;

/**
 * Notices at a start that stores used together may have lost what they acknowledged, or are not from the same moment: a
 * power cut while they ran, a folder restored from a copy, a folder that is gone. Kafka does not force its records to
 * the disk and PostgreSQL does, so after that Kafka may be the older one.
 *
 * <p>A suspicion stays, over any number of starts and stops, until {@link #recovered} is called.
 *
 * <p>Not noticed: files of the same run overwritten in place after a kill, a disk that was pulled out while the
 * machine kept running, and what a version of Kakutei did that writes no markers.
 */
public final class StoreHistory implements AutoCloseable {
    /** More of them add nothing to what must be done. */
    private static final int MAX_REASONS = 10;

    private final List<MarkedFolder> folders;
    private final Supplier<Optional<String>> boot;
    private final InstantSource clock;
    private final List<DirectoryLock> locks = new ArrayList<>();

    StoreHistory(Collection<Path> folders, Supplier<Optional<String>> boot, InstantSource clock) {
        this.folders = marked(folders);
        this.boot = boot;
        this.clock = clock;
        if (this.folders.size() < 2) {
            throw new IllegalArgumentException("at least two folders are compared, not " + folders);
        }
    }

    /** @param folders those of the stores, which need not be there yet */
    public static StoreHistory of(List<Path> folders) {
        return new StoreHistory(folders, BootId::current, InstantSource.system());
    }

    /**
     * To be called before any server starts. Marks the folders as in use until {@link #endedCleanly}, and keeps other
     * processes from doing so.
     *
     * @return why the stores may disagree, now or since an earlier start
     * @throws EmbeddedStartException when the folders are in use or cannot be written; then nothing is marked, and the
     *     next start judges as this one would have
     */
    public synchronized Optional<String> began() {
        if (!locks.isEmpty()) {
            throw new IllegalStateException("began already");
        }
        try {
            createAndLock();
            Optional<String> bootNow = boot.get();
            Set<String> reasons = suspicions(folders);
            StoreVerdict.of(states(), bootNow).ifPresent(reasons::add);
            List<String> kept = reasons.stream().limit(MAX_REASONS).toList();
            if (!kept.isEmpty()) {
                // Before the markers, which then no longer show why.
                folders.forEach(folder -> folder.suspect(kept));
            }
            mark(State.RUNNING, bootNow);
            return joined(kept);
        } catch (IOException e) {
            close();
            throw new EmbeddedStartException("cannot look into the data folders: " + e, e);
        } catch (RuntimeException e) {
            close();
            throw e;
        }
    }

    /**
     * To be called after all servers were stopped, which write to the disk what they still had in memory. Marks the
     * folders as stopped; from then on they may be copied.
     *
     * @return why that was not done: the folders then stay marked as in use, as after a kill
     */
    public synchronized Optional<String> endedCleanly() {
        if (locks.isEmpty()) {
            return Optional.of("no start was noted");
        }
        try {
            for (MarkedFolder folder : folders) {
                Optional<String> running = stillRunning(folder.path());
                if (running.isPresent()) {
                    return running;
                }
            }
            for (MarkedFolder folder : folders) {
                folder.forceNames();
            }
            mark(State.STOPPED, boot.get());
            return Optional.empty();
        } catch (IOException | EmbeddedStartException e) {
            return Optional.of(e.getMessage());
        } finally {
            close();
        }
    }

    /** Why the stores may disagree, as the last start found; another process may ask while Kakutei runs. */
    public static Optional<String> suspected(List<Path> folders) {
        return joined(suspicions(marked(folders)));
    }

    /** Takes the suspicion back for good; another process may do so while Kakutei runs. */
    public static void recovered(List<Path> folders) {
        for (MarkedFolder folder : marked(folders)) {
            try {
                folder.clearSuspicion();
            } catch (IOException e) {
                throw new EmbeddedStartException(
                        "cannot remove " + folder.path().resolve(MarkedFolder.SUSPICION) + ": " + e.getMessage(), e);
            }
        }
    }

    /** Unlocks the folders without recording how the run ended: as if the process had been killed. */
    @Override
    public synchronized void close() {
        locks.forEach(DirectoryLock::close);
        locks.clear();
    }

    private void createAndLock() throws IOException {
        for (MarkedFolder folder : folders) {
            ForcedFiles.createFolder(folder.path());
            locks.add(DirectoryLock.acquire(folder.path(), MarkedFolder.LOCK, "Kakutei"));
        }
    }

    /** In all folders or in none, as far as a later start can see: see {@link StoreVerdict}. */
    private void mark(State state, Optional<String> bootNow) {
        Instant now = clock.instant().truncatedTo(ChronoUnit.SECONDS);
        RunMarker marker = new RunMarker(state, UUID.randomUUID().toString(), now, bootNow, FolderIdentity.UNKNOWN);
        folders.forEach(folder -> folder.prepare(marker));
        folders.forEach(MarkedFolder::commit);
    }

    private List<FolderState> states() throws IOException {
        List<FolderState> states = new ArrayList<>();
        for (MarkedFolder folder : folders) {
            states.add(folder.state());
        }
        return states;
    }

    private static Optional<String> stillRunning(Path folder) {
        if (DeadBroker.isIn(folder.resolve("log"))) {
            return Optional.of("Kafka was not stopped in " + folder);
        }
        Path data = folder.resolve("data");
        return Files.isDirectory(data)
                        && Postmaster.in(data)
                                .filter(server -> server.serves(data))
                                .isPresent()
                ? Optional.of("PostgreSQL was not stopped in " + folder)
                : Optional.empty();
    }

    private static Set<String> suspicions(List<MarkedFolder> folders) {
        Set<String> reasons = new LinkedHashSet<>();
        folders.forEach(folder -> reasons.addAll(folder.suspicions()));
        return reasons;
    }

    private static List<MarkedFolder> marked(Collection<Path> folders) {
        return folders.stream().map(MarkedFolder::new).toList();
    }

    private static Optional<String> joined(Collection<String> reasons) {
        return reasons.isEmpty() ? Optional.empty() : Optional.of(String.join("; ", reasons));
    }
}
