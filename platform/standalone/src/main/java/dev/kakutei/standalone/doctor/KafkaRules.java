package dev.kakutei.standalone.doctor;

import dev.kakutei.boot.KafkaConfig;
import dev.kakutei.schemas.topic.Topic;
import java.time.Duration;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;

/** What Kakutei needs of a Kafka, and why. */
final class KafkaRules {
    private static final int SAFE_COPIES = 3;
    private static final Duration OFFSETS_KEPT = Duration.ofDays(30);
    private static final long LONGEST_RECORD = 1_000_000;

    private KafkaRules() {}

    static List<DoctorFinding> judge(KafkaFacts facts, KafkaConfig config, Collection<Topic<?>> ours) {
        DoctorFindings found = new DoctorFindings(DoctorFinding.Server.KAFKA);
        copies(facts, config, found);
        broker(facts, found);
        InternalTopicRules.judge(facts, found);
        facts.mayNot()
                .forEach(what -> found.mistake("access", "we may not " + what, "grant it to the services' principal"));
        for (Topic<?> topic : ours) {
            KafkaFacts.TopicFacts there = facts.topics().get(topic.name());
            if (there != null) {
                topic(topic, there, config, found);
            }
        }
        String missing = ours.stream()
                .map(Topic::name)
                .filter(name -> !facts.topics().containsKey(name))
                .collect(Collectors.joining(", "));
        if (missing.isEmpty()) {
            found.good("topics", "all " + ours.size() + " are there");
        } else {
            found.note(
                    "topics",
                    facts.topics().isEmpty() ? "none is there yet" : "not there yet: " + missing,
                    "nothing to do: the services make what they need");
        }
        return found.all();
    }

    private static void copies(KafkaFacts facts, KafkaConfig config, DoctorFindings found) {
        if (config.replication() > facts.brokers()) {
            found.mistake(
                    "topics.replication",
                    config.replication() + " copies, and only " + facts.brokers() + " brokers",
                    "add brokers, or lower topics.replication");
        } else if (config.replication() < SAFE_COPIES) {
            found.warning(
                    "topics.replication",
                    config.replication() + (config.replication() == 1 ? " copy" : " copies")
                            + " of every record: what the disk of one broker loses is lost, or nothing is written while one is away",
                    facts.brokers() < SAFE_COPIES
                            ? "in production: three brokers, and topics.replication=3 before the topics are made"
                            : "set topics.replication=3 before the topics are made");
        } else {
            found.good("topics.replication", config.replication() + " copies on " + facts.brokers() + " brokers");
        }
    }

    private static void broker(KafkaFacts facts, DoctorFindings found) {
        if ("true".equals(facts.broker().get("auto.create.topics.enable"))) {
            found.note(
                    "auto.create.topics.enable",
                    "true: a name typed wrong becomes a topic",
                    "set it to false; the services make their topics themselves");
        }
        Duration offsets = Duration.ofMinutes(facts.number("offsets.retention.minutes"));
        if (offsets.compareTo(OFFSETS_KEPT) < 0) {
            found.warning(
                    "offsets.retention.minutes",
                    offsets.toDays()
                            + " days: an installation that is off for longer forgets what its senders have sent",
                    "set it to 43200 (30 days) or more");
        } else {
            found.good("offsets.retention.minutes", offsets.toDays() + " days");
        }
    }

    private static void topic(Topic<?> topic, KafkaFacts.TopicFacts there, KafkaConfig config, DoctorFindings found) {
        String name = topic.name();
        if (there.partitions() != topic.partitions()) {
            found.mistake(
                    name,
                    there.partitions() + " partitions, the settings say " + topic.partitions(),
                    "set topics.partitions to what the topics have; the count is fixed for life");
        }
        if (there.replicas() < config.replication()) {
            found.warning(
                    name,
                    there.replicas() + " copies, the settings say " + config.replication(),
                    "kafka-reassign-partitions.sh adds copies to a topic that is there");
        }
        insync(name, there, config, found);
        settings(topic, there.settings(), found);
        if (!there.behind().isEmpty()) {
            found.warning(
                    name, there.behind().size() + " partitions have copies that are behind", "see to the brokers");
        }
    }

    private static void insync(String name, KafkaFacts.TopicFacts there, KafkaConfig config, DoctorFindings found) {
        int insync = Integer.parseInt(there.settings().getOrDefault("min.insync.replicas", "1"));
        if (insync > there.replicas()) {
            found.mistake(
                    name,
                    "min.insync.replicas " + insync + " with " + there.replicas() + " copies: nothing can be written",
                    alter(name, "min.insync.replicas", Integer.toString(config.minInsyncReplicas())));
        } else if (insync < 2 && there.replicas() >= SAFE_COPIES) {
            found.mistake(
                    name,
                    "min.insync.replicas 1: a record counts as written when one broker has it",
                    alter(name, "min.insync.replicas", "2"));
        } else if (insync == there.replicas() && insync > 1) {
            found.warning(
                    name,
                    "min.insync.replicas " + insync + " of " + there.replicas()
                            + ": one broker away, and nothing is written",
                    alter(name, "min.insync.replicas", Integer.toString(insync - 1)));
        }
    }

    private static void settings(Topic<?> topic, Map<String, String> there, DoctorFindings found) {
        String name = topic.name();
        if (!"delete".equals(there.getOrDefault("cleanup.policy", "delete"))) {
            found.mistake(
                    name,
                    "cleanup.policy " + there.get("cleanup.policy") + ": earlier records of a request disappear",
                    alter(name, "cleanup.policy", "delete"));
        }
        long kept = Long.parseLong(there.getOrDefault("retention.ms", "-1"));
        long wanted = Long.parseLong(topic.config().get("retention.ms"));
        if (kept >= 0 && (wanted < 0 || kept < wanted)) {
            String what = "kept for " + Duration.ofMillis(kept).toHours() + " h instead of "
                    + (wanted < 0 ? "for ever" : Duration.ofMillis(wanted).toHours() + " h");
            String advice = alter(name, "retention.ms", Long.toString(wanted));
            if (wanted < 0) {
                found.mistake(name, what + ": it is the truth about every request", advice);
            } else {
                found.warning(name, what + ": a consumer that is down for longer misses records", advice);
            }
        }
        if (Long.parseLong(there.getOrDefault("retention.bytes", "-1")) >= 0) {
            found.mistake(
                    name,
                    "retention.bytes " + there.get("retention.bytes") + ": a busy day deletes what was not read",
                    alter(name, "retention.bytes", "-1"));
        }
        if ("true".equals(there.get("unclean.leader.election.enable"))) {
            found.mistake(
                    name,
                    "unclean.leader.election.enable: what was acknowledged may be lost",
                    alter(name, "unclean.leader.election.enable", "false"));
        }
        if (Long.parseLong(there.getOrDefault("max.message.bytes", "1048588")) < LONGEST_RECORD) {
            found.mistake(
                    name,
                    "max.message.bytes " + there.get("max.message.bytes") + ": a large request is stuck in the outbox",
                    alter(name, "max.message.bytes", "1048588"));
        }
    }

    private static String alter(String topic, String key, String value) {
        return "kafka-configs.sh --alter --entity-type topics --entity-name " + topic + " --add-config " + key + "="
                + value;
    }
}
