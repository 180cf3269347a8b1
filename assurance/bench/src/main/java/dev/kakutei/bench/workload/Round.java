package dev.kakutei.bench.workload;

import dev.kakutei.bench.contest.RunningContestant;
import dev.kakutei.bench.contest.SettledOrder;
import dev.kakutei.bench.load.HttpLoad;
import dev.kakutei.bench.load.Orders;
import dev.kakutei.bench.pipeline.QuickGateway;
import dev.kakutei.bench.process.CpuTime;
import dev.kakutei.bench.result.Latency;
import dev.kakutei.bench.result.Run;
import java.io.IOException;
import java.sql.SQLException;
import java.time.Duration;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import org.HdrHistogram.Histogram;

/** One contestant under load until the last order is settled, and the account of it. */
final class Round {
    static final Duration LONGEST = Duration.ofMinutes(10);
    private static final long POLL_NANOS = TimeUnit.MILLISECONDS.toNanos(20);
    private static final String CALLERS = "callers and gateway";

    private final RunningContestant contestant;
    private final QuickGateway gateway;
    private final Orders orders;
    private final long wallMicros;
    private final long nanos;

    /** Sends the load; returns when the last answer is there. */
    interface Sending {
        HttpLoad.Result send() throws IOException, SQLException;
    }

    Round(RunningContestant contestant, QuickGateway gateway, Orders orders) {
        this.contestant = contestant;
        this.gateway = gateway;
        this.orders = orders;
        // Postgres reports wall-clock time, everything here the JVM's own clock: both are read at the same moment
        this.wallMicros = ChronoUnit.MICROS.between(Instant.EPOCH, Instant.now());
        this.nanos = System.nanoTime();
    }

    /** Nothing is counted. Returns what is to be known of it. */
    String warm(HttpLoad load, WarmUp plan) throws IOException, SQLException {
        if (plan.atLeast().isZero()) {
            return Conditions.NOT_WARMED;
        }
        long began = System.nanoTime();
        load.closedLoop(plan.atLeast());
        boolean rests = plan.until() == WarmUp.Until.OVER;
        while (!rests && System.nanoTime() - began < WarmUp.LONGEST.toNanos()) {
            double before = contestant.compilerCpu();
            load.closedLoop(WarmUp.SLICE);
            double used = contestant.compilerCpu() - before;
            // below zero where a thread of it has ended meanwhile, and took its count with it
            rests = used >= 0 && used < WarmUp.RESTING * WarmUp.SLICE.toMillis();
        }
        if (!settledInTime()) {
            throw new IllegalStateException("while warming up: not all are settled after " + LONGEST);
        }
        return plan.description(Duration.ofNanos(System.nanoTime() - began), rests);
    }

    Run.Builder measure(Sending sending) throws IOException, SQLException {
        long before = orders.last();
        long posts = gateway.posts();
        long repeated = gateway.repeated();
        Map<String, Double> cpu = contestant.cpu();
        double process = contestant.processCpu();
        double own = CpuTime.of(ProcessHandle.current().pid());
        double machine = CpuTime.ofMachine();
        Map<String, Long> written = contestant.written();
        HttpLoad.Result load = sending.send();
        double sent = seconds(load.began());
        boolean inTime = settledInTime();
        double seconds = seconds(load.began());
        long all = load.acceptedInAll();
        Run.Builder builder = new Run.Builder()
                .figure("accepted", all)
                .figure("refused", load.others())
                .figure("accepted_per_second", load.perSecond())
                .figure("settled_per_second", all / seconds)
                .figure("seconds_to_settle_the_rest", seconds - sent)
                .figure("posted", gateway.posts() - posts)
                .figure("posted_again", gateway.repeated() - repeated)
                .latency("accept", Latency.of(load.latencies()));
        costs(builder, cpu, process, own, machine, all, seconds);
        bytes(builder, written, all);
        builder.figure("heap_mb", contestant.heap() / (1 << 20));
        account(builder, before, load);
        if (!inTime) {
            builder.fault("not all are settled after " + LONGEST);
        }
        return builder;
    }

    private void bytes(Run.Builder builder, Map<String, Long> before, long requests) throws SQLException {
        double topics = 0;
        for (Map.Entry<String, Long> entry : contestant.written().entrySet()) {
            double each = (entry.getValue() - before.getOrDefault(entry.getKey(), 0L)) / (double) requests;
            // topics that have nothing to do with it have their own small rhythm
            if (each >= 1) {
                builder.figure(entry.getKey() + " bytes_per_request", each);
            }
            topics += entry.getKey().startsWith("topic ") ? each : 0;
        }
        if (topics > 0) {
            builder.figure("topics bytes_per_request", topics);
        }
    }

    private void costs(
            Run.Builder builder,
            Map<String, Double> before,
            double process,
            double own,
            double machine,
            long requests,
            double seconds) {
        double app = contestant.processCpu() - process;
        Map<String, Double> after = contestant.cpu();
        after.forEach((part, millis) -> {
            double micros = (millis - before.getOrDefault(part, 0.0)) * 1000 / requests;
            if (micros >= 1) {
                builder.cpu(part, micros);
            }
        });
        double callers = CpuTime.of(ProcessHandle.current().pid()) - own;
        builder.cpu(CALLERS, callers * 1000 / requests);
        double postgres = after.get(RunningContestant.POSTGRES) - before.get(RunningContestant.POSTGRES);
        builder.figure("app_cpu_micros", app * 1000 / requests);
        builder.figure("postgres_cpu_micros", postgres * 1000 / requests);
        builder.figure("cpu_millis_per_request", (app + postgres) / requests);
        double others = CpuTime.ofMachine() - machine - app - postgres - callers;
        builder.figure("cores_used_by_others", others / 1000 / seconds);
    }

    /** Every accepted order must have come to the gateway and be settled, and nothing else; their times on the way. */
    private void account(Run.Builder builder, long before, HttpLoad.Result load) throws SQLException {
        Histogram toGateway = histogram();
        Histogram toSettled = histogram();
        long settled = 0;
        long succeeded = 0;
        long inDoubt = 0;
        long neverPosted = 0;
        long wrongly = 0;
        for (SettledOrder order : contestant.settled()) {
            long number = orders.number(order.key());
            if (number <= before) {
                continue;
            }
            settled++;
            boolean success = order.end() == SettledOrder.End.SUCCEEDED;
            boolean doubt = order.end() == SettledOrder.End.IN_DOUBT;
            succeeded += success ? 1 : 0;
            inDoubt += doubt ? 1 : 0;
            wrongly += !doubt && success != gateway.took(order.gatewayKey()) ? 1 : 0;
            long meant = orders.meant(number);
            Long arrival = gateway.arrival(order.gatewayKey());
            if (arrival == null) {
                neverPosted++;
            } else {
                record(toGateway, arrival - meant);
            }
            record(toSettled, TimeUnit.MICROSECONDS.toNanos(order.atMicros() - wallMicros) + nanos - meant);
        }
        builder.figure("settled", settled).figure("succeeded", succeeded).figure("left_to_a_person", inDoubt);
        builder.latency("accept to gateway", Latency.of(toGateway)).latency("accept to settled", Latency.of(toSettled));
        long owed = load.acceptedInAll();
        // an order that was refused may still have been taken; one that was accepted must be
        if (settled < owed || settled > owed + load.others()) {
            builder.fault(owed + " accepted, but " + settled + " settled");
        }
        if (neverPosted > 0) {
            builder.fault(neverPosted + " settled that were never posted");
        }
        if (wrongly > 0) {
            builder.fault(wrongly + " settled otherwise than the gateway says");
        }
    }

    /** False where something is still open when the time to wait is over: the account shows how much. */
    private boolean settledInTime() throws SQLException {
        long end = System.nanoTime() + LONGEST.toNanos();
        while (contestant.open()) {
            if (System.nanoTime() > end) {
                return false;
            }
            LockSupport.parkNanos(POLL_NANOS);
        }
        return true;
    }

    private static void record(Histogram micros, long nanos) {
        long value = TimeUnit.NANOSECONDS.toMicros(nanos);
        micros.recordValue(Math.min(Math.max(value, 0), micros.getHighestTrackableValue()));
    }

    private static Histogram histogram() {
        return new Histogram(TimeUnit.HOURS.toMicros(1), 3);
    }

    private static double seconds(long began) {
        return (System.nanoTime() - began) / 1e9;
    }
}
