package dev.kakutei.standalone.recover;

import com.fasterxml.jackson.databind.JsonNode;
import dev.kakutei.boot.KafkaConfig;
import dev.kakutei.boot.TopicSetup;
import dev.kakutei.boot.position.SenderGroup;
import dev.kakutei.ingest.clearance.RecoveryTables;
import dev.kakutei.ingest.clearance.StoreCheck;
import dev.kakutei.ingest.project.LedgerDrain;
import dev.kakutei.ingest.recover.KnownRequests;
import dev.kakutei.ingest.recover.KnownRequests.LostActions;
import dev.kakutei.ingest.recover.OpenAlerts;
import dev.kakutei.ingest.recover.SettledEvents;
import dev.kakutei.ingest.store.Database;
import dev.kakutei.ingest.store.LedgerTable;
import dev.kakutei.ledger.Decision;
import dev.kakutei.ledger.Entry;
import dev.kakutei.ledger.Ledger;
import dev.kakutei.ledger.Observation;
import dev.kakutei.ledger.Republication;
import dev.kakutei.ledger.Retention;
import dev.kakutei.schemas.Alert;
import dev.kakutei.schemas.Fact;
import dev.kakutei.schemas.LedgerEvent;
import dev.kakutei.schemas.RequestId;
import dev.kakutei.schemas.SecondEffect;
import dev.kakutei.schemas.gateway.Gateways;
import dev.kakutei.schemas.topic.Topic;
import dev.kakutei.schemas.topic.Topics;
import dev.kakutei.verifier.VerifierConfig;
import dev.kakutei.verifier.ledger.ChangelogRecords;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.Set;
import java.util.function.Consumer;
import org.apache.kafka.common.TopicPartition;

/**
 * Brings an installation back after Kafka has lost records. All verifiers and senders are halted first; then the requests as
 * Postgres knows them, and what Kafka still has of them, become the state that the next verifiers begin with. It counts only
 * when it has come to its end: dying half-way leaves everything halted, and it can be run again.
 */
public final class Recovery {
    /** Longer than the transactions of a verifier last. */
    private static final Duration TRANSACTIONS = Duration.ofSeconds(15);
    /** By how much the clocks of services may differ. */
    private static final Duration CLOCKS_DIFFER = Duration.ofHours(1);
    /** How far back commands and reports are looked at: no attempt is under way for longer. */
    private static final Duration RECENT = Duration.ofDays(1);

    private final KafkaConfig kafka;
    private final Topics topics;
    private final Database database;
    private final Gateways gateways;
    private final Retention retention;
    private final Duration limit;
    private final Consumer<String> progress;
    private final InstantSource clock;
    private final RecoveryTables tables;

    /** @param limit how long verifiers and senders may take to stop */
    public Recovery(
            KafkaConfig kafka,
            Database database,
            Gateways gateways,
            Retention retention,
            Duration limit,
            Consumer<String> progress,
            InstantSource clock) {
        this.kafka = kafka;
        this.topics = kafka.topics();
        this.database = database;
        this.gateways = gateways;
        this.retention = retention;
        this.limit = limit;
        this.progress = progress;
        this.clock = clock;
        this.tables = new RecoveryTables(database);
    }

    /** Why nothing is sent at the moment; empty where nothing shows that records were lost. */
    public Optional<String> problem() {
        TopicSetup.ensure(kafka, topics.all(gateways.byName().keySet()));
        try (StoreCheck check = new StoreCheck(kafka, database)) {
            return check.compare().problem();
        }
    }

    /** What would become of the open requests, as Postgres knows them now. Changes nothing. */
    public RecoveryReport dryRun(String reason) throws RecoveryFailed {
        RecoveryReport report = new RecoveryReport(reason);
        Ledger ledger = Ledger.of(gateways);
        Instant now = clock.instant().truncatedTo(ChronoUnit.MILLIS);
        OptionalLong quiet = quietSince();
        new KnownRequests(database).forEach(now.minus(retention.kept()), (entry, document, writtenBy, lostActions) -> {
            if (entry.status().terminal()) {
                report.settled();
            } else if (isNew(entry, writtenBy, quiet)) {
                report.untouched();
            } else {
                Observation lost = new Observation.RecordsLost(
                        1, 0, now, reason, lostActions.targets(), lostActions.secondEffect());
                report.inDoubt(entry, ledger.decide(entry, lost, now).entry());
            }
        });
        return report;
    }

    public RecoveryReport run(String reason) throws RecoveryFailed {
        TopicSetup.ensure(kafka, topics.all(gateways.byName().keySet()));
        tables.open(reason);
        RecoveryReport report = new RecoveryReport(reason);
        try (KafkaAdmin admin = new KafkaAdmin(kafka)) {
            Set<String> lanes = admin.gateways(gateways.byName().keySet());
            int inKafka = admin.recovery();
            int before = tables.recovery();
            // A Postgres that was put back to before a recovery does not know under which one work was done last.
            int last = Math.max(before, inKafka > tables.begun() ? inKafka : 0);
            awaitStopped(admin, lanes, new HashSet<>(Arrays.asList(before, last, inKafka)));
            List<String> written =
                    new ArrayList<>(topics.all(lanes).stream().map(Topic::name).toList());
            written.addAll(
                    admin.changelogs()); // no one reads them again; a transaction left open there would never be ended
            admin.endOpenTransactions(written, TRANSACTIONS);
            Instant stopped = clock.instant().truncatedTo(ChronoUnit.MILLIS);
            Instant ledgerLacksSince = ledgerLacksSince(admin, inKafka);
            OptionalLong quiet = quietSince(inKafka);
            int number = tables.begin(reason, inKafka, ledgerLacksSince);
            report.number(number);
            Positions positions =
                    new Positions(admin, lanes, KafkaAdmin.verifierGroup(kafka, last), tables.haltedSince());
            progress.accept("reading what the ledger topic still has");
            LedgerDrain.Drained drained = new LedgerDrain(kafka, database).drain();
            report.brought(drained.restored());
            drained.faults()
                    .forEach(fault -> report.note("does not fit what Postgres has, and does not count: " + fault));
            State state = new State(admin, number, stopped, reason, report, quiet);
            state.write(positions, ledgerLacksSince);
            positions.commit(admin, number);
            tables.completed(number, report.inDoubt());
            progress.accept("recovery " + number + " is complete; services go on by themselves");
            return report;
        }
    }

    /** From when on the ledger topic may lack events that Postgres has; null where it lacks none. */
    private Instant ledgerLacksSince(KafkaAdmin admin, int inKafka) throws RecoveryFailed {
        StoreCheck.Result compared;
        try (StoreCheck check = new StoreCheck(kafka, database)) {
            compared = check.compare();
        }
        Republication.Found found = new Republication.Found(
                List.copyOf(admin.newest(compared.lost()).values()),
                !compared.writtenOn().isEmpty(),
                inKafka > tables.begun());
        return Republication.lacksSince(found, tables.republications(), CLOCKS_DIFFER);
    }

    private OptionalLong quietSince() throws RecoveryFailed {
        try (KafkaAdmin admin = new KafkaAdmin(kafka)) {
            return quietSince(admin.recovery());
        }
    }

    /**
     * Since when nothing can have been sent; empty where that is not certain. A Postgres that was copied during a halt has the mark
     * of that halt. Work went on after a recovery, of which Kafka knows; Postgres may have been copied while that was under way.
     */
    private OptionalLong quietSince(int inKafka) {
        return inKafka > tables.recovery() ? OptionalLong.empty() : tables.quietSince();
    }

    /** Accepted while all services were halted: it cannot have been sent, and is processed as usual afterwards. */
    private static boolean isNew(Entry entry, long writtenBy, OptionalLong quiet) {
        return entry.seq() == 1 && quiet.isPresent() && writtenBy > quiet.getAsLong() + 1;
    }

    private void awaitStopped(KafkaAdmin admin, Set<String> lanes, Set<Integer> recoveries) throws RecoveryFailed {
        long deadline = System.nanoTime() + limit.toNanos();
        List<String> busy = admin.busy(lanes, recoveries);
        if (!busy.isEmpty()) {
            progress.accept("waiting until verifiers and senders have stopped: " + busy);
        }
        while (!busy.isEmpty()) {
            if (System.nanoTime() - deadline > 0) {
                throw new RecoveryFailed("verifiers or senders have not stopped within " + limit.toSeconds() + " s: "
                        + busy + ". Stop them, and recover again. Nothing is sent meanwhile");
            }
            KafkaAdmin.pause();
            busy = admin.busy(lanes, recoveries);
        }
    }

    /** Where those who read on after the recovery begin. */
    private final class Positions {
        private final Set<String> lanes;
        private final Map<TopicPartition, Long> acceptedFrom = new HashMap<>();
        private final Map<TopicPartition, Long> acceptedEnd;
        private final Map<TopicPartition, Long> verifier = new HashMap<>();

        /**
         * The end of the acceptances is taken before Postgres is read: what was announced up to there and is not in Postgres
         * is known to Kafka alone.
         */
        Positions(KafkaAdmin admin, Set<String> lanes, String oldGroup, Instant haltedSince) throws RecoveryFailed {
            this.lanes = lanes;
            this.acceptedEnd = admin.ends(List.of(topics.accepted().name()));
            Map<TopicPartition, Long> committed = admin.committed(oldGroup);
            Map<TopicPartition, Long> acceptedBeginning =
                    admin.beginnings(List.of(topics.accepted().name()));
            acceptedEnd.forEach((partition, end) -> acceptedFrom.put(
                    partition, Math.min(end, committed.getOrDefault(partition, acceptedBeginning.get(partition)))));
            verifier.putAll(acceptedFrom);
            // Outcomes and operators' actions are read again from where the old verifiers were: both are harmless
            // twice.
            // A topic that lost its tail and was written on has new records before that place.
            List<String> again =
                    List.of(topics.outcomes().name(), topics.actions().name());
            Map<TopicPartition, Long> beginnings = admin.beginnings(again);
            Map<TopicPartition, Long> writtenSince =
                    admin.since(again, haltedSince.minus(CLOCKS_DIFFER).toEpochMilli());
            admin.ends(again).forEach((partition, end) -> {
                long read = Math.min(end, committed.getOrDefault(partition, beginnings.get(partition)));
                long written = writtenSince.get(partition);
                verifier.put(partition, written < 0 ? read : Math.min(read, written));
            });
            verifier.putAll(admin.ends(List.of(topics.alarms().name())));
        }

        void commit(KafkaAdmin admin, int number) throws RecoveryFailed {
            progress.accept("writing the positions of verifiers and senders");
            admin.commit(KafkaAdmin.verifierGroup(kafka, number), verifier);
            for (String lane : lanes) {
                SenderGroup group = new SenderGroup(kafka, lane, number);
                admin.commit(group.name(), admin.ends(List.of(group.topic())));
            }
        }
    }

    /** The state that verifiers begin with. */
    private final class State {
        private final KafkaAdmin admin;
        private final int number;
        private final Instant stopped;
        private final String reason;
        private final RecoveryReport report;
        private final OptionalLong quiet;
        private final Ledger ledger = Ledger.of(gateways);
        private final LedgerTable ledgerTable = new LedgerTable(database);
        private final ChangelogRecords writer;

        State(KafkaAdmin admin, int number, Instant stopped, String reason, RecoveryReport report, OptionalLong quiet) {
            this.admin = admin;
            this.number = number;
            this.stopped = stopped;
            this.reason = reason;
            this.report = report;
            this.quiet = quiet;
            this.writer =
                    new ChangelogRecords(VerifierConfig.applicationId(kafka, number), topics.partitions(), retention);
        }

        /** @param ledgerLacksSince from then on the ledger topic may lack events; null where it lacks none */
        void write(Positions positions, Instant ledgerLacksSince) throws RecoveryFailed {
            KnownRequests known = new KnownRequests(database);
            // Two clocks must agree on what is long ago, as where settled requests expire (ADR 9).
            Instant newest = known.newestAcceptance().orElse(stopped);
            Instant settledSince = (newest.isBefore(stopped) ? newest : stopped).minus(retention.kept());
            Set<RequestId> open = new HashSet<>();
            known.forEach(settledSince, (entry, document, writtenBy, lostActions) -> {
                if (!entry.status().terminal() && !isNew(entry, writtenBy, quiet)) {
                    open.add(entry.id());
                }
            });
            progress.accept(open.size() + " open requests; reading which attempts Kafka still knows of");
            TopicEvidence evidence = new TopicEvidence(kafka);
            Map<RequestId, LedgerEvent> onlyInKafka = evidence.accepted(positions.acceptedFrom, positions.acceptedEnd);
            onlyInKafka.keySet().retainAll(known.unknown(onlyInKafka.keySet()));
            long recent = stopped.minus(RECENT).toEpochMilli();
            Set<RequestId> matter = new HashSet<>(open);
            matter.addAll(onlyInKafka.keySet());
            List<String> commands = positions.lanes.stream()
                    .map(lane -> topics.commands(lane).name())
                    .toList();
            evidence.commands(admin.since(commands, recent), admin.ends(commands), matter::contains);
            List<String> outcomes = List.of(topics.outcomes().name());
            evidence.outcomes(admin.since(outcomes, recent), admin.ends(outcomes), matter::contains);
            List<String> actions = List.of(topics.actions().name());
            evidence.actions(admin.since(actions, recent), admin.ends(actions), matter::contains);
            admin.createChangelogs(writer.changelogs());
            try (Publisher publisher = new Publisher(kafka)) {
                writer.removedUpTo(settledSince).forEach(publisher::raw);
                long again = new SettledEvents(database).forEach(ledgerLacksSince, settledSince, publisher::event);
                if (again > 0) {
                    progress.accept(again + " events of settled requests written to the ledger topic again");
                }
                for (LedgerEvent accepted : onlyInKafka.values()) {
                    if (known.isKeyTaken((Fact.Accepted) accepted.fact())) {
                        report.note("request " + accepted.requestId()
                                + ", which only Kafka knows, is not taken up: its key belongs to another request. Find out"
                                + " at its gateway whether it took effect");
                        continue;
                    }
                    report.brought(1);
                    publisher.event(accepted);
                    recovered(
                            publisher,
                            Entry.begin(accepted),
                            ((Fact.Accepted) accepted.fact()).request(),
                            evidence,
                            LostActions.NONE);
                }
                known.forEach(settledSince, (entry, document, writtenBy, lostActions) -> {
                    if (isNew(entry, writtenBy, quiet)) {
                        report.untouched();
                        announceAgain(publisher, entry.id());
                    } else {
                        keep(publisher, entry, document, evidence, lostActions);
                    }
                });
                for (Alert ended : new OpenAlerts(database).ended(number, stopped)) {
                    publisher.alert(ended);
                }
            }
        }

        /**
         * In a topic that lost its tail and was written on, its acceptance may be before the position of the old verifiers.
         * Twice is harmless.
         */
        private void announceAgain(Publisher publisher, RequestId id) {
            publisher.accepted(ledgerTable.events(id).get(0));
        }

        /** The topic may have lost them, or never had them. Whoever has them already passes over them. */
        private void publishAgain(Publisher publisher, RequestId id) {
            List<LedgerEvent> events = ledgerTable.events(id);
            while (!events.isEmpty()) {
                events.forEach(publisher::event);
                events = ledgerTable.eventsAfter(
                        id, events.get(events.size() - 1).seq());
            }
        }

        private void keep(
                Publisher publisher, Entry entry, JsonNode document, TopicEvidence evidence, LostActions lostActions) {
            if (entry.status().terminal()) {
                report.settled();
                writer.records(entry, null).forEach(publisher::raw);
            } else {
                publishAgain(publisher, entry.id());
                recovered(publisher, entry, document, evidence, lostActions);
            }
            long done = report.inDoubt() + report.settledRequests();
            if (done % 50_000 == 0) {
                progress.accept(done + " requests written");
            }
        }

        private void recovered(
                Publisher publisher, Entry entry, JsonNode document, TopicEvidence evidence, LostActions lostActions) {
            Set<String> sentTo = evidence.gateways(entry);
            sentTo.addAll(lostActions.targets());
            SecondEffect secondEffect =
                    lostActions.secondEffect() == null ? evidence.secondEffect(entry) : lostActions.secondEffect();
            Observation.RecordsLost lost = new Observation.RecordsLost(
                    number, evidence.lastAttempt(entry.id()), stopped, reason, sentTo, secondEffect);
            Decision decision = ledger.decide(entry, lost, stopped);
            publisher.decision(decision, stopped);
            writer.records(decision.entry(), document).forEach(publisher::raw);
            report.inDoubt(entry, decision.entry());
        }
    }
}
