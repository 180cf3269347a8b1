package dev.kakutei.simulation;

import dev.kakutei.ledger.Decision;
import dev.kakutei.ledger.Effect;
import dev.kakutei.ledger.GatewayPolicy;
import dev.kakutei.schemas.Fact;
import dev.kakutei.schemas.InquiryFact;
import java.time.Instant;

/** What must hold of every command under the configuration of that moment, whatever it was when the request began. */
final class ConfigurationGuarantees {
    private final World world;

    ConfigurationGuarantees(World world) {
        this.world = world;
    }

    void asConfigured(SimulatedRequest request, Effect.Send send) {
        GatewayPolicy policy = configured(request, "attempt " + send.attempt());
        windowIsOfToday(request, policy, send.notAfter());
        boolean tooShort = send.callTimeout().compareTo(policy.minCallTimeout()) < 0;
        boolean tooLong = send.callTimeout().compareTo(policy.callTimeout()) > 0
                && send.callTimeout().compareTo(SimulatedCaller.MAX_WAIT) > 0;
        if (tooShort || tooLong) {
            throw new GuaranteeBroken(
                    Guarantee.AS_CONFIGURED,
                    request.name() + ": attempt " + send.attempt() + " may take " + send.callTimeout()
                            + ", and configured is " + policy);
        }
    }

    void asConfigured(SimulatedRequest request, Effect.Inquire inquire) {
        GatewayPolicy policy = configured(request, "inquiry " + inquire.inquiry());
        windowIsOfToday(request, policy, inquire.notAfter());
        if (!inquire.callTimeout().equals(policy.callTimeout())) {
            throw new GuaranteeBroken(
                    Guarantee.AS_CONFIGURED,
                    request.name() + ": inquiry " + inquire.inquiry() + " may take " + inquire.callTimeout()
                            + ", and configured is " + policy.callTimeout());
        }
    }

    private GatewayPolicy configured(SimulatedRequest request, String what) {
        GatewayPolicy policy = world.configuration().policy(request.gateway.name());
        if (policy == null) {
            throw new GuaranteeBroken(
                    Guarantee.AS_CONFIGURED,
                    request.name() + ": " + what + " is commanded, and the gateway is not configured");
        }
        return policy;
    }

    private void windowIsOfToday(SimulatedRequest request, GatewayPolicy policy, Instant notAfter) {
        Instant ends = world.instant(world.ledgerClock()).plus(policy.sendWindow());
        if (notAfter.isAfter(ends)) {
            throw new GuaranteeBroken(
                    Guarantee.AS_CONFIGURED,
                    request.name() + ": a command may be begun until " + notAfter + ", and the window ends at " + ends);
        }
    }

    /** As many as are configured now, and beyond that what a person requests. */
    void withinLimits(SimulatedRequest request, ObservationKind kind, Decision decision) {
        for (int i = 0; i < decision.events().size(); i++) {
            Fact fact = decision.events().get(i).fact();
            if (fact instanceof Fact.AttemptStarted started
                    && kind != ObservationKind.SEND_AGAIN_REQUESTED
                    && kind != ObservationKind.SEND_AGAIN_ACCEPTED) {
                GatewayPolicy policy = configured(request, "attempt " + started.attempt());
                within(request, "attempt", started.attempt(), policy.retry().attempts());
            } else if (fact instanceof InquiryFact.InquiryStarted started
                    && kind != ObservationKind.VERIFICATION_REQUESTED) {
                GatewayPolicy policy = configured(request, "inquiry " + started.inquiry());
                within(
                        request,
                        "inquiry",
                        started.inquiry(),
                        policy.verification().after().size());
            }
        }
    }

    private static void within(SimulatedRequest request, String what, int number, int max) {
        if (number > max) {
            throw new GuaranteeBroken(
                    Guarantee.WITHIN_LIMITS,
                    request.name() + ": " + what + " " + number + " is made, and allowed are " + max);
        }
    }
}
