package dev.kakutei.simulation;

import dev.kakutei.ledger.Decision;
import dev.kakutei.ledger.Effect;
import dev.kakutei.ledger.GatewayPolicy;
import dev.kakutei.schemas.Fact;
import java.time.Instant;

/** What must hold of every command under the configuration of that moment, whatever it was when the request began. */
final class ConfigurationGuarantees {
    private final World world;

    ConfigurationGuarantees(World world) {
        this.world = world;
    }

    void asConfigured(Life life, Effect.Send send) {
        GatewayPolicy policy = configured(life, "attempt " + send.attempt());
        windowIsOfToday(life, policy, send.notAfter());
        boolean tooShort = send.callTimeout().compareTo(policy.minCallTimeout()) < 0;
        boolean tooLong = send.callTimeout().compareTo(policy.callTimeout()) > 0
                && send.callTimeout().compareTo(SimulatedCaller.LONGEST_WAIT) > 0;
        if (tooShort || tooLong) {
            throw new Broken(
                    Guarantee.AS_CONFIGURED,
                    life.name() + ": attempt " + send.attempt() + " may take " + send.callTimeout()
                            + ", and configured is " + policy);
        }
    }

    void asConfigured(Life life, Effect.Inquire inquire) {
        GatewayPolicy policy = configured(life, "inquiry " + inquire.inquiry());
        windowIsOfToday(life, policy, inquire.notAfter());
        if (!inquire.callTimeout().equals(policy.callTimeout())) {
            throw new Broken(
                    Guarantee.AS_CONFIGURED,
                    life.name() + ": inquiry " + inquire.inquiry() + " may take " + inquire.callTimeout()
                            + ", and configured is " + policy.callTimeout());
        }
    }

    private GatewayPolicy configured(Life life, String what) {
        GatewayPolicy policy = world.configuration().policy(life.gateway.name());
        if (policy == null) {
            throw new Broken(
                    Guarantee.AS_CONFIGURED,
                    life.name() + ": " + what + " is commanded, and the gateway is not configured");
        }
        return policy;
    }

    private void windowIsOfToday(Life life, GatewayPolicy policy, Instant notAfter) {
        Instant ends = world.instant(world.ledgerClock()).plus(policy.sendWindow());
        if (notAfter.isAfter(ends)) {
            throw new Broken(
                    Guarantee.AS_CONFIGURED,
                    life.name() + ": a command may be begun until " + notAfter + ", and the window ends at " + ends);
        }
    }

    /** As many as are configured now, and beyond that what a person orders. */
    void withinLimits(Life life, Seen seen, Decision decision) {
        for (int i = 0; i < decision.events().size(); i++) {
            Fact fact = decision.events().get(i).fact();
            if (fact instanceof Fact.AttemptStarted started
                    && seen != Seen.SEND_AGAIN_REQUESTED
                    && seen != Seen.SEND_AGAIN_ACCEPTED) {
                GatewayPolicy policy = configured(life, "attempt " + started.attempt());
                within(life, "attempt", started.attempt(), policy.retry().attempts());
            } else if (fact instanceof Fact.InquiryStarted started && seen != Seen.VERIFICATION_REQUESTED) {
                GatewayPolicy policy = configured(life, "inquiry " + started.inquiry());
                within(
                        life,
                        "inquiry",
                        started.inquiry(),
                        policy.verification().after().size());
            }
        }
    }

    private static void within(Life life, String what, int number, int most) {
        if (number > most) {
            throw new Broken(
                    Guarantee.WITHIN_LIMITS,
                    life.name() + ": " + what + " " + number + " is made, and allowed are " + most);
        }
    }
}
