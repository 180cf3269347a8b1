package dev.kakutei.chaos;

import dev.kakutei.testkit.ChildJvm;
import dev.kakutei.testkit.TcpProxy;
import dev.kakutei.testkit.fleet.Member;
import dev.kakutei.testkit.fleet.Role;
import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.util.List;
import java.util.Locale;
import java.util.concurrent.locks.LockSupport;
import java.util.function.Consumer;

/** Injects a fault, waits, and heals it. Each method returns when it is healed, as far as it can be seen from here. */
final class Nemesis {
    private static final Duration STOP = Duration.ofSeconds(40);
    /** Much longer than a session lasts. */
    private static final Duration UNTIL_NOTICED = Duration.ofSeconds(60);

    private static final Duration LOOK = Duration.ofMillis(250);
    private static final int BACKENDS = 6;
    private static final Duration EACH_PIECE = Duration.ofMillis(120);

    private final ChaosCluster cluster;
    private final TailLoss tailLoss;

    Nemesis(ChaosCluster cluster, Consumer<String> progress) {
        this.cluster = cluster;
        this.tailLoss = new TailLoss(cluster, progress);
    }

    void inject(ChaosFault fault) {
        switch (fault.kind()) {
            case KILL, STOP_IN_ORDER, FREEZE -> process(fault);
            case POSITION_LOST -> losePosition(fault);
            case POSTGRES_CRASH -> {
                cluster.postgres().stopImmediately();
                rest(fault.length());
                cluster.postgres().start();
            }
            case POSTGRES_BACKENDS_KILLED -> killBackends();
            case POSTGRES_DISK_FULL -> fillDisk(fault.length());
            case BROKER_KILL, BROKER_FREEZE, TWO_BROKERS_AWAY -> broker(fault);
            case TAIL_LOST -> tailLoss.inject(fault);
            case RESET, RESET_NEW, BLACK_HOLE, HOLD_ANSWERS, HALF_CLOSE, DELAY -> way(fault);
            case CLOCK_JUMP -> jump(fault);
        }
    }

    private void process(ChaosFault fault) {
        Role role = role(fault);
        List<Member> alive = cluster.fleet().members(role);
        if (alive.isEmpty()) {
            cluster.launch(role).awaitReady();
            return;
        }
        // Of two the older one, so that everybody's turn comes.
        ChildJvm victim = alive.get(0).process();
        switch (fault.kind()) {
            case KILL -> victim.kill9();
            case STOP_IN_ORDER -> {
                victim.sigterm();
                try {
                    victim.awaitExit(STOP);
                } catch (AssertionError tooLong) {
                    victim.kill9();
                }
            }
            default -> {
                victim.sigstop();
                rest(fault.length());
                victim.sigcont();
                return;
            }
        }
        rest(fault.length());
        cluster.launch(role).awaitReady();
    }

    private void jump(ChaosFault fault) {
        List<Member> alive = cluster.fleet().members(role(fault));
        if (alive.isEmpty()) {
            return;
        }
        // The younger one: the older is whom the other faults inject.
        ClockSkew.SkewedClock clock = cluster.clock(alive.get(alive.size() - 1)).orElseThrow();
        clock.jump(fault.jump());
        rest(fault.length());
        clock.jumpBack();
    }

    private static Role role(ChaosFault fault) {
        return Role.valueOf(fault.target().toUpperCase(Locale.ROOT));
    }

    /**
     * Kafka keeps a group until it has noticed that its members are dead. Where it does not in a long time, because it is
     * attacked itself, nothing is lost, and the senders were only killed.
     */
    private void losePosition(ChaosFault fault) {
        List<Member> senders = cluster.fleet().members(Role.SENDER);
        senders.forEach(sender -> sender.process().kill9());
        long deadline = System.nanoTime() + UNTIL_NOTICED.toNanos();
        try (SenderGroups groups = new SenderGroups(cluster.kafka())) {
            while (!groups.delete(fault.target(), cluster.recoveries()) && System.nanoTime() - deadline < 0) {
                rest(LOOK);
            }
        }
        rest(fault.length());
        List<Member> others =
                senders.stream().map(sender -> cluster.launch(Role.SENDER)).toList();
        others.forEach(Member::awaitReady);
    }

    /** Postgres stops when it cannot write its WAL, and restarts by itself or is started again. */
    private void fillDisk(Duration length) {
        CappedVolume volume = cluster.volume().orElseThrow();
        try {
            volume.fill();
            rest(length);
        } finally {
            volume.free();
        }
        cluster.postgres().start();
    }

    private void killBackends() {
        try (Connection connection = cluster.postgres().connect("kakutei");
                Statement statement = connection.createStatement()) {
            statement.execute("select pg_terminate_backend(pid) from pg_stat_activity where pid <> pg_backend_pid()"
                    + " and datname = current_database() order by random() limit " + BACKENDS);
        } catch (SQLException e) {
            throw new IllegalStateException("cannot cut connections: " + e.getMessage(), e);
        }
    }

    private void broker(ChaosFault fault) {
        List<KafkaNode> brokers = cluster.brokers();
        int first = 0;
        while (!brokers.get(first).name().equals(fault.target())) {
            first++;
        }
        KafkaNode one = brokers.get(first);
        KafkaNode next = brokers.get((first + 1) % brokers.size());
        switch (fault.kind()) {
            case BROKER_FREEZE -> {
                one.process().sigstop();
                rest(fault.length());
                one.process().sigcont();
            }
            case TWO_BROKERS_AWAY -> {
                one.process().kill9();
                next.process().kill9();
                rest(fault.length());
                one.launch();
                next.launch();
                one.awaitReady();
                next.awaitReady();
            }
            default -> {
                one.process().kill9();
                rest(fault.length());
                one.launch();
                one.awaitReady();
            }
        }
    }

    private void way(ChaosFault fault) {
        TcpProxy way = cluster.ways().get(fault.target());
        switch (fault.kind()) {
            case RESET -> way.resetAll();
            case HALF_CLOSE -> way.halfCloseAll();
            case DELAY -> {
                way.delay(EACH_PIECE);
                rest(fault.length());
                way.delay(Duration.ZERO);
            }
            case RESET_NEW -> mode(way, TcpProxy.Mode.RESET_NEW, fault.length());
            case HOLD_ANSWERS -> mode(way, TcpProxy.Mode.HOLD_ANSWERS, fault.length());
            default -> mode(way, TcpProxy.Mode.BLACK_HOLE, fault.length());
        }
    }

    private static void mode(TcpProxy way, TcpProxy.Mode mode, Duration length) {
        way.mode(mode);
        rest(length);
        way.mode(TcpProxy.Mode.FORWARD);
    }

    /** Brings back whatever is not there, calms the gateway, and waits until all are well or the time is over. */
    void healAll() {
        cluster.ways().values().forEach(way -> {
            way.mode(TcpProxy.Mode.FORWARD);
            way.delay(Duration.ZERO);
        });
        cluster.calm();
        cluster.volume().ifPresent(CappedVolume::free);
        cluster.postgres().start();
        for (KafkaNode broker : cluster.brokers()) {
            if (!broker.process().isAlive()) {
                broker.launch();
                broker.awaitReady();
            }
        }
        for (Role role : Role.values()) {
            while (cluster.fleet().members(role).size() < 2) {
                cluster.launch(role).awaitReady();
            }
        }
    }

    static void rest(Duration length) {
        long until = System.nanoTime() + length.toNanos();
        for (long left = length.toNanos(); left > 0; left = until - System.nanoTime()) {
            LockSupport.parkNanos(left);
        }
    }
}
