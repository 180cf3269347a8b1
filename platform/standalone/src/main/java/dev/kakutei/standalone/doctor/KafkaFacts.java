package dev.kakutei.standalone.doctor;

import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * What a Kafka says of itself and of our topics.
 *
 * @param brokers how many there are
 * @param broker the settings of one of them
 * @param topics those of ours that are there, by name
 * @param internal those of Kafka's own that are there and that we rely on, by name
 * @param unseen internal topics that we may not look at
 * @param mayNot what an authorizer does not let us do: an operation and its object
 */
record KafkaFacts(
        int brokers,
        Map<String, String> broker,
        Map<String, TopicFacts> topics,
        Map<String, TopicFacts> internal,
        Set<String> unseen,
        List<String> mayNot) {
    static final String CONSUMER_OFFSETS = "__consumer_offsets";
    static final String TRANSACTION_STATE = "__transaction_state";

    KafkaFacts {
        broker = Map.copyOf(broker);
        topics = Map.copyOf(topics);
        internal = Map.copyOf(internal);
        unseen = Set.copyOf(unseen);
        mayNot = List.copyOf(mayNot);
    }

    long number(String setting) {
        return Long.parseLong(broker.getOrDefault(setting, "-1"));
    }

    /**
     * A topic as it is.
     *
     * @param replicas the fewest copies any of its partitions has
     * @param behind partitions that have fewer copies in step than they should
     */
    record TopicFacts(int partitions, int replicas, Set<Integer> behind, Map<String, String> settings) {
        TopicFacts {
            behind = Set.copyOf(behind);
            settings = Map.copyOf(settings);
        }
    }
}
