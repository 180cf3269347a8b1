package dev.kakutei.testkit.fleet;

import dev.kakutei.testkit.Await;
import dev.kakutei.testkit.ChildJvm;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collection;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * Any number of services, each a process of its own, on one file of settings.
 *
 * <pre>{@code
 * try (Fleet fleet = Fleet.in(folder, Map.of("kafka.bootstrap", …, "postgres.url", …, "gateways.file", …))) {
 *     fleet.startTwoOfEach();
 *     fleet.members(Role.SENDER).get(0).process().kill9();
 *     fleet.start(Role.SENDER);
 * }
 * }</pre>
 */
public final class Fleet implements AutoCloseable {
    private static final String MAIN = "dev.kakutei.standalone.Kakutei";
    /** Ingest brings the tables up to date, which the relay waits for; callers come in last. */
    private static final List<Role> ENDING = List.of(Role.INGEST, Role.RELAY, Role.VERIFIER, Role.SENDER);

    private final Path folder;
    private final Path settings;
    private final List<Member> members = new CopyOnWriteArrayList<>();
    private final Map<Role, Integer> numbers = new EnumMap<>(Role.class);

    private Fleet(Path folder, Path settings) {
        this.folder = folder;
        this.settings = settings;
    }

    /**
     * Writes the file of settings; starts nothing.
     *
     * @param settings what all services share: {@code kafka.bootstrap}, {@code postgres.url}, {@code .user} and {@code
     *     .password}, {@code gateways.file}, and whatever else any of them reads. Ports, names and state folders are
     *     chosen here.
     */
    public static Fleet in(Path folder, Map<String, String> settings) {
        String file = new TreeMap<>(settings)
                .entrySet().stream()
                        .map(entry -> entry.getKey() + ": '" + entry.getValue().replace("'", "''") + "'\n")
                        .collect(Collectors.joining());
        try {
            return new Fleet(folder, Files.writeString(folder.resolve("services.yaml"), file));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** The file of settings that all of them share. */
    public Path settings() {
        return settings;
    }

    /** Starts one more, and waits until it says that it is ready. */
    public Member start(Role role, String... options) {
        return launch(role, options).awaitReady();
    }

    /** Starts one more without waiting; {@code options} are those of the command line, {@code -s key=value} for one. */
    public Member launch(Role role, String... options) {
        return launch(role, List.of(), Map.of(), options);
    }

    /** The same, with more arguments for its JVM, and more in its environment. */
    public Member launch(Role role, List<String> jvmArgs, Map<String, String> environment, String... options) {
        String name = role.command() + "-" + number(role);
        List<String> args = new ArrayList<>(List.of(role.command(), "--config", settings.toString()));
        own(role, name).forEach((key, value) -> args.addAll(List.of("-s", key + "=" + value)));
        args.addAll(List.of(options));
        List<String> forJvm = new ArrayList<>(List.of("-Xmx256m"));
        forJvm.addAll(jvmArgs);
        Member member = new Member(role, name, ChildJvm.start(MAIN, name, forJvm, environment, List.copyOf(args)));
        members.add(member);
        return member;
    }

    /** Two of each, side by side, in the order of {@link Role}; returns when all are ready. */
    public List<Member> startTwoOfEach() {
        List<Member> started = Stream.of(Role.values())
                .flatMap(role -> Stream.of(role, role))
                .map(role -> launch(role))
                .toList();
        started.forEach(Member::awaitReady);
        return started;
    }

    /** Those that are alive, the oldest first. */
    public List<Member> members(Role role) {
        return members.stream()
                .filter(member -> member.role() == role && member.process().isAlive())
                .toList();
    }

    /** Everybody who was ever started here, the dead included: their output is still to be read. */
    public List<Member> everybody() {
        return List.copyOf(members);
    }

    /** Asks these to stop, and waits until they have; one that does not stop in time fails. */
    public static void stop(Collection<Member> some) {
        some.forEach(member -> member.process().sigterm());
        some.forEach(member -> member.process().awaitExit(Await.LIMIT));
    }

    /** Ends all of them, from ingest inwards, and none of them gently: a test that wants that asks for it. */
    @Override
    public void close() {
        for (Role role : ENDING) {
            members.stream()
                    .filter(member -> member.role() == role)
                    .forEach(member -> member.process().close());
        }
    }

    private synchronized int number(Role role) {
        return numbers.merge(role, 1, Integer::sum);
    }

    private Map<String, String> own(Role role, String name) {
        return switch (role) {
            case INGEST -> Map.of("ingest.http.port", "0");
            case RELAY -> Map.of("relay.name", name);
            case VERIFIER ->
                Map.of(
                        "verifier.instance",
                        name,
                        "verifier.state-dir",
                        folder.resolve("state-" + name).toString());
            case SENDER -> Map.of("sender.name", name);
        };
    }
}
