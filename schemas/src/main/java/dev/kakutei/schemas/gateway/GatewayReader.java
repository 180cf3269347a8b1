package dev.kakutei.schemas.gateway;

import dev.kakutei.schemas.RequestKind;
import java.net.URI;
import java.time.Duration;
import java.util.Collections;
import java.util.Map;

/** Reads one gateway. Its parts have readers of their own; every default is in the reader of its part. */
final class GatewayReader {
    static final Duration CALL_TIMEOUT = Duration.ofSeconds(30);
    static final Duration SEND_WINDOW = Duration.ofSeconds(30);
    static final Gateway.Retry RETRY =
            new Gateway.Retry(6, Duration.ofSeconds(5), Duration.ofSeconds(160), Gateway.Jitter.ADDITIVE);
    static final Gateway.Verification VERIFICATION = new Gateway.Verification(
            Collections.nCopies(10, Duration.ofMinutes(5)), Duration.ofMinutes(10), 2, Gateway.NotFound.FAIL);

    private static final Duration MILLISECOND = Duration.ofMillis(1);
    private static final Duration DAY = Duration.ofDays(1);

    private GatewayReader() {}

    /** Null where class or url are not known. */
    static Gateway read(String name, Section section) {
        GatewayClass type = section.word("class", GatewayClass.class, null);
        if (type == null && !section.has("class")) {
            section.mistake(
                    "class", "is missing: say what this gateway promises, one of " + Section.words(GatewayClass.class));
        }
        URI url = url(section);
        Map<RequestKind, String> paths = PathsReader.ofPosts(section.section("paths"));
        if (paths.isEmpty()) {
            section.mistake(
                    "paths",
                    "is missing: where " + RequestKind.listed(RequestKind::plural, "and")
                            + " are posted, {order: /orders}");
        }
        HeaderNames headers = new HeaderNames();
        Section idempotency = section.section("idempotency");
        String header = idempotency.text("header", null);
        if (header != null) {
            headers.claim(idempotency, "header", header, "idempotency");
        }
        Duration ttl = idempotency.duration("ttl", null, Duration.ofMinutes(1), DAY.multipliedBy(365));
        idempotency.refuseUnknown();
        Gateway.StatusQuery status =
                section.has("status_query") ? StatusQueryReader.read(section.section("status_query")) : null;
        if (type == GatewayClass.IDEMPOTENT && (header == null || ttl == null)) {
            section.mistake("idempotency", "an idempotent gateway needs {header: …, ttl: …}");
        }
        if (type == GatewayClass.QUERYABLE && status == null) {
            section.mistake("status_query", "a queryable gateway needs {paths: {payment: /payments/{request_id}}}");
        }
        Duration callTimeout = section.duration("call_timeout", CALL_TIMEOUT, MILLISECOND, Duration.ofMinutes(5));
        Duration minCallTimeout = section.duration(
                "min_call_timeout", Gateway.minCallTimeoutOf(callTimeout), MILLISECOND, Duration.ofMinutes(5));
        Duration sendWindow = section.duration("send_window", SEND_WINDOW, Duration.ofMillis(100), Duration.ofHours(1));
        CallSettings callSettings = CallSettingsReader.read(section, headers, paths);
        AnswerRules answerRules = AnswerRulesReader.read(section);
        Limits limits = LimitsReader.read(section);
        Gateway.Retry retry = retry(section.section("retry"));
        Gateway.Verification verification = verification(section.section("verification"));
        section.refuseUnknown();
        if (type == null || url == null) {
            return null;
        }
        Gateway gateway = new Gateway(
                name,
                type,
                url,
                paths,
                new Gateway.Idempotency(header, ttl),
                new Gateway.Times(callTimeout, minCallTimeout, sendWindow),
                callSettings,
                answerRules,
                limits,
                retry,
                verification,
                status);
        new ConsistencyCheck(section, gateway).check();
        return gateway;
    }

    private static URI url(Section section) {
        String text = section.required("url", "the address that the paths are appended to");
        if (text == null) {
            return null;
        }
        URI url;
        try {
            url = URI.create(text);
        } catch (IllegalArgumentException e) {
            url = URI.create("");
        }
        if (url.getRawUserInfo() != null) {
            // the address is not repeated here: it holds a password
            section.mistake("url", "must have no user and password; use auth: {basic: {user: …, password: {env: …}}}");
            return null;
        }
        if (!("http".equals(url.getScheme()) || "https".equals(url.getScheme())) || url.getHost() == null) {
            section.mistake("url", "must be an http or https address, not \"" + text + "\"");
            return null;
        }
        if (url.getRawQuery() != null || url.getRawFragment() != null) {
            section.mistake("url", "must end before any '?' or '#'; a query belongs into the paths");
            return null;
        }
        return url;
    }

    private static Gateway.Retry retry(Section section) {
        Gateway.Retry retry = new Gateway.Retry(
                section.integer("attempts", RETRY.attempts(), 1, 100),
                section.duration("first", RETRY.first(), MILLISECOND, DAY),
                section.duration("cap", RETRY.cap(), MILLISECOND, DAY),
                section.word("jitter", Gateway.Jitter.class, RETRY.jitter()));
        section.refuseUnknown();
        return retry;
    }

    private static Gateway.Verification verification(Section section) {
        Gateway.Verification verification = new Gateway.Verification(
                section.durations("after", VERIFICATION.after(), MILLISECOND, DAY.multipliedBy(7)),
                section.duration("settling_time", VERIFICATION.settlingTime(), Duration.ZERO, DAY.multipliedBy(7)),
                section.integer("misses", VERIFICATION.misses(), 1, 10),
                section.word("not_found", Gateway.NotFound.class, VERIFICATION.notFound()));
        section.refuseUnknown();
        return verification;
    }
}
