package dev.kakutei.verifier.ledger;

import java.util.Set;
import org.apache.kafka.streams.processor.api.Processor;
import org.apache.kafka.streams.processor.api.ProcessorSupplier;
import org.apache.kafka.streams.state.StoreBuilder;

/** Makes the processors of alarms, with their store. */
public record AlarmProcessors(LedgerMetrics metrics) implements ProcessorSupplier<String, byte[], String, Object> {
    @Override
    public Processor<String, byte[], String, Object> get() {
        return new AlarmProcessor(metrics);
    }

    @Override
    public Set<StoreBuilder<?>> stores() {
        return Set.of(Stores.alarms());
    }
}
