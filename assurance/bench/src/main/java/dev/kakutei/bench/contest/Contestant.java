package dev.kakutei.bench.contest;

import dev.kakutei.bench.peer.PeerKind;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;

/** Who can be measured, by the name that the command line and the results know. */
public record Contestant(String name, Optional<PeerKind> peer) {
    public static final Contestant KAKUTEI = new Contestant("kakutei", Optional.empty());

    /** Kakutei last, so that a run cut short has something to compare with. */
    public static final List<Contestant> ALL = all();

    public static Optional<Contestant> named(String name) {
        return ALL.stream().filter(one -> one.name.equals(name)).findFirst();
    }

    public static List<String> names() {
        return ALL.stream().map(Contestant::name).toList();
    }

    private static List<Contestant> all() {
        return Stream.concat(
                        Arrays.stream(PeerKind.values()).map(kind -> new Contestant(kind.label(), Optional.of(kind))),
                        Stream.of(KAKUTEI))
                .toList();
    }
}
