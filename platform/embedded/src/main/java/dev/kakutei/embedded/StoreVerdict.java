package dev.kakutei.embedded;

import dev.kakutei.embedded.FolderState.Contents;
import dev.kakutei.embedded.FolderState.Found;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * Whether stores that are used together may have lost what they acknowledged, or are not from the same moment. Decided
 * by what is in their folders alone, and rather once too often: what was lost cannot be seen later.
 */
final class StoreVerdict {
    /** A folder with the marker that holds for it. */
    private record Marked(Path folder, Found found) {
        RunMarker marker() {
            return found.marker();
        }

        String described() {
            return folder
                    + switch (marker().state()) {
                        case STOPPED -> " was stopped at " + marker().at();
                        case RUNNING -> " was in use since " + marker().at() + " and not stopped";
                    };
        }
    }

    private StoreVerdict() {}

    /**
     * @param boot the machine's current boot, where the system has a name for it
     * @return why the stores may disagree; empty when they cannot
     */
    static Optional<String> of(List<FolderState> folders, Optional<String> boot) {
        List<String> unreadable =
                folders.stream().flatMap(folder -> folder.unreadable().stream()).toList();
        if (!unreadable.isEmpty()) {
            return joined(unreadable);
        }
        List<Marked> marked =
                folders.stream().flatMap(folder -> effective(folder, folders)).toList();
        if (marked.isEmpty()) {
            // New folders, or those of a version that wrote no markers.
            return Optional.empty();
        }
        if (marked.size() < folders.size()) {
            return joined(unmarked(folders, marked));
        }
        List<String> apart = fromOtherMoments(marked);
        if (!apart.isEmpty()) {
            return joined(apart);
        }
        return joined(
                switch (marked.get(0).marker().state()) {
                    case STOPPED -> replacedInside(marked);
                    case RUNNING -> afterKill(marked, boot);
                });
    }

    /**
     * Markers are prepared in all folders before they take their places one by one. So one that is prepared here and in
     * place elsewhere holds here, too: the process ended between the two, when no server ran.
     */
    private static Stream<Marked> effective(FolderState folder, List<FolderState> all) {
        Optional<Found> begun = folder.prepared()
                .filter(prepared -> all.stream()
                        .filter(other -> other != folder)
                        .flatMap(other -> other.marker().stream())
                        .anyMatch(other -> other.marker().isOfSameMomentAs(prepared.marker())));
        return begun.or(folder::marker).map(found -> new Marked(folder.folder(), found)).stream();
    }

    private static List<String> unmarked(List<FolderState> folders, List<Marked> marked) {
        String others = marked.stream().map(Marked::described).collect(Collectors.joining(", "));
        return folders.stream()
                .filter(folder ->
                        marked.stream().noneMatch(other -> other.folder().equals(folder.folder())))
                .map(folder -> folder.folder()
                        + (folder.contents() == Contents.NOTHING
                                ? " is missing or empty, but "
                                : " does not say when it was last used, as if another folder had been put there, but ")
                        + others)
                .toList();
    }

    private static List<String> fromOtherMoments(List<Marked> marked) {
        Marked newest = marked.stream()
                .max(Comparator.comparing(folder -> folder.marker().at()))
                .orElseThrow();
        return marked.stream()
                .filter(folder -> !folder.marker().isOfSameMomentAs(newest.marker()))
                .map(older -> older.described() + ", but " + newest.described() + ": " + older.folder()
                        + " looks older, as if restored from a copy")
                .toList();
    }

    /** Whole copies of folders that were stopped are fine; data put beside an old marker is not. */
    private static List<String> replacedInside(List<Marked> marked) {
        return marked.stream()
                .filter(folder -> folder.marker()
                        .identity()
                        .wasReplacedInside(folder.found().now()))
                .map(folder -> folder.described() + ", and what is in it was replaced since then")
                .toList();
    }

    /** The process died. What it wrote is still there as long as the machine kept running, in the original folders. */
    private static List<String> afterKill(List<Marked> marked, Optional<String> boot) {
        List<String> reasons = new ArrayList<>();
        for (Marked folder : marked) {
            FolderIdentity written = folder.marker().identity();
            if (!written.isKnown()) {
                reasons.add(folder.described() + ", and its file system does not show whether it is a copy");
            } else if (!written.isThatOf(folder.found().now())) {
                reasons.add(folder.described() + ", and is now a copy, or on a disk that was mounted again");
            }
        }
        RunMarker last = marked.get(0).marker();
        if (boot.isEmpty() || last.boot().isEmpty()) {
            reasons.add("Kakutei ran since " + last.at() + " and was not stopped, and this system does not show whether"
                    + " the machine went down since then: Kafka may have lost the last records");
        } else if (!boot.equals(last.boot())) {
            reasons.add("the machine went down before Kakutei, which ran since " + last.at()
                    + ", was stopped: Kafka may have lost the last records");
        }
        return reasons;
    }

    private static Optional<String> joined(List<String> reasons) {
        return reasons.isEmpty() ? Optional.empty() : Optional.of(String.join("; ", reasons));
    }
}
