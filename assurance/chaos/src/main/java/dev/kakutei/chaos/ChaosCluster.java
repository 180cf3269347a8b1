package dev.kakutei.chaos;

import dev.kakutei.boot.KafkaConfig;
import dev.kakutei.embedded.EmbeddedPostgres;
import dev.kakutei.embedded.EmbeddedPostgresConfig;
import dev.kakutei.schemas.topic.Topics;
import dev.kakutei.simulator.SimulatorMain;
import dev.kakutei.testkit.ChildJvm;
import dev.kakutei.testkit.ReservedPort;
import dev.kakutei.testkit.TcpProxy;
import dev.kakutei.testkit.fleet.Fleet;
import dev.kakutei.testkit.fleet.Member;
import dev.kakutei.testkit.fleet.Role;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Random;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Consumer;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** Everything that runs, each a process of its own, with a proxy on every way between them that can be cut. */
final class ChaosCluster implements AutoCloseable {
    private static final Duration START = Duration.ofMinutes(3);
    private static final Duration CALM = Duration.ofSeconds(20);
    private static final int BROKERS = 3;
    private static final String HOST = "127.0.0.1";

    private final ChaosPlan plan;
    private final Random skews;
    private final Optional<ClockSkew> skew;
    private final List<KafkaNode> brokers;
    private final Optional<CappedVolume> volume;
    private final EmbeddedPostgres postgres;
    private final ChildJvm simulator;
    private final URI weather;
    private final Path gateways;
    private final Fleet fleet;
    private final Map<String, TcpProxy> ways = new LinkedHashMap<>();
    /** By the name of their process. */
    private final Map<String, ClockSkew.SkewedClock> clocks = new ConcurrentHashMap<>();

    private final AtomicInteger launched = new AtomicInteger();
    private volatile int recoveries;
    private final Access access;

    private ChaosCluster(ChaosPlan plan, Consumer<String> progress) throws IOException, InterruptedException {
        this.plan = plan;
        this.skews = new Random(plan.seed());
        this.skew = plan.skew().isZero() ? Optional.empty() : ClockSkew.made(plan.folder());
        progress.accept("starting Postgres and " + BROKERS + " brokers");
        Path disk = plan.folder().resolve("postgres").toAbsolutePath();
        volume = plan.disk() == ChaosPlan.Disk.CAPPED ? CappedVolume.at(disk) : Optional.empty();
        postgres = new EmbeddedPostgres(EmbeddedPostgresConfig.in(disk)
                        .withSettings(volume.isEmpty() ? Map.of() : Map.of("max_wal_size", "200MB")))
                .start();
        brokers = KafkaNode.cluster(plan.folder(), BROKERS);
        int port = ReservedPort.next();
        simulator = ChildJvm.start(
                SimulatorMain.class,
                "--port",
                Integer.toString(port),
                "--data",
                plan.folder().resolve("simulator").toString(),
                "--visibility-lag",
                GatewayFaultPlan.VISIBILITY_LAG.toString(),
                "--mix",
                Files.writeString(plan.folder().resolve("mix.json"), GatewayFaultPlan.mix(plan.seed()))
                        .toString());
        weather = URI.create("http://" + HOST + ":" + port + "/_sim/mix");
        simulator.awaitLine("ready ", START);
        ways.put("ingest-postgres", TcpProxy.to(HOST, postgres.port()));
        ways.put("relay-postgres", TcpProxy.to(HOST, postgres.port()));
        ways.put("sender-gateway", TcpProxy.to(HOST, port));
        brokers.forEach(broker -> broker.ways().forEach((who, way) -> ways.put(who + "-" + broker.name(), way)));
        gateways = Files.writeString(
                plan.folder().resolve("gateways.yaml"),
                GatewayFaultPlan.APPROVALS
                        + GatewayFaultPlan.gateways(ways.get("sender-gateway").port()));
        fleet = Fleet.in(plan.folder(), settings());
        progress.accept("starting two of each service");
        List<Member> started = Stream.of(Role.values())
                .flatMap(role -> Stream.of(role, role))
                .map(this::launch)
                .toList();
        started.forEach(Member::awaitReady);
        access = Access.made(postgres, endpoints());
    }

    static ChaosCluster open(ChaosPlan plan, Consumer<String> progress) {
        try {
            return new ChaosCluster(plan, progress);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new IllegalStateException(e);
        }
    }

    private Map<String, String> settings() {
        Map<String, String> settings = new HashMap<>();
        settings.put("kafka.bootstrap", bootstrap());
        settings.put("topics.replication", Integer.toString(BROKERS));
        settings.put("postgres.url", url("ingest-postgres"));
        settings.put("postgres.user", postgres.user());
        settings.put("postgres.password", postgres.password());
        settings.put("gateways.file", gateways.toString());
        settings.put("ingest.access", "keys");
        return settings;
    }

    private String url(String way) {
        return postgres.jdbcUrl()
                .replace(":" + postgres.port() + "/", ":" + ways.get(way).port() + "/");
    }

    /** Starts one; every second one's clock is wrong from the beginning, and every one's may jump. */
    Member launch(Role role) {
        long most = plan.skew().toMillis();
        boolean wrong;
        long by;
        synchronized (skews) {
            wrong = skews.nextBoolean();
            by = skews.nextLong(-most, most + 1);
        }
        Optional<ClockSkew.SkewedClock> clock = skew.map(
                made -> made.clock(Integer.toString(launched.incrementAndGet()), Duration.ofMillis(wrong ? by : 0)));
        Map<String, String> environment =
                clock.map(ClockSkew.SkewedClock::environment).orElse(Map.of());
        Member member = role == Role.RELAY
                ? fleet.launch(role, List.of(), environment, "-s", "postgres.url=" + url("relay-postgres"))
                : fleet.launch(role, List.of(), environment);
        clock.ifPresent(its -> clocks.put(member.name(), its));
        return member;
    }

    /** Empty where all clocks agree. */
    Optional<ClockSkew.SkewedClock> clock(Member member) {
        return Optional.ofNullable(clocks.get(member.name()));
    }

    Access access() {
        return access;
    }

    Optional<CappedVolume> volume() {
        return volume;
    }

    boolean skewed() {
        return skew.isPresent();
    }

    String bootstrap() {
        return brokers.stream().map(KafkaNode::address).collect(Collectors.joining(","));
    }

    KafkaConfig kafka() {
        return new KafkaConfig(bootstrap(), new Topics(Topics.DEFAULT_PREFIX, Topics.DEFAULT_PARTITIONS), BROKERS);
    }

    /** How many recoveries there were. */
    int recoveries() {
        return recoveries;
    }

    void recovered(int number) {
        recoveries = number;
    }

    List<KafkaNode> brokers() {
        return brokers;
    }

    EmbeddedPostgres postgres() {
        return postgres;
    }

    Fleet fleet() {
        return fleet;
    }

    /** The ways that can be cut, by their names. */
    Map<String, TcpProxy> ways() {
        return Map.copyOf(ways);
    }

    Path gateways() {
        return gateways;
    }

    /** Ends the gateway's worst moods: what it is sent from now on takes effect. */
    void calm() {
        HttpRequest request = HttpRequest.newBuilder(weather)
                .timeout(CALM)
                .PUT(HttpRequest.BodyPublishers.ofString(GatewayFaultPlan.mild(plan.seed())))
                .build();
        try {
            HttpResponse<String> reply = HttpClient.newHttpClient().send(request, HttpResponse.BodyHandlers.ofString());
            if (reply.statusCode() != 200) {
                throw new IllegalStateException("the simulator does not calm down: " + reply.body());
            }
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new IllegalStateException(e);
        }
    }

    Path journal() {
        return plan.folder().resolve("simulator").resolve("journal.ndjson");
    }

    /** The addresses of ingest that may answer now. */
    List<URI> endpoints() {
        return fleet.members(Role.INGEST).stream()
                .filter(member -> member.process().output().contains(" ready"))
                .map(Member::url)
                .toList();
    }

    @Override
    public void close() {
        fleet.close();
        ways.values().forEach(TcpProxy::close);
        simulator.close();
        brokers.forEach(KafkaNode::close);
        postgres.close();
        volume.ifPresent(CappedVolume::close);
    }
}
