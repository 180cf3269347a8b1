package dev.kakutei.proof.check;

import com.fasterxml.jackson.databind.JsonNode;
import dev.kakutei.ledger.Entry;
import dev.kakutei.ledger.Status;
import dev.kakutei.proof.Effect;
import dev.kakutei.proof.GatewayLine;
import dev.kakutei.proof.Life;
import dev.kakutei.proof.Promise;
import dev.kakutei.proof.Wanted;
import dev.kakutei.schemas.Command;
import dev.kakutei.schemas.Fact;
import dev.kakutei.schemas.codec.CanonicalJson;
import dev.kakutei.schemas.gateway.Gateway;
import java.math.BigDecimal;
import java.time.Duration;
import java.util.List;
import java.util.Optional;

/** What the gateways' own books say, against what we believe. */
final class EffectChecks {
    private final Examination one;
    private final List<Effect> effects;

    private EffectChecks(Examination one) {
        this.one = one;
        this.effects = Effect.in(one.file().lines());
    }

    static void examine(Examination one) {
        EffectChecks checks = new EffectChecks(one);
        checks.oneEffect();
        checks.outcomesTrue();
        checks.nothingUnasked();
    }

    private void oneEffect() {
        if (one.file().lines().isEmpty() || !one.terms().has(Promise.Source.GATEWAY_EFFECTS)) {
            return;
        }
        one.count(Promise.ONE_EFFECT);
        if (effects.size() > 1) {
            boolean accepted = !one.life().acceptedAttempts().isEmpty();
            one.violate(
                    Promise.ONE_EFFECT,
                    "took effect " + effects.size() + " times: " + names()
                            + (accepted ? " (a person accepted a second effect)" : ""));
        }
    }

    private void outcomesTrue() {
        Optional<Entry> now = one.life().now().filter(entry -> entry.status().terminal());
        if (now.isEmpty() || !one.canJudge(Promise.OUTCOMES_TRUE)) {
            return;
        }
        Entry entry = now.get();
        if (!one.terms().hasBookOf(entry.gateway())) {
            one.skip(Promise.OUTCOMES_TRUE, "no book of its gateway was given");
            return;
        }
        boolean succeeded = entry.status() == Status.SUCCEEDED;
        // Its own book may be behind by as much; what did not happen may still happen until then.
        Duration settling = one.gateway()
                .map(Gateway::verification)
                .map(Gateway.Verification::settlingTime)
                .orElse(Duration.ZERO);
        if (!succeeded && entry.settledAt().plus(settling).isAfter(one.terms().now())) {
            one.skip(Promise.OUTCOMES_TRUE, "settled less than the settling time ago");
            return;
        }
        one.count(Promise.OUTCOMES_TRUE);
        if (succeeded && effects.stream().noneMatch(effect -> effect.state() == Effect.State.LASTING)) {
            one.violate(
                    Promise.OUTCOMES_TRUE,
                    "is settled as succeeded" + ground() + ", and the gateway "
                            + (effects.isEmpty() ? "knows of no effect" : "has it pending"));
        }
        if (!succeeded && !effects.isEmpty()) {
            one.violate(
                    Promise.OUTCOMES_TRUE,
                    "is " + entry.status().word() + ground() + ", and took effect at the gateway: " + names()
                            + (entry.contradicted() ? " (recorded as a contradiction)" : ""));
        }
    }

    private void nothingUnasked() {
        if (!one.canJudge(Promise.NOTHING_UNASKED)) {
            return;
        }
        if (one.life().wanted().isEmpty()) {
            if (!one.file().lines().isEmpty()) {
                one.count(Promise.NOTHING_UNASKED);
                one.violate(
                        Promise.NOTHING_UNASKED,
                        "is in the book of " + one.file().lines().get(0).book() + ", and was never accepted");
            }
            return;
        }
        one.count(Promise.NOTHING_UNASKED);
        unchangedInside();
        for (GatewayLine line : one.file().lines()) {
            if (line.type() == GatewayLine.Type.RECEIVED || line.type() == GatewayLine.Type.APPLIED) {
                one.life().wantedAt(line.attempt()).ifPresent(wanted -> unchanged(wanted, line));
            }
        }
        long bodies = one.file().lines(GatewayLine.Type.RECEIVED).stream()
                .map(GatewayLine::digest)
                .filter(digest -> digest != null)
                .distinct()
                .count();
        if (bodies > 1) {
            one.violate(Promise.NOTHING_UNASKED, "was posted with " + bodies + " different bodies");
        }
    }

    private void unchangedInside() {
        one.life().wanted().ifPresent(wanted -> {
            if (!digest(wanted.document()).equals(wanted.digest())) {
                one.violate(Promise.NOTHING_UNASKED, "its document does not have the digest that it was accepted with");
            }
        });
        for (Command command : one.file().commands()) {
            if (command instanceof Command.Send send) {
                one.life()
                        .wantedAt(send.attempt())
                        .filter(wanted -> !digest(send.request()).equals(wanted.digest()))
                        .ifPresent(wanted -> one.violate(
                                Promise.NOTHING_UNASKED,
                                "attempt " + send.attempt()
                                        + " was commanded with another document than was accepted"));
            }
        }
    }

    private void unchanged(Wanted wanted, GatewayLine line) {
        if (!one.terms().isBookOf(line.book(), wanted.gateway())) {
            one.violate(
                    Promise.NOTHING_UNASKED,
                    "is for " + wanted.gateway() + ", and stands in the book of " + line.book());
        }
        JsonNode document = wanted.document();
        same("amount", number(document, "amount"), decimal(line.amount()));
        same("quantity", number(document, "quantity"), decimal(line.quantity()));
        same("currency", text(document, "currency"), line.currency());
        same("instrument", text(document, "instrument"), line.instrument());
    }

    /** What the book does not say cannot differ. */
    private void same(String what, Object accepted, Object booked) {
        if (booked != null && !booked.equals(accepted)) {
            one.violate(
                    Promise.NOTHING_UNASKED,
                    what + " " + accepted + " was accepted, and " + booked + " is in the gateway's book");
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
        return one.life()
                .settlement()
                .map(Life.Step::fact)
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
