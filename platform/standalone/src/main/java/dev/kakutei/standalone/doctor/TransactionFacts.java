package dev.kakutei.standalone.doctor;

import dev.kakutei.standalone.transactions.HangingTransaction;
import java.util.List;
import java.util.Map;
import org.apache.kafka.common.TopicPartition;

/**
 * What is known of the transactions on our topics and in the positions of consumers.
 *
 * @param looked how many partitions were checked
 * @param unread partitions that could not be read, and why
 * @param metadataVersion the highest that the brokers know, which shows how new they are; 0 where they do not say
 */
record TransactionFacts(
        List<HangingTransaction> hanging, int looked, Map<TopicPartition, String> unread, int metadataVersion) {
    TransactionFacts {
        hanging = List.copyOf(hanging);
        unread = Map.copyOf(unread);
    }
}
