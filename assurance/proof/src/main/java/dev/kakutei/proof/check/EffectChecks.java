package dev.kakutei.proof.check;

import com.fasterxml.jackson.databind.JsonNode;
import dev.kakutei.ledger.Entry;
import dev.kakutei.ledger.Status;
import dev.kakutei.proof.FactHistory;
import dev.kakutei.proof.GatewayEffect;
import dev.kakutei.proof.GatewayLine;
import dev.kakutei.proof.Promise;
import dev.kakutei.proof.RequestVersion;
import dev.kakutei.schemas.Command;
import dev.kakutei.schemas.Fact;
import dev.kakutei.schemas.codec.CanonicalJson;
import dev.kakutei.schemas.gateway.Gateway;
import java.math.BigDecimal;
import java.time.Duration;
import java.util.List;
import java.util.Optional;

/** What the gateways' journals say, against what the ledger says. */
final class EffectChecks {
    private final CaseCheck check;
    private final List<GatewayEffect> effects;

    private EffectChecks(CaseCheck check) {
        this.check = check;
        this.effects = GatewayEffect.in(check.file().lines());
    }

    static void examine(CaseCheck check) {
        EffectChecks checks = new EffectChecks(check);
        checks.oneEffect();
        checks.outcomesTrue();
        checks.nothingUnasked();
    }

    private void oneEffect() {
        if (check.file().lines().isEmpty() || !check.context().has(Promise.Source.GATEWAY_EFFECTS)) {
            return;
        }
        check.count(Promise.ONE_EFFECT);
        if (effects.size() > 1) {
            boolean accepted = !check.history().acceptedAttempts().isEmpty();
            check.violate(
                    Promise.ONE_EFFECT,
                    "took effect " + effects.size() + " times: " + names()
                            + (accepted ? " (a person accepted a second effect)" : ""));
        }
    }

    private void outcomesTrue() {
        Optional<Entry> now =
                check.history().now().filter(entry -> entry.status().terminal());
        if (now.isEmpty() || !check.canJudge(Promise.OUTCOMES_TRUE)) {
            return;
        }
        Entry entry = now.get();
        if (!check.context().hasJournalOf(entry.gateway())) {
            check.skip(Promise.OUTCOMES_TRUE, "no journal or settlement file of its gateway was given");
            return;
        }
        boolean succeeded = entry.status() == Status.SUCCEEDED;
        // The gateway's journal may be behind by as much; what did not happen may still happen until then.
        Duration settling = check.gateway()
                .map(Gateway::verification)
                .map(Gateway.Verification::settlingTime)
                .orElse(Duration.ZERO);
        if (!succeeded
                && entry.settlement()
                        .at()
                        .plus(settling)
                        .isAfter(check.context().now())) {
            check.skip(Promise.OUTCOMES_TRUE, "settled less than the settling time ago");
            return;
        }
        check.count(Promise.OUTCOMES_TRUE);
        if (succeeded && effects.stream().noneMatch(effect -> effect.state() == GatewayEffect.State.LASTING)) {
            check.violate(
                    Promise.OUTCOMES_TRUE,
                    "is settled as succeeded" + ground() + ", and the gateway "
                            + (effects.isEmpty() ? "knows of no effect" : "has it pending"));
        }
        if (!succeeded && !effects.isEmpty()) {
            check.violate(
                    Promise.OUTCOMES_TRUE,
                    "is " + entry.status().word() + ground() + ", and took effect at the gateway: " + names()
                            + (entry.contradicted() ? " (recorded as a contradiction)" : ""));
        }
    }

    private void nothingUnasked() {
        if (!check.canJudge(Promise.NOTHING_UNASKED)) {
            return;
        }
        if (check.history().requested().isEmpty()) {
            if (!check.file().lines().isEmpty()) {
                check.count(Promise.NOTHING_UNASKED);
                check.violate(
                        Promise.NOTHING_UNASKED,
                        "is in the journal of " + check.file().lines().get(0).journal() + ", and was never accepted");
            }
            return;
        }
        check.count(Promise.NOTHING_UNASKED);
        unchangedInside();
        for (GatewayLine line : check.file().lines()) {
            if (line.type() == GatewayLine.Type.RECEIVED || line.type() == GatewayLine.Type.APPLIED) {
                check.history().requestedAt(line.attempt()).ifPresent(requested -> unchanged(requested, line));
            }
        }
        long bodies = check.file().lines(GatewayLine.Type.RECEIVED).stream()
                .map(GatewayLine::digest)
                .filter(digest -> digest != null)
                .distinct()
                .count();
        if (bodies > 1) {
            check.violate(Promise.NOTHING_UNASKED, "was posted with " + bodies + " different bodies");
        }
    }

    private void unchangedInside() {
        check.history().requested().ifPresent(requested -> {
            if (!digest(requested.document()).equals(requested.digest())) {
                check.violate(
                        Promise.NOTHING_UNASKED, "its document does not have the digest that it was accepted with");
            }
        });
        for (Command command : check.file().commands()) {
            if (command instanceof Command.Send send) {
                check.history()
                        .requestedAt(send.attempt())
                        .filter(requested -> !digest(send.request()).equals(requested.digest()))
                        .ifPresent(requested -> check.violate(
                                Promise.NOTHING_UNASKED,
                                "attempt " + send.attempt()
                                        + " was commanded with another document than was accepted"));
            }
        }
    }

    private void unchanged(RequestVersion requested, GatewayLine line) {
        if (!check.context().isJournalOf(line.journal(), requested.gateway())) {
            check.violate(
                    Promise.NOTHING_UNASKED,
                    "is for " + requested.gateway() + ", and is in the journal of " + line.journal());
        }
        JsonNode document = requested.document();
        same("amount", number(document, "amount"), decimal(line.amount()));
        same("quantity", number(document, "quantity"), decimal(line.quantity()));
        same("currency", text(document, "currency"), line.currency());
        same("instrument", text(document, "instrument"), line.instrument());
    }

    /** A field that the journal does not have cannot differ. */
    private void same(String what, Object accepted, Object recorded) {
        if (recorded != null && !recorded.equals(accepted)) {
            check.violate(
                    Promise.NOTHING_UNASKED,
                    what + " " + accepted + " was accepted, and " + recorded + " is in the gateway's journal");
        }
    }

    private static String digest(JsonNode document) {
        return CanonicalJson.digest(CanonicalJson.of(document));
    }

    private static String text(JsonNode document, String field) {
        return document.path(field).isTextual() ? document.path(field).asText() : null;
    }

    private static Object number(JsonNode document, String field) {
        return decimal(text(document, field));
    }

    /** As a number where it is one: 1000 and 1000.00 are the same money. */
    private static Object decimal(String text) {
        if (text == null) {
            return null;
        }
        try {
            return new BigDecimal(text).stripTrailingZeros();
        } catch (NumberFormatException e) {
            return text;
        }
    }

    private String ground() {
        return check.history()
                .settlement()
                .map(FactHistory.Step::fact)
                .map(Fact.Settled.class::cast)
                .filter(settled -> settled.ground() == Fact.Ground.OPERATOR)
                .map(settled -> " (by a person)")
                .orElse("");
    }

    private String names() {
        return effects.stream()
                .map(effect -> effect.line().id() + " at " + effect.line().at())
                .toList()
                .toString();
    }
}
