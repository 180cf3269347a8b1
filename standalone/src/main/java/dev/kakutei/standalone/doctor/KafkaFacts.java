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
 * @param mayNot what an authorizer does not let us do: an operation and its object
 */
record KafkaFacts(int brokers, Map<String, String> broker, Map<String, TopicFacts> topics, List<String> mayNot) {
    KafkaFacts {
        broker = Map.copyOf(broker);
        topics = Map.copyOf(topics);
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
