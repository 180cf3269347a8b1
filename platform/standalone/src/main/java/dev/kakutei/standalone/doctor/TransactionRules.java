package dev.kakutei.standalone.doctor;

import dev.kakutei.standalone.transactions.HangingTransaction;
import java.time.Duration;
import java.time.Instant;
import java.util.List;

/** Whether every transaction in Kafka comes to its end, and whether this Kafka may lose the end of one. */
final class TransactionRules {
    /** {@code metadata.version} of Kafka 4.1: from there on it takes a partition without a leader for a deleted one. */
    private static final int AFFECTED_FROM = 26;

    private TransactionRules() {}

    static List<DoctorFinding> judge(TransactionFacts facts, Instant now) {
        DoctorFindings found = new DoctorFindings(DoctorFinding.Server.KAFKA);
        for (HangingTransaction hanging : facts.hanging()) {
            Duration age = Duration.between(hanging.open().lastWritten(), now);
            found.mistake(
                    hanging.open().partition().toString(),
                    "a transaction hangs from offset " + hanging.open().startOffset() + " on, since "
                            + Math.max(0, age.toMinutes()) + " min: the coordinator has nothing in hand for "
                            + hanging.producer() + ", and every consumer of committed records waits behind it for ever",
                    "./kakutei repair-transactions shows what was decided about it, and with --apply writes that down."
                            + " Do not abort it by hand (docs/runbook.md, \"A transaction hangs\")");
        }
        if (!facts.unread().isEmpty()) {
            found.note(
                    "transactions",
                    "not checked on " + facts.unread().size() + " partitions, such as "
                            + facts.unread().entrySet().stream()
                                    .map(one -> one.getKey() + ": " + one.getValue())
                                    .sorted()
                                    .findFirst()
                                    .orElseThrow(),
                    "READ on our topics and __consumer_offsets, and DESCRIBE on transactional ids, let us look");
        }
        if (facts.hanging().isEmpty() && facts.looked() > 0) {
            found.good("transactions", "none hangs on " + facts.looked() + " partitions");
        }
        if (facts.metadataVersion() >= AFFECTED_FROM) {
            found.note(
                    "KAFKA-20734",
                    "Kafka from 4.1 on may fail to end a transaction whose partition has no leader for a moment:"
                            + " unless your build has the fix of KAFKA-20734, that may happen here",
                    "keep three copies and min.insync.replicas 2, never lose all brokers of a partition at once, and ask"
                            + " the doctor after such a loss");
        }
        return found.all();
    }
}
