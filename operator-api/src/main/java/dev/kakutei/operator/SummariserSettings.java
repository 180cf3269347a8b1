package dev.kakutei.operator;

import dev.kakutei.boot.Settings;
import dev.kakutei.boot.http.AddressSettings;
import dev.kakutei.boot.secret.ReferencedSecret;
import dev.kakutei.operator.summary.SummariserConfig;
import dev.kakutei.schemas.gateway.Secret;
import java.net.URI;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** What can be set about the summariser. */
final class SummariserSettings {
    private static final String URL = "ingest.summariser.url";
    private static final String TOKEN = "ingest.summariser.token";
    private static final String ALLOW = "ingest.summariser.allow";
    private static final String NAME = "ingest.summariser.name";

    private SummariserSettings() {}

    /** Empty where nothing is summarised. */
    static Optional<SummariserConfig> read(Settings settings, Map<String, String> environment) {
        String url = settings.text(
                URL,
                "",
                "where submissions that wait for approval are posted to be summarised; the same for all instances;"
                        + " empty: nowhere");
        String reference =
                settings.text(TOKEN, "", "a bearer token for it, by reference: env:NAME or file:PATH; empty: none");
        List<String> allow = AddressSettings.allow(
                settings,
                ALLOW,
                "addresses that its host may have though they are not public: loopback, private,"
                        + " link_local or ranges, separated by commas");
        Duration timeout = settings.duration(
                "ingest.summariser.timeout",
                Duration.ofSeconds(30),
                Duration.ofMillis(100),
                Duration.ofMinutes(5),
                "timeout of a call to the summariser");
        int attempts = settings.integer(
                "ingest.summariser.attempts",
                3,
                1,
                10,
                "calls for one submission, by all instances together; then it gets no summary");
        int concurrency = settings.integer(
                "ingest.summariser.concurrency", 2, 1, 32, "calls of one instance to the summariser at once");
        String name = settings.text(NAME, "summariser", "the name that the timeline shows for summaries it attached");
        if (!name.matches("[a-z0-9][a-z0-9-]{0,49}")) {
            settings.mistake(NAME, "must have 1 to 50 small letters, digits and '-', and begin with none of '-'");
        }
        if (url.isEmpty()) {
            if (!reference.isEmpty()) {
                settings.mistake(URL, "is missing, though there is a token for it");
            }
            return Optional.empty();
        }
        Optional<URI> address = AddressSettings.url(settings, URL, url)
                .filter(to -> AddressSettings.permits(settings, URL, to, allow, ALLOW));
        Optional<Secret> token = reference.isEmpty() ? Optional.empty() : token(settings, reference, environment);
        return address.map(where -> new SummariserConfig(where, token, allow, timeout, attempts, concurrency, name));
    }

    private static Optional<Secret> token(Settings settings, String reference, Map<String, String> environment) {
        Optional<Secret> secret = ReferencedSecret.reference(reference);
        if (secret.isEmpty()) {
            settings.mistake(TOKEN, "must be env:NAME or file:PATH; a secret must not be written into the settings");
            return Optional.empty();
        }
        Optional<String> mistake = ReferencedSecret.headerMistake(TOKEN, secret.get(), environment);
        mistake.ifPresent(why -> settings.mistake(TOKEN, why));
        return mistake.isPresent() ? Optional.empty() : secret;
    }
}
