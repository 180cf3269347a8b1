package dev.kakutei.sender.gateway;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowable;
import static org.junit.jupiter.params.provider.Arguments.arguments;

import ch.qos.logback.classic.Level;
import ch.qos.logback.classic.Logger;
import ch.qos.logback.classic.spi.ILoggingEvent;
import ch.qos.logback.classic.spi.ThrowableProxyUtil;
import ch.qos.logback.core.read.ListAppender;
import dev.kakutei.boot.secret.Secrets;
import dev.kakutei.schemas.Command;
import dev.kakutei.schemas.Report;
import dev.kakutei.schemas.RequestKind;
import dev.kakutei.schemas.codec.Codecs;
import dev.kakutei.schemas.gateway.Gateway;
import dev.kakutei.sender.Fixtures;
import dev.kakutei.sender.RawServer;
import java.net.InetAddress;
import java.net.URI;
import java.net.URLEncoder;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.Base64;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.function.UnaryOperator;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;
import org.slf4j.LoggerFactory;

/**
 * SPEC F4: secrets are planted in every place that takes one, and gateways do their worst to bring them back. They are
 * looked for in reports, as they go to Kafka, in the log at its most talkative, and in exceptions.
 */
class SecretLeakTest {
    private static final String TOKEN = "plantedToken-7Qz/+\\\"x";
    private static final String PASSWORD = "planted:päss wörd%7";
    private static final String API_KEY = "plantedKey{}&=?#'";
    private static final String HMAC = "plantedHmac-signing-key";
    private static final String HEADER = "plantedHeaderValue;v=1";
    private static final String BASIC =
            Base64.getEncoder().encodeToString(("planted-user:" + PASSWORD).getBytes(UTF_8));
    private static final Map<String, String> ENVIRONMENT =
            Map.of("TOKEN", TOKEN, "PASSWORD", PASSWORD, "API_KEY", API_KEY, "HMAC", HMAC, "HEADER", HEADER);

    /** The beginnings that all of them share would be found in any form, escaped, encoded or cut off. */
    private static final List<String> TRACES = List.of("planted", BASIC.substring(0, 8));

    private static final Map<String, String> WAYS = Map.of(
            "bearer", "auth: {bearer: {env: TOKEN}}",
            "basic", "auth: {basic: {user: planted-user, password: {env: PASSWORD}}}",
            "api key", "auth: {api_key: {header: X-Key, key: {env: API_KEY}}}");

    /** What a gateway of each way has from us and may send back. */
    private static final Map<String, List<String>> ECHOED = Map.of(
            "bearer", List.of(TOKEN, HMAC, HEADER, "Bearer " + TOKEN),
            "basic", List.of(PASSWORD, HMAC, HEADER, BASIC, "Basic " + BASIC),
            "api key", List.of(API_KEY, HMAC, HEADER));

    private final ListAppender<ILoggingEvent> log = new ListAppender<>();
    private final Logger root = (Logger) LoggerFactory.getLogger(org.slf4j.Logger.ROOT_LOGGER_NAME);
    private final Logger own = (Logger) LoggerFactory.getLogger("dev.kakutei");
    private Level before;

    @BeforeEach
    void listen() {
        before = own.getLevel();
        own.setLevel(Level.TRACE);
        log.start();
        root.addAppender(log);
    }

    @AfterEach
    void stopListening() {
        root.detachAppender(log);
        own.setLevel(before);
    }

    private static Gateway gateway(URI url, String auth) {
        return Fixtures.gateway("gw", """
                class: queryable
                url: %s
                paths: {payment: /payments}
                network: {allow: [loopback]}
                connect_timeout: 1s
                headers: {X-Planted: {env: HEADER}}
                signature: {header: X-Signature, key: {env: HMAC}}
                status_query: {paths: {payment: "/payments/{request_id}"}}
                answer: {code: $.code, message: $.message, reference: $.id}
                """.formatted(url) + auth);
    }

    private void assertNothingLeaks(String text) {
        for (String trace : TRACES) {
            assertThat(text).doesNotContain(trace);
        }
    }

    private void assertLogIsClean() {
        for (ILoggingEvent event : List.copyOf(log.list)) {
            String thrown =
                    event.getThrowableProxy() == null ? "" : ThrowableProxyUtil.asString(event.getThrowableProxy());
            assertNothingLeaks(event.getFormattedMessage() + event.getArgumentArray() + thrown);
        }
    }

    private static String json(String text) {
        return text.replace("\\", "\\\\").replace("\"", "\\\"");
    }

    /** How a secret is written when it comes back. */
    private static Map<String, UnaryOperator<String>> spellings() {
        return Map.of(
                "as it is", text -> text,
                "as JSON", SecretLeakTest::json,
                "as a form", text -> URLEncoder.encode(text, UTF_8));
    }

    static Stream<Arguments> echoes() {
        List<Arguments> echoes = new ArrayList<>();
        WAYS.keySet().stream()
                .sorted()
                .forEach(way -> spellings().forEach((spelling, spell) -> {
                    String all = String.join(
                            " | ", ECHOED.get(way).stream().map(spell).toList());
                    echoes.add(arguments(way, spelling + ", in plain text", 200, "text/plain", all, ""));
                    echoes.add(arguments(
                            way, spelling + ", in an error page", 502, "text/html", "<p>" + all + "</p>", ""));
                    echoes.add(arguments(way, spelling + ", again and again", 500, "text/plain", all.repeat(200), ""));
                    if (!spelling.equals("as it is")) {
                        String fields = "{\"code\":\"%s\",\"message\":\"%s\",\"id\":\"%s\",\"x\":{\"y\":[\"%s\"]}}"
                                .formatted(all, all, all, all);
                        echoes.add(arguments(way, spelling + ", in every field", 400, "application/json", fields, ""));
                        echoes.add(arguments(way, spelling + ", in a success", 201, "application/json", fields, ""));
                    }
                    String header = all.chars().allMatch(c -> c < 0x7f) ? all : HEADER + BASIC;
                    echoes.add(arguments(
                            way,
                            spelling + ", in headers",
                            429,
                            "text/plain",
                            "",
                            "Retry-After: " + header + "\r\nDate: " + header + "\r\nX-RateLimit-Reset: " + header
                                    + "\r\n"));
                }));
        return echoes.stream();
    }

    @ParameterizedTest(name = "{index}: {0}, {1}")
    @MethodSource("echoes")
    void report_gatewayThatEchoesOurSecrets_hasNoneOfThem(
            String way, String how, int status, String type, String body, String headers) throws Exception {
        byte[] bytes = body.getBytes(UTF_8);
        RawServer.Script script = (request, socket) -> RawServer.write(
                socket,
                "HTTP/1.1 " + status + " X\r\nContent-Type: " + type + "; charset=utf-8\r\n" + headers
                        + "Content-Length: " + bytes.length + "\r\n\r\n" + body);
        try (RawServer server = new RawServer(script)) {
            carryOut(gateway(server.url(), WAYS.get(way)));
            assertThat(server.seen())
                    .hasSize(2)
                    .allSatisfy(seen -> assertThat(seen.head()).contains(HEADER));
        }
    }

    /** All of the request's head comes back: in the body, cut off anywhere, or as something that is no HTTP. */
    @ParameterizedTest(name = "{index}: {0}")
    @MethodSource("mirrors")
    void report_gatewayThatMirrorsTheRequest_hasNoSecret(String name, RawServer.Script script) throws Exception {
        for (String auth : WAYS.values()) {
            try (RawServer server = new RawServer(script)) {
                carryOut(gateway(server.url(), auth));
            }
        }
    }

    static Stream<Arguments> mirrors() {
        RawServer.Script headInBody = (request, socket) -> RawServer.answer(socket, 403, request.head());
        RawServer.Script noHttp = (request, socket) -> {
            RawServer.write(socket, request.head());
            socket.close();
        };
        RawServer.Script reason = (request, socket) -> RawServer.write(
                socket, "HTTP/1.1 500 " + request.head().replace("\r\n", " ") + "\r\nContent-Length: 0\r\n\r\n");
        RawServer.Script badHeader = (request, socket) -> {
            RawServer.write(socket, "HTTP/1.1 200 OK\r\n" + HEADER + "\u0001" + HMAC + "\r\n\r\n");
            socket.close();
        };
        RawServer.Script badLength = (request, socket) -> {
            RawServer.write(socket, "HTTP/1.1 200 OK\r\nContent-Length: " + HEADER + "\r\n\r\n");
            socket.close();
        };
        RawServer.Script badChunk = (request, socket) -> {
            RawServer.write(socket, "HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n" + HEADER + "\r\n");
            socket.close();
        };
        RawServer.Script closes = (request, socket) -> socket.close();
        RawServer.Script resets = (request, socket) -> RawServer.reset(socket);
        return Stream.of(
                arguments("the head in the body", headInBody),
                arguments("the head instead of an answer", noHttp),
                arguments("the head as a reason", reason),
                arguments("a header that is none", badHeader),
                arguments("a length that is none", badLength),
                arguments("a chunk that is none", badChunk),
                arguments("closed", closes),
                arguments("reset", resets));
    }

    @ParameterizedTest(name = "{index}: cut off after {0} bytes")
    @MethodSource("cuts")
    void report_bodyThatIsCutInTheMiddleOfASecret_hasNoneOfIt(int padding) throws Exception {
        // so much is taken out before the cut that what stands at it comes into the excerpt
        String body = "x".repeat(padding) + HEADER.repeat(300);
        try (RawServer server = new RawServer(RawServer.answering(500, body))) {
            carryOut(gateway(server.url(), WAYS.get("bearer")));
        }
    }

    static Stream<Integer> cuts() {
        return Stream.iterate(0, padding -> padding + 1).limit(HEADER.length());
    }

    @Test
    void report_gatewayThatCannotBeReached_hasNoSecret() throws Exception {
        carryOut(gateway(URI.create("http://127.0.0.1:1"), WAYS.get("basic")));
        carryOut(gateway(URI.create("https://127.0.0.1:1"), WAYS.get("api key")));
    }

    @Test
    void exceptions_secretsThatCannotBeUsed_doNotRepeatThem() {
        for (String auth : WAYS.values()) {
            Gateway gateway = gateway(URI.create("http://127.0.0.1:1"), auth);
            Map<String, String> broken = Map.of(
                    "TOKEN",
                    TOKEN + "\n",
                    "PASSWORD",
                    "",
                    "API_KEY",
                    API_KEY + "\u0000x",
                    "HEADER",
                    HEADER + "\r\nX: y");
            Throwable thrown = catchThrowable(() -> Secrets.of(gateway, broken));

            assertThat(thrown).isNotNull();
            assertNothingLeaks(thrown.toString());
            Secrets.mistakes(gateway, broken).forEach(this::assertNothingLeaks);
        }
        assertLogIsClean();
    }

    @Test
    void toString_ofEverythingThatHoldsSecrets_showsNone() throws Exception {
        for (String auth : WAYS.values()) {
            Gateway gateway = gateway(URI.create("http://127.0.0.1:1"), auth);
            GatewayCredentials credentials =
                    new GatewayCredentials(gateway.callSettings(), Secrets.of(gateway, ENVIRONMENT));
            Outgoing outgoing = credentials.addTo(
                    new RequestTemplate(gateway)
                            .send(Fixtures.payment(Fixtures.id(), Duration.ofSeconds(1)))
                            .orElseThrow(),
                    Instant.EPOCH);

            assertThat(outgoing.headers().values()).anyMatch(value -> value.contains("planted"));
            assertNothingLeaks(outgoing.toString() + credentials + Secrets.of(gateway, ENVIRONMENT));
        }
    }

    private void carryOut(Gateway gateway) throws Exception {
        try (GatewayClient client = new GatewayClient(
                gateway, "s-1", InstantSource.system(), Secrets.of(gateway, ENVIRONMENT), InetAddress::getAllByName)) {
            client.start();
            for (Command command : List.of(Fixtures.payment(Fixtures.id()), Fixtures.inquiry(RequestKind.PAYMENT))) {
                Report report = client.carryOut(command, () -> true).get(60, TimeUnit.SECONDS);
                assertNothingLeaks(new String(Codecs.REPORT.encode(report), UTF_8));
                assertNothingLeaks(report.toString());
            }
        }
        assertLogIsClean();
    }
}
