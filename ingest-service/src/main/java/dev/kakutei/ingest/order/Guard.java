package dev.kakutei.ingest.order;

import dev.kakutei.ledger.Entry;
import dev.kakutei.ledger.GatewayPolicy;
import dev.kakutei.ledger.Ordering;
import dev.kakutei.schemas.OperatorOrder;
import dev.kakutei.schemas.gateway.Gateways;
import java.time.Instant;
import java.util.Optional;
import java.util.function.Supplier;

/** The ledger's own guard, asked against what Postgres shows: who is refused there is told so at once, in the same words. */
public final class Guard {
    private final Supplier<Gateways> gateways;

    public Guard(Supplier<Gateways> gateways) {
        this.gateways = gateways;
    }

    /** Why the order would not be carried out; empty where it would. The ledger may know more. */
    public Optional<String> refusal(Entry entry, OperatorOrder order, Instant now) {
        return Ordering.refusal(entry, order, policy(entry), now);
    }

    /** Why the gateway may act twice if this is done now; empty where it cannot. */
    public Optional<String> risk(Entry entry, OperatorOrder.Action action, Instant now) {
        return Ordering.risk(entry, action, policy(entry), now);
    }

    private GatewayPolicy policy(Entry entry) {
        return gateways.get().named(entry.gateway()).map(GatewayPolicy::of).orElse(null);
    }
}
