package dev.kakutei.boot.network;

import static org.assertj.core.api.Assertions.assertThat;

import java.net.URI;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class HostListTest {
    @ParameterizedTest(name = "{index}: \"{0}\" lets {1}: {2}")
    @CsvSource(
            delimiter = '|',
            value = {
                "''                          | https://anything.example           | true",
                "api.bank.example            | https://api.bank.example/v1        | true",
                "api.bank.example            | https://API.Bank.Example:8443      | true",
                "api.bank.example            | https://api.bank.example.          | true",
                "API.bank.example.           | https://api.bank.example           | true",
                "api.bank.example            | https://api.bank.example.evil.test | false",
                "api.bank.example            | https://xapi.bank.example          | false",
                "api.bank.example            | https://bank.example               | false",
                "*.bank.example              | https://api.bank.example           | true",
                "*.bank.example              | https://a.b.bank.example           | true",
                "*.bank.example              | https://bank.example               | false",
                "*.bank.example              | https://evilbank.example           | false",
                "*.bank.example              | https://bank.example.evil.test     | false",
                "a.example , *.b.example     | https://x.b.example                | true",
                "a.example , *.b.example     | https://b.example                  | false",
                "127.0.0.1                   | http://127.0.0.1:8080              | true",
                "127.0.0.1                   | http://127.1:8080                  | false",
                "::1                         | http://[::1]:8080                  | true",
                "[::1]                       | http://[::1]                       | true",
            })
    void allows_url_goesByTheWholeName(String list, String url, boolean lets) {
        URI uri = URI.create(url);
        URI named = uri.getHost() == null ? URI.create("http://not-a-host") : uri;

        assertThat(HostList.of(list).allows(named)).isEqualTo(lets);
        assertThat(HostList.of(list).mistakes()).isEmpty();
    }

    @ParameterizedTest
    @ValueSource(
            strings = {"https://a.example", "a.example/x", "*", "*example.com", "a.*.example", "a b", "a..b", "-a"})
    void mistakes_entryThatCanMatchNothing_isReported(String entry) {
        assertThat(HostList.of("good.example," + entry).mistakes())
                .singleElement()
                .asString()
                .contains(entry);
    }
}
