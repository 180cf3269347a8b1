package dev.kakutei.schemas.gateway;

import dev.kakutei.schemas.DurationText;
import dev.kakutei.schemas.RequestKind;
import java.time.Duration;
import java.util.regex.Pattern;

/** Whether what a file says of a gateway goes together, once each part is right by itself. */
record ConsistencyCheck(Section section, Gateway gateway) {
    private static final Pattern LOOPBACK = Pattern.compile("localhost|127(\\.[0-9]{1,3}){3}|\\[::1\\]");

    void check() {
        connection();
        key();
        promises();
        if (gateway.statusQuery() != null && gateway.gatewayClass() != GatewayClass.NEITHER) {
            notFound();
            asking();
        }
    }

    private void connection() {
        boolean http = "http".equals(gateway.url().getScheme());
        if (http && !LOOPBACK.matcher(gateway.url().getHost()).matches()) {
            section.warning("url", "is not encrypted: what is sent can be read and changed on its way; use https");
        }
        if (http && gateway.callSettings().tls() != null) {
            section.warning("tls", "has no effect on an http address");
        }
        if (section.has("connect_timeout")
                && gateway.callSettings().connectTimeout().compareTo(gateway.callTimeout()) > 0) {
            section.warning("connect_timeout", "is longer than call_timeout, which ends the call before");
        }
        if (gateway.minCallTimeout().compareTo(gateway.callTimeout()) > 0) {
            section.mistake(
                    "min_call_timeout",
                    "is longer than call_timeout (" + DurationText.of(gateway.callTimeout())
                            + "): a call cannot be given" + " more than the whole");
        }
        if (gateway.retry().first().compareTo(gateway.retry().cap()) > 0) {
            section.section("retry").warning("first", "is longer than cap, so that every waiting time is the cap");
        }
    }

    /** A key that the gateway drops while the request may still be on its way protects from nothing. */
    private void key() {
        Duration ttl = gateway.idempotencyTtl();
        if (ttl == null) {
            return;
        }
        Section idempotency = section.section("idempotency");
        if (gateway.idempotencyHeader() == null) {
            idempotency.warning("ttl", "has no effect without idempotency.header");
        }
        if (gateway.gatewayClass() != GatewayClass.IDEMPOTENT) {
            return;
        }
        Duration onItsWay = gateway.sendWindow().plus(gateway.callTimeout());
        Duration repeated = onItsWay.plus(gateway.verification().settlingTime())
                .plus(gateway.retry().first());
        if (onItsWay.compareTo(ttl) > 0) {
            idempotency.mistake(
                    "ttl",
                    "is shorter than send_window and call_timeout together (" + DurationText.of(onItsWay)
                            + "): the key may be forgotten before the first attempt has ended");
        } else if (gateway.retry().attempts() > 1 && repeated.compareTo(ttl) > 0) {
            idempotency.warning(
                    "ttl",
                    "is too short for a second attempt in doubt, which needs retry.first, send_window, call_timeout and"
                            + " settling_time together (" + DurationText.of(repeated)
                            + "): a person will be called instead");
        }
    }

    private void promises() {
        if (gateway.gatewayClass() != GatewayClass.NEITHER) {
            return;
        }
        if (gateway.statusQuery() != null) {
            section.warning(
                    "status_query",
                    "is never asked of a gateway of class neither; if it answers truly, the class is queryable");
        }
        if (gateway.idempotencyHeader() != null && gateway.idempotencyTtl() != null) {
            section.warning(
                    "idempotency",
                    "the key is sent and not relied on; if the gateway honours it, the class is idempotent");
        }
        if (section.section("retry").has("attempts") && gateway.retry().attempts() > 1) {
            section.section("retry")
                    .warning(
                            "attempts",
                            "only what certainly did nothing is sent again to a gateway of class neither; a doubt goes to a"
                                    + " person at once");
        }
    }

    /**
     * "Not found" is believed when it was heard often enough after the settling time: the schedule must reach that far. It
     * must at least for a call that begins at once and takes as long as it may; and should for one that fails at once.
     */
    private void notFound() {
        if (asksOnlyByGatewayReference()) {
            // of what is asked about then, "not found" is never believed
            return;
        }
        NotFoundTiming timing = NotFoundTiming.of(gateway);
        Duration waits = NotFoundTiming.CALLER_WAITS;
        NotFoundTiming.Course longest = timing.course(waits, timing.longestCall(waits));
        NotFoundTiming.Course shortest = timing.course(waits, Duration.ZERO);
        Section verification = section.section("verification");
        String counts = "the first answer that counts can come " + DurationText.of(timing.firstCounts(waits))
                + " after a request is sent (send_window, the longer of call_timeout and the caller's "
                + DurationText.of(waits) + ", and settling_time together), and the last question is asked ";
        if (!longest.believed()) {
            verification.mistake(
                    "after",
                    "\"not found\" can never be believed: " + counts + DurationText.of(longest.lastAsked())
                            + " after it, so that " + counted(longest) + ", and misses asks for "
                            + gateway.verification().misses() + ". Ask later or more often, or a person is called each"
                            + " time");
        } else if (!shortest.believed()) {
            verification.warning(
                    "after",
                    "\"not found\" is believed only after a call that took long: " + counts
                            + DurationText.of(shortest.lastAsked()) + " after it where the call fails at once, so that"
                            + " a person is called");
        }
    }

    private String counted(NotFoundTiming.Course course) {
        int questions = gateway.verification().after().size();
        return (course.misses() == 0 ? "none" : course.misses()) + " of " + questions
                + (questions == 1 ? " question counts" : " questions counts");
    }

    private boolean asksOnlyByGatewayReference() {
        Gateway.StatusQuery query = gateway.statusQuery();
        return !query.paths().isEmpty() && query.paths().keySet().stream().allMatch(query::asksByGatewayReference);
    }

    private void asking() {
        resending();
        new RequestIdCheck(section, gateway).check();
        for (RequestKind kind : RequestKind.values()) {
            if (gateway.paths().containsKey(kind)
                    && !gateway.statusQuery().paths().containsKey(kind)) {
                section.section("status_query")
                        .warning(
                                "paths",
                                "has no " + kind.wire() + ": a " + kind.wire()
                                        + " in doubt cannot be asked about, and goes to a person");
            }
        }
    }

    /** Sending again on "not found" needs an answer that only the gateway gives, and a question that can lead to it. */
    private void resending() {
        if (gateway.verification().notFound() != Gateway.NotFound.RESEND) {
            return;
        }
        Gateway.StatusQuery query = gateway.statusQuery();
        Section verification = section.section("verification");
        if (asksOnlyByGatewayReference()) {
            verification.warning(
                    "not_found",
                    "has no effect: by {gateway_reference} only what the gateway has acknowledged is asked about, and of"
                            + " that \"not found\" is never believed");
        } else if (query.notFoundCriteria().isEmpty()) {
            verification.warning(
                    "not_found",
                    "a request is sent again after any 404, also that of a proxy or of a wrong path: say in"
                            + " status_query.not_found_criteria how the gateway itself says it");
        }
    }
}
