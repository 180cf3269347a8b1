package dev.kakutei.verifier.ledger;

import dev.kakutei.ledger.RestoredState;
import dev.kakutei.schemas.topic.Topics;
import java.util.Set;
import java.util.function.Consumer;
import java.util.function.LongSupplier;
import org.apache.kafka.streams.processor.api.Processor;
import org.apache.kafka.streams.processor.api.ProcessorSupplier;
import org.apache.kafka.streams.state.StoreBuilder;

/**
 * Makes one processor for each partition, with its stores.
 *
 * @param decider one for all partitions of the process
 * @param paces when each thread commits
 * @param nanos a monotonic clock
 * @param stateRead called when the state of a partition was read, before anything is processed there
 */
public record LedgerProcessors(
        Decider decider,
        Topics topics,
        TimerSettings timers,
        LedgerMetrics metrics,
        CommitPaces paces,
        LongSupplier nanos,
        Consumer<RestoredState> stateRead)
        implements ProcessorSupplier<String, byte[], String, Object> {
    @Override
    public Processor<String, byte[], String, Object> get() {
        return new LedgerProcessor(this);
    }

    @Override
    public Set<StoreBuilder<?>> stores() {
        return Set.copyOf(Stores.all());
    }
}
