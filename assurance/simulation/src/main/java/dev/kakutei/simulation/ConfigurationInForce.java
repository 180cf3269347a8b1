package dev.kakutei.simulation;

import dev.kakutei.ledger.GatewayPolicy;
import dev.kakutei.ledger.Ledger;
import dev.kakutei.schemas.gateway.ApprovalRule;
import java.time.Duration;
import java.util.Objects;

/**
 * What is configured now. Numbers and rules are taken while the shell runs; what a gateway promises, and whether there is
 * such a gateway, changes only with a restart.
 */
final class ConfigurationInForce {
    private final World world;
    private Configuration configuration;
    /** The gateway that is configured no more; null for none. */
    private String removed;

    private Ledger ledger;
    private boolean trustChanged;

    ConfigurationInForce(World world) {
        this.world = world;
    }

    void begin() {
        configuration = world.contracts().configurations().get(0);
        removed = null;
        ledger = world.contracts().ledger();
        trustChanged = false;
    }

    /** The file changed under a shell that runs: one that says the same about what gateways promise. */
    void reload() {
        Configuration next = any();
        if (next.trust() == configuration.trust()) {
            take(next, removed);
        }
    }

    /** The shell was started with another file. */
    void replace() {
        take(any(), removed);
    }

    /** The shell was started with the same file, but for a gateway. */
    void remove(String gateway) {
        take(configuration, gateway);
    }

    private Configuration any() {
        return world.contracts()
                .configurations()
                .get(world.dice().below(world.contracts().configurations().size()));
    }

    private void take(Configuration next, String without) {
        configuration = next;
        removed = without;
        ledger = world.hooks().takesConfiguration() ? next.ledger(without) : ledger;
        trustChanged |= next.trust() != 0 || without != null || !hasWindowsOfTheBeginning();
        if (world.trace().isRecorded()) {
            world.trace()
                    .add("  configured are " + next.policies() + (without == null ? "" : " without " + without)
                            + ", held for approval by " + next.rule());
        }
    }

    private boolean hasWindowsOfTheBeginning() {
        Configuration first = world.contracts().configurations().get(0);
        return windowOf(first, GatewayContracts.GATEWAY).equals(windowOf(configuration, GatewayContracts.GATEWAY))
                && windowOf(first, GatewayContracts.OTHER).equals(windowOf(configuration, GatewayContracts.OTHER));
    }

    private static Duration windowOf(Configuration of, String gateway) {
        return of.policy(gateway).sendWindow();
    }

    Ledger ledger() {
        return ledger;
    }

    /** Null where the gateway is not configured. */
    GatewayPolicy policy(String gateway) {
        return Objects.equals(gateway, removed) ? null : configuration.policy(gateway);
    }

    /** The rule that holds large amounts now; null for none. */
    ApprovalRule rule() {
        return configuration.rule();
    }

    /** Whether a gateway was trusted less at some time, or not configured, or had another send window. */
    boolean trustChanged() {
        return trustChanged;
    }
}
