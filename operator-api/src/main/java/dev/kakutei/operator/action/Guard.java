package dev.kakutei.operator.action;

import dev.kakutei.ledger.Entry;
import dev.kakutei.ledger.GatewayPolicy;
import dev.kakutei.ledger.OperatorActions;
import dev.kakutei.schemas.OperatorAction;
import dev.kakutei.schemas.gateway.Gateways;
import java.time.Instant;
import java.util.Optional;
import java.util.function.Supplier;

/** The ledger's own guard, asked against what Postgres shows: what it would refuse is refused at once, in the same words. */
public final class Guard {
    private final Supplier<Gateways> gateways;

    public Guard(Supplier<Gateways> gateways) {
        this.gateways = gateways;
    }

    /** Why the action would not be carried out; empty where it would. The ledger may know more. */
    public Optional<String> refusal(Entry entry, OperatorAction action, Instant now) {
        return OperatorActions.refusal(entry, action, policy(entry), now);
    }

    /** Why the gateway may act twice if this is done now; empty where it cannot. */
    public Optional<String> risk(Entry entry, OperatorAction.Type action, Instant now) {
        return OperatorActions.risk(entry, action, policy(entry), now);
    }

    private GatewayPolicy policy(Entry entry) {
        return gateways.get().named(entry.gateway()).map(GatewayPolicy::of).orElse(null);
    }
}
