package dev.kakutei.verifier.ledger;

import dev.kakutei.ledger.GatewayWatch;
import dev.kakutei.ledger.Ledger;
import dev.kakutei.ledger.RestoredState;
import dev.kakutei.ledger.Retention;
import dev.kakutei.schemas.topic.Topics;
import java.time.Duration;
import java.util.Set;
import java.util.function.Consumer;
import java.util.function.LongSupplier;
import java.util.function.Supplier;
import org.apache.kafka.streams.processor.api.Processor;
import org.apache.kafka.streams.processor.api.ProcessorSupplier;
import org.apache.kafka.streams.state.StoreBuilder;

/**
 * Makes one processor for each partition, with its stores.
 *
 * @param ledger called for each decision: it changes with the gateway file
 * @param watch one for all partitions of the process
 * @param stateRead called when the state of a partition was read, before anything is processed there
 * @param nanos a monotonic clock
 */
public record LedgerProcessors(
        Supplier<Ledger> ledger,
        GatewayWatch watch,
        Topics topics,
        Duration tickInterval,
        int tickLimit,
        Retention retention,
        LedgerMetrics metrics,
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
