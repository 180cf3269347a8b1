package dev.kakutei.standalone.doctor;

/**
 * What Kakutei needs of Kafka's internal topics: the senders' position, by which nothing is posted
 * twice, and what was decided about transactions.
 */
final class InternalTopicRules {
    private static final int SAFE_COPIES = 3;
    private static final int SAFE_IN_SYNC = 2;

    /** One of them, what is lost with it, and the brokers' settings by which it is made. */
    private record Internal(String name, String loss, String copies, String inSync) {}

    private static final Internal OFFSETS = new Internal(
            KafkaFacts.CONSUMER_OFFSETS,
            "the senders' position is lost or set back with it, and by that they know what was posted",
            "offsets.topic.replication.factor",
            "min.insync.replicas");
    private static final Internal TRANSACTIONS = new Internal(
            KafkaFacts.TRANSACTION_STATE,
            "what was decided about transactions is lost with it",
            "transaction.state.log.replication.factor",
            "transaction.state.log.min.isr");

    private InternalTopicRules() {}

    static void judge(KafkaFacts facts, DoctorFindings found) {
        if (facts.brokers() == 1) {
            found.note(
                    "internal topics",
                    OFFSETS.name() + " and " + TRANSACTIONS.name() + " have one copy, on the only broker: with its disk"
                            + " the senders' position is lost",
                    "in production: three brokers, " + OFFSETS.copies() + "=3, " + TRANSACTIONS.copies() + "=3, "
                            + TRANSACTIONS.inSync() + "=2 and " + OFFSETS.inSync() + "=2 before their first start");
            return;
        }
        judge(OFFSETS, facts, found);
        judge(TRANSACTIONS, facts, found);
    }

    private static void judge(Internal topic, KafkaFacts facts, DoctorFindings found) {
        KafkaFacts.TopicFacts there = facts.internal().get(topic.name());
        if (there != null) {
            byItself(topic, there, found);
        } else if (facts.unseen().contains(topic.name())) {
            found.note(
                    topic.name(),
                    "not checked: we may not describe it",
                    "DESCRIBE and DESCRIBE_CONFIGS on it let us look");
        } else {
            byTheBrokers(topic, facts, found);
        }
    }

    private static void byItself(Internal topic, KafkaFacts.TopicFacts there, DoctorFindings found) {
        int inSync = Integer.parseInt(there.settings().getOrDefault("min.insync.replicas", "1"));
        if (there.replicas() < SAFE_COPIES) {
            found.warning(
                    topic.name(),
                    copies(there.replicas()) + ": " + topic.loss(),
                    "kafka-reassign-partitions.sh adds copies; " + topic.copies()
                            + "=3 has effect only before the topic is made");
        }
        if (inSync < SAFE_IN_SYNC) {
            found.mistake(
                    topic.name(),
                    "min.insync.replicas " + inSync + ": a commit counts when one broker has it, and " + topic.loss(),
                    "kafka-configs.sh --alter --entity-type topics --entity-name " + topic.name()
                            + " --add-config min.insync.replicas=2"
                            + (there.replicas() < SAFE_COPIES ? ", once it has three copies" : ""));
        }
        if (there.replicas() >= SAFE_COPIES && inSync >= SAFE_IN_SYNC) {
            found.good(topic.name(), copies(there.replicas()) + ", min.insync.replicas " + inSync);
        }
    }

    /** It is not there yet, and will be made by these. */
    private static void byTheBrokers(Internal topic, KafkaFacts facts, DoctorFindings found) {
        long copies = facts.number(topic.copies());
        if (copies >= 0 && copies < SAFE_COPIES) {
            found.warning(
                    topic.copies(),
                    copies + ": " + topic.name() + " is made with " + copies(copies) + ", and " + topic.loss(),
                    "set it to 3 before the first start");
        }
        long inSync = facts.number(topic.inSync());
        if (inSync >= 0 && inSync < SAFE_IN_SYNC) {
            found.mistake(
                    topic.inSync(),
                    inSync + ": in " + topic.name() + " a commit counts when one broker has it, and " + topic.loss(),
                    "set it to 2 before the first start");
        }
    }

    private static String copies(long count) {
        return count + (count == 1 ? " copy" : " copies");
    }
}
