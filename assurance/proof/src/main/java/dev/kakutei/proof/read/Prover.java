package dev.kakutei.proof.read;

import dev.kakutei.proof.AlertPeriods;
import dev.kakutei.proof.CaseFile;
import dev.kakutei.proof.Findings;
import dev.kakutei.proof.GatewayLine;
import dev.kakutei.proof.Promise;
import dev.kakutei.proof.ProofContext;
import dev.kakutei.proof.ProofReport;
import dev.kakutei.proof.ProofStatistics;
import dev.kakutei.proof.Seal;
import dev.kakutei.proof.check.CaseCheck;
import dev.kakutei.schemas.RequestId;
import dev.kakutei.schemas.RequestKind;
import dev.kakutei.schemas.topic.Topics;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.EnumMap;
import java.util.EnumSet;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Set;
import java.util.function.Consumer;

/**
 * Reads everything, then judges request by request. It only reads, and may run beside a working system: what moves
 * meanwhile is recognised by the plan's grace.
 */
public final class Prover {
    /** Of what was written there before a loss, some may be gone. */
    private static final Set<Promise.Source> LOST_WITH_KAFKA = EnumSet.of(
            Promise.Source.COMMANDS,
            Promise.Source.REPORTS,
            Promise.Source.RESULTS,
            Promise.Source.ALARMS,
            Promise.Source.ALERTS);

    private final ProofPlan plan;
    private final Consumer<String> progress;
    private final Findings findings = new Findings();
    private final ProofStatistics figures = new ProofStatistics();
    private final Map<String, Long> read = new LinkedHashMap<>();
    private final Map<Promise.Source, Instant> since = new EnumMap<>(Promise.Source.class);
    private final Map<Promise.Source, String> missing = new EnumMap<>(Promise.Source.class);
    private final Map<String, Set<String>> journals = new HashMap<>();
    private final Set<String> journalsWithPosts = new HashSet<>();
    private Instant recoveredAt;

    /** @param progress takes one line for each step that begins */
    public Prover(ProofPlan plan, Consumer<String> progress) {
        this.plan = plan;
        this.progress = progress;
    }

    /** @throws Unreadable when something that was named cannot be read; nothing is proved then */
    public ProofReport prove() {
        Instant began = Instant.now().truncatedTo(ChronoUnit.MILLIS);
        try (TempFolders folders = new TempFolders(plan.temp());
                Cases cases = new Cases(folders.make("cases"), findings);
                Keys keys = new Keys(folders.make("keys"));
                AlertSources alerts =
                        new AlertSources(plan, findings, folders.make("alerts"), folders.make("alarms"))) {
            // The gateways first: what they have not written by now is not expected of the others.
            readJournals(cases);
            readTopics(cases);
            AlertPeriods periods = readAlerts(cases, alerts, began.minus(plan.grace()));
            readTables(cases, keys);
            readCallers(folders.make("callers"));
            progress.accept("judging");
            ProofContext context = context(periods, began);
            Seal seal = new Seal(
                    plan.sealed() == null ? context.cut() : plan.sealed().until());
            cases.each(file -> {
                judge(file, context, seal);
                keys.add(file);
            });
            keys.judge(context, findings);
            alerts.judgeOthers(context);
            Seal.Value value = seal.value();
            compareSeals(value);
            Map<Promise, Findings.PromiseResult> results = new LinkedHashMap<>();
            for (Promise promise : Promise.values()) {
                results.put(promise, findings.result(promise));
            }
            Duration took = Duration.between(began, Instant.now());
            return new ProofReport(began, took, read, missing, figures.all(), results, value);
        }
    }

    private ProofContext context(AlertPeriods periods, Instant began) {
        return new ProofContext(
                plan.gateways(),
                since,
                journals,
                journalsWithPosts,
                periods,
                plan.kafka().topics().alarms().retention(),
                began,
                plan.grace(),
                plan.skew(),
                plan.kept(),
                recoveredAt);
    }

    private void judge(CaseFile file, ProofContext context, Seal seal) {
        CaseFile whole = isOlderThanTheLoss(file, context) ? file.asStored() : file;
        figures.add(whole);
        seal.add(whole);
        CaseCheck.of(whole, context, findings);
    }

    private static boolean isOlderThanTheLoss(CaseFile file, ProofContext context) {
        return !file.events().isEmpty()
                && context.mayHaveLost(file.events().get(0).at());
    }

    private void readJournals(Cases cases) {
        for (GatewayJournalFile journal : plan.journals()) {
            progress.accept("reading the journal of " + journal.name());
            journals.put(journal.name(), journal.gateways());
            long[] lines = {0};
            journal.read(line -> {
                lines[0]++;
                file(cases, line);
            });
            read.put("journal of " + journal.name(), lines[0]);
        }
        if (plan.journals().isEmpty()) {
            missing.put(Promise.Source.GATEWAY_EFFECTS, "no journal of a gateway was given (--journal GATEWAY=FILE)");
        } else {
            since.put(Promise.Source.GATEWAY_EFFECTS, Instant.EPOCH);
        }
        if (journalsWithPosts.isEmpty()) {
            missing.put(Promise.Source.GATEWAY_POSTS, "no journal that was given has lines of the type RECEIVED");
        } else {
            since.put(Promise.Source.GATEWAY_POSTS, Instant.EPOCH);
        }
    }

    private void file(Cases cases, GatewayLine line) {
        if (line.type() == GatewayLine.Type.RECEIVED) {
            journalsWithPosts.add(line.journal());
        }
        try {
            cases.add(RequestId.of(line.reference()), line);
        } catch (IllegalArgumentException e) {
            if (line.type() != GatewayLine.Type.LOOKUP) {
                findings.examined(Promise.NOTHING_UNASKED);
                findings.violated(
                        Promise.NOTHING_UNASKED,
                        line.reference(),
                        "is in the journal of " + line.journal() + ", and is not the name of any request");
            }
        }
    }

    private void readTopics(Cases cases) {
        Topics topics = plan.kafka().topics();
        try (TopicSource source = new TopicSource(plan.kafka())) {
            topic(source, topics.ledger().name(), cases, Cases.Kind.FACT, Promise.Source.FACTS);
            for (String commands : source.named(topics.commands("").name())) {
                topic(source, commands, cases, Cases.Kind.COMMAND, Promise.Source.COMMANDS);
            }
            topic(source, topics.outcomes().name(), cases, Cases.Kind.REPORT, Promise.Source.REPORTS);
            for (RequestKind kind : RequestKind.values()) {
                topic(source, topics.results(kind).name(), cases, Cases.Kind.RESULT, Promise.Source.RESULTS);
            }
        } catch (org.apache.kafka.common.KafkaException e) {
            throw unreachable(e);
        }
    }

    private AlertPeriods readAlerts(Cases cases, AlertSources alerts, Instant cut) {
        Topics topics = plan.kafka().topics();
        try (TopicSource source = new TopicSource(plan.kafka())) {
            progress.accept("reading alarms, and waiting for alerts that are on their way");
            passed(topics.alarms().name(), Promise.Source.ALARMS, alerts.alarms(source, cases));
            passed(topics.alerts().name(), Promise.Source.ALERTS, alerts.alerts(source));
        } catch (org.apache.kafka.common.KafkaException e) {
            throw unreachable(e);
        }
        read.put("table alerts", alerts.rows());
        return alerts.compare(cut);
    }

    private Unreadable unreachable(org.apache.kafka.common.KafkaException e) {
        return new Unreadable("Kafka does not answer at " + plan.kafka().bootstrap() + ": " + e.getMessage(), e);
    }

    private void topic(TopicSource source, String topic, Cases cases, Cases.Kind kind, Promise.Source of) {
        progress.accept("reading " + topic);
        TopicSource.Passed passed = source.read(topic, (key, value, place) -> {
            try {
                cases.add(RequestId.of(key), kind, value == null ? new byte[0] : value);
            } catch (IllegalArgumentException e) {
                findings.violated(kind.promise(), place, "its key is not a request's id");
            }
        });
        passed(topic, of, passed);
    }

    private void passed(String topic, Promise.Source of, TopicSource.Passed passed) {
        read.put(topic, passed.records());
        since.merge(of, passed.since(), (one, other) -> one.isAfter(other) ? one : other);
    }

    private void readTables(Cases cases, Keys keys) {
        progress.accept("reading Postgres");
        Tables tables = new Tables(plan.database());
        read.put("ledger_events", tables.events(cases));
        read.put("table ledger", tables.keys(keys));
        since.put(Promise.Source.TABLES, Instant.EPOCH);
        recoveredAt = tables.recoveredAt();
        if (recoveredAt != null) {
            progress.accept("Kafka had lost records, recovered at " + recoveredAt
                    + ": requests from before are judged by Postgres and the gateways' journals");
            LOST_WITH_KAFKA.forEach(source ->
                    since.computeIfPresent(source, (of, kept) -> kept.isAfter(recoveredAt) ? kept : recoveredAt));
        }
        progress.accept("comparing rows with their events");
        tables.compare(findings);
        progress.accept("looking for what hangs");
        Servers servers = new Servers(plan, findings);
        servers.kafka();
        servers.postgres();
        servers.slot();
        since.put(Promise.Source.SERVERS, Instant.EPOCH);
    }

    private void readCallers(Path folder) {
        if (plan.callers().isEmpty()) {
            missing.put(Promise.Source.CALLERS, "no log of a caller was given (--callers FILE)");
            return;
        }
        try (CallerLogs callers = new CallerLogs(folder)) {
            for (Path log : plan.callers()) {
                progress.accept("reading " + log);
                read.merge("callers' logs", callers.log(log), Long::sum);
            }
            new Tables(plan.database()).names(callers);
            callers.compare(findings);
            since.put(Promise.Source.CALLERS, Instant.EPOCH);
        }
    }

    private void compareSeals(Seal.Value value) {
        Seal.Value sealed = plan.sealed();
        if (sealed != null && !sealed.hash().equals(value.hash())) {
            findings.violated(
                    Promise.AUDIT_CHAIN,
                    "the seal of " + sealed.until(),
                    "was " + sealed.hash() + " over " + sealed.events() + " events, and is " + value.hash() + " over "
                            + value.events() + ": what was recorded then has been changed since");
        }
    }
}
