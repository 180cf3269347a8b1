package dev.kakutei.schemas.gateway;

import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.DeserializationFeature;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.dataformat.yaml.YAMLMapper;
import dev.kakutei.schemas.RequestKind;
import java.net.URI;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.regex.Pattern;

/** Reads a gateway file (SPEC D1). Every default of a gateway stands here. */
public final class GatewayFile {
    private static final YAMLMapper YAML = YAMLMapper.builder()
            .enable(JsonParser.Feature.STRICT_DUPLICATE_DETECTION)
            // a second document, after "---", would otherwise be left out in silence
            .enable(DeserializationFeature.FAIL_ON_TRAILING_TOKENS)
            .build();
    /** A gateway's name becomes part of a topic's. */
    private static final Pattern NAME = Pattern.compile("[a-z][a-z0-9-]{0,49}");

    private static final Duration DAY = Duration.ofDays(1);
    private static final Duration FIVE_MINUTES = Duration.ofMinutes(5);
    private static final Gateway.Retry RETRY =
            new Gateway.Retry(6, Duration.ofSeconds(5), Duration.ofSeconds(160), Gateway.Jitter.EQUAL);
    private static final Gateway.Verification VERIFICATION = new Gateway.Verification(
            Collections.nCopies(10, FIVE_MINUTES), Duration.ofMinutes(10), 2, Gateway.NotFound.FAIL);

    private static final Wire WIRE = new Wire(
            Wire.Method.POST,
            Map.of(),
            new Auth.None(),
            null,
            Wire.BodyFormat.JSON,
            Map.of(),
            Duration.ofSeconds(5),
            64 * 1024,
            List.of(),
            null);
    private static final Answering ANSWERING = new Answering(
            Criteria.NONE,
            Criteria.NONE,
            Criteria.NONE,
            Criteria.NONE,
            Criteria.NONE,
            DAY,
            Answering.Otherwise.REFUSED,
            null,
            null,
            null);

    private GatewayFile() {}

    public static Gateways read(String yaml) throws InvalidGatewayFile {
        List<String> mistakes = new ArrayList<>();
        JsonNode tree;
        try {
            tree = YAML.readTree(yaml);
        } catch (JsonProcessingException e) {
            throw new InvalidGatewayFile(List.of("line "
                    + (e.getLocation() == null ? "?" : e.getLocation().getLineNr()) + ": " + e.getOriginalMessage()));
        }
        Section file = new Section("", tree, mistakes);
        Map<String, Gateway> byName = new TreeMap<>();
        Section all = file.section("gateways");
        for (String name : all.names()) {
            if (!NAME.matcher(name).matches()) {
                all.mistake(name, "a gateway's name has 1 to 50 small letters, digits and '-'");
            }
            Gateway gateway = gateway(name, all.section(name));
            if (gateway != null) {
                byName.put(name, gateway);
            }
        }
        if (all.names().isEmpty()) {
            file.mistake("gateways", "is missing: name at least one gateway");
        }
        String first = all.names().isEmpty() ? "" : all.names().get(0);
        String fallback = known(file, "default", file.text("default", first), all);
        Map<RequestKind, String> routes = new EnumMap<>(RequestKind.class);
        Section routing = file.section("routes");
        for (RequestKind kind : RequestKind.values()) {
            if (routing.has(kind.wire())) {
                routes.put(kind, known(routing, kind.wire(), routing.text(kind.wire(), first), all));
            }
        }
        routing.refuseUnknown();
        file.refuseUnknown();
        if (!mistakes.isEmpty()) {
            throw new InvalidGatewayFile(mistakes);
        }
        return new Gateways(fallback, routes, byName);
    }

    private static String known(Section section, String entry, String name, Section all) {
        if (!all.names().isEmpty() && !all.names().contains(name)) {
            section.mistake(entry, "there is no gateway \"" + name + "\"; there are " + all.names());
        }
        return name;
    }

    private static Gateway gateway(String name, Section section) {
        GatewayClass type = section.word("class", GatewayClass.class, null);
        if (type == null && !section.has("class")) {
            section.mistake(
                    "class", "is missing: say what this gateway promises, one of " + Section.words(GatewayClass.class));
        }
        URI url = url(section);
        Map<RequestKind, String> paths = paths(section.section("paths"));
        if (paths.isEmpty()) {
            section.mistake("paths", "is missing: where orders and payments are posted, {order: /orders}");
        }
        Section idempotency = section.section("idempotency");
        String header = idempotency.text("header", null);
        Duration ttl = idempotency.duration("ttl", null, Duration.ofMinutes(1), DAY.multipliedBy(365));
        idempotency.refuseUnknown();
        if (type == GatewayClass.IDEMPOTENT && (header == null || ttl == null)) {
            section.mistake("idempotency", "an idempotent gateway needs {header: …, ttl: …}");
        }
        Gateway.StatusQuery status = section.has("status_query") ? status(section.section("status_query")) : null;
        if (type == GatewayClass.QUERYABLE && status == null) {
            section.mistake("status_query", "a queryable gateway needs {paths: {payment: /payments/{reference}}}");
        }
        Duration callTimeout =
                section.duration("call_timeout", Duration.ofSeconds(30), Duration.ofMillis(1), FIVE_MINUTES);
        Duration sendWindow =
                section.duration("send_window", Duration.ofSeconds(30), Duration.ofMillis(100), Duration.ofHours(1));
        Limits limits = new Limits(section.integer("concurrency", 4, 1, 10_000), null, null);
        Gateway.Retry retry = retry(section.section("retry"));
        Gateway.Verification verification = verification(section.section("verification"));
        section.refuseUnknown();
        if (type == null || url == null) {
            return null;
        }
        return new Gateway(
                name,
                type,
                url,
                paths,
                header,
                ttl,
                callTimeout,
                sendWindow,
                WIRE,
                ANSWERING,
                limits,
                retry,
                verification,
                status);
    }

    private static URI url(Section section) {
        String text = section.required("url", "the address that the paths are appended to");
        if (text == null) {
            return null;
        }
        try {
            URI url = URI.create(text);
            if (("http".equals(url.getScheme()) || "https".equals(url.getScheme())) && url.getHost() != null) {
                return url;
            }
        } catch (IllegalArgumentException e) {
            // told below
        }
        section.mistake("url", "must be an http or https address, not \"" + text + "\"");
        return null;
    }

    private static Map<RequestKind, String> paths(Section section) {
        Map<RequestKind, String> paths = new EnumMap<>(RequestKind.class);
        for (RequestKind kind : RequestKind.values()) {
            String path = section.text(kind.wire(), null);
            if (path == null) {
                continue;
            }
            if (!path.startsWith("/")) {
                section.mistake(kind.wire(), "must begin with '/', not \"" + path + "\"");
            }
            paths.put(kind, path);
        }
        section.refuseUnknown();
        return paths;
    }

    private static Gateway.Retry retry(Section section) {
        Duration least = Duration.ofMillis(1);
        Gateway.Retry retry = new Gateway.Retry(
                section.integer("attempts", RETRY.attempts(), 1, 100),
                section.duration("first", RETRY.first(), least, DAY),
                section.duration("cap", RETRY.cap(), least, DAY),
                section.word("jitter", Gateway.Jitter.class, RETRY.jitter()));
        section.refuseUnknown();
        return retry;
    }

    private static Gateway.Verification verification(Section section) {
        Gateway.Verification verification = new Gateway.Verification(
                section.durations("after", VERIFICATION.after(), Duration.ofMillis(1), DAY.multipliedBy(7)),
                section.duration("settling_time", VERIFICATION.settlingTime(), Duration.ZERO, DAY.multipliedBy(7)),
                section.integer("misses", VERIFICATION.misses(), 1, 10),
                section.word("not_found", Gateway.NotFound.class, VERIFICATION.notFound()));
        section.refuseUnknown();
        return verification;
    }

    /** A word with two meanings would let chance decide whether somebody is charged. */
    private static void refuseSharedWords(
            Section section, String name, Set<String> words, String otherName, Set<String> others) {
        words.stream()
                .filter(others::contains)
                .sorted()
                .forEach(word -> section.mistake(otherName, "\"" + word + "\" is also among " + name));
    }

    private static Gateway.StatusQuery status(Section section) {
        Map<RequestKind, String> paths = paths(section.section("paths"));
        if (paths.isEmpty()) {
            section.mistake("paths", "is missing: where the state is asked for, {payment: /payments/{reference}}");
        }
        Gateway.StatusQuery status = new Gateway.StatusQuery(
                paths,
                "$.status",
                section.texts("succeeded", Set.of("AUTHORIZED", "SUCCEEDED", "FILLED", "ACCEPTED")),
                section.texts("declined", Set.of("DECLINED", "REJECTED", "FAILED")),
                section.texts("pending", Set.of("PENDING", "PROCESSING")),
                Set.of(),
                Criteria.NONE,
                Criteria.NONE,
                Criteria.NONE,
                Criteria.NONE,
                "$.reference",
                "$.amount",
                "$.currency");
        section.refuseUnknown();
        refuseSharedWords(section, "succeeded", status.succeeded(), "declined", status.declined());
        refuseSharedWords(section, "succeeded", status.succeeded(), "pending", status.pending());
        refuseSharedWords(section, "declined", status.declined(), "pending", status.pending());
        return status;
    }
}
