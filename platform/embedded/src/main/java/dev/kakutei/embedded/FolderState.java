package dev.kakutei.embedded;

import static java.util.Objects.requireNonNull;

import java.nio.file.Path;
import java.util.Optional;

/**
 * What a start found in one store's folder.
 *
 * @param marker of the last run or stop
 * @param prepared a marker that was written and did not take its place: the process ended in between
 * @param unreadable why the marker cannot be read, naming the file
 */
record FolderState(
        Path folder, Contents contents, Optional<Found> marker, Optional<Found> prepared, Optional<String> unreadable) {
    enum Contents {
        /** The folder is not there, or there is nothing in it but files of this package. */
        NOTHING,
        DATA
    }

    /**
     * @param marker as it is in the file
     * @param now the identity of the place in which the file was found
     */
    record Found(RunMarker marker, FolderIdentity now) {
        Found {
            requireNonNull(marker, "marker");
            requireNonNull(now, "now");
        }
    }

    FolderState {
        requireNonNull(folder, "folder");
        requireNonNull(contents, "contents");
        requireNonNull(marker, "marker");
        requireNonNull(prepared, "prepared");
        requireNonNull(unreadable, "unreadable");
    }
}
