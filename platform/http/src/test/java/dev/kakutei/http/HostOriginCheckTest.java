package dev.kakutei.http;

import static org.assertj.core.api.Assertions.assertThat;

import dev.kakutei.access.OpenAuthenticator;
import java.time.Duration;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Which Host and Origin headers are accepted while access is open. */
class HostOriginCheckTest {
    @ParameterizedTest
    @CsvSource(
            nullValues = "-",
            value = {
                // listens on, method, Host, Origin, what is refused
                "127.0.0.1, GET,  127.0.0.1:8080,     -, -",
                "127.0.0.1, GET,  localhost:8080,     -, -",
                "127.0.0.1, GET,  LOCALHOST,          -, -",
                "127.0.0.1, GET,  console.localhost,  -, -",
                "127.0.0.1, GET,  '[::1]:8080',       -, -",
                "127.0.0.1, GET,  127.9.9.9,          -, -",
                "127.0.0.1, GET,  -,                  -, -",
                "127.0.0.1, GET,  evil.example,       -, foreign-host",
                "127.0.0.1, GET,  localhost.evil.com, -, foreign-host",
                "127.0.0.1, GET,  127.0.0.1.evil.com, -, foreign-host",
                "127.0.0.1, GET,  evil,               -, foreign-host",
                "127.0.0.1, GET,  '',                 -, foreign-host",
                "127.0.0.1, GET,  192.168.1.5,        -, foreign-host",
                "localhost, GET,  localhost:80,       -, -",
                "127.0.0.1, POST, localhost:8080, http://localhost:8080, -",
                "127.0.0.1, POST, localhost:8080, https://localhost:8080, -",
                "127.0.0.1, POST, localhost:8080, -, -",
                "127.0.0.1, POST, localhost:8080, http://localhost:9090, foreign-origin",
                "127.0.0.1, POST, localhost:8080, http://127.0.0.1:8080, foreign-origin",
                "127.0.0.1, POST, localhost:8080, null, foreign-origin",
                "127.0.0.1, POST, localhost:8080, https://evil.example, foreign-origin",
                "127.0.0.1, POST, localhost:8080, 'not an origin', foreign-origin",
                "127.0.0.1, POST, -,              https://evil.example, foreign-origin",
                "127.0.0.1, DELETE, localhost,    https://evil.example, foreign-origin",
                "127.0.0.1, GET,  localhost,      https://evil.example, -",
                // Open to the network: addresses, and names that no outsider can rebind.
                "0.0.0.0, GET,  192.168.1.5:8080, -, -",
                "0.0.0.0, GET,  ingest:8080,      -, -",
                "0.0.0.0, GET,  '[fe80::1]:8080', -, -",
                "0.0.0.0, GET,  evil.example,     -, foreign-host",
                "0.0.0.0, POST, ingest:8080, http://ingest:8080, -",
                "0.0.0.0, POST, ingest:8080, https://evil.example, foreign-origin",
            })
    void objection_table_holds(String listensOn, String method, String host, String origin, String refused) {
        OpenAuthenticator.Reach reach =
                listensOn.equals("0.0.0.0") ? OpenAuthenticator.Reach.NETWORK : OpenAuthenticator.Reach.THIS_MACHINE;
        Map<String, String> headers = new HashMap<>();
        putIfThere(headers, "host", host);
        putIfThere(headers, "Origin", origin);

        assertThat(check(listensOn).objection(reach, method, headers).map(Problem::type))
                .isEqualTo(Optional.ofNullable(refused));
    }

    /** A proxy on this machine would let in everyone who reaches the proxy. */
    @ParameterizedTest
    @ValueSource(
            strings = {
                "Forwarded",
                "Via",
                "X-Forwarded-For",
                "x-forwarded-proto",
                "X-Forwarded",
                "X-Original-Host",
                "X-Real-IP"
            })
    void objection_toWhatAProxyAdds_namesTheHeader(String header) {
        Map<String, String> headers = Map.of("Host", "localhost", header, "1.2.3.4");

        Problem problem = check("127.0.0.1")
                .objection(OpenAuthenticator.Reach.THIS_MACHINE, "GET", headers)
                .orElseThrow();

        assertThat(problem.type()).isEqualTo("forwarded-call");
        assertThat(problem.detail()).contains(header, "ingest.access=keys");
        // Where it is meant to serve a network, something in front of it may be what guards it.
        assertThat(check("127.0.0.1").objection(OpenAuthenticator.Reach.NETWORK, "GET", headers))
                .isEmpty();
        Map<String, String> direct = Map.of("Host", "localhost");
        assertThat(check("127.0.0.1").objection(OpenAuthenticator.Reach.THIS_MACHINE, "GET", direct))
                .isEmpty();
    }

    private static void putIfThere(Map<String, String> headers, String name, String value) {
        if (value != null) {
            headers.put(name, value);
        }
    }

    private static HostOriginCheck check(String listensOn) {
        return new HostOriginCheck(new HttpConfig(
                listensOn,
                8080,
                Optional.empty(),
                10_000,
                0,
                Duration.ofSeconds(5),
                new DeadlineRule(Duration.ofSeconds(20), Duration.ofSeconds(20))));
    }
}
