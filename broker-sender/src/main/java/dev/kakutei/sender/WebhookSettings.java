package dev.kakutei.sender;

import dev.kakutei.boot.Settings;
import dev.kakutei.boot.http.AddressSettings;
import dev.kakutei.boot.network.HostList;
import dev.kakutei.boot.secret.ReferencedSecret;
import dev.kakutei.schemas.Alert;
import dev.kakutei.schemas.gateway.Secret;
import dev.kakutei.sender.alert.WebhookConfig;
import java.net.URI;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** What can be set about the webhook. The sender's rules for hosts and addresses hold for it as for gateways. */
final class WebhookSettings {
    private static final String URL = "sender.alert.url";
    private static final String SECRET = "sender.alert.secret";
    private static final Duration LONGEST_PAUSE = Duration.ofMinutes(1);

    private WebhookSettings() {}

    /** Empty where alerts are not posted to a webhook. */
    static Optional<WebhookConfig> read(
            Settings settings, HostList hosts, List<String> allow, Map<String, String> environment) {
        String url = settings.text(
                URL, "", "where alerts are posted, when they begin and when they are over; empty: nowhere");
        String reference = settings.text(
                SECRET,
                "",
                "what these messages are signed with, by reference: env:NAME or file:PATH; needed with a url");
        Alert.Severity least = settings.word(
                "sender.alert.severity",
                Alert.Severity.class,
                Alert.Severity.MEDIUM,
                "alerts of a lower severity are not posted to the webhook");
        Duration timeout = settings.duration(
                "sender.alert.timeout",
                Duration.ofSeconds(10),
                Duration.ofMillis(100),
                Duration.ofMinutes(1),
                "how long the webhook may take for an answer");
        Duration pause = settings.duration(
                "sender.alert.pause",
                Duration.ofSeconds(1),
                Duration.ofMillis(10),
                LONGEST_PAUSE,
                "before the second try; it doubles up to 1m");
        Duration giveUp = settings.duration(
                "sender.alert.give-up",
                Duration.ofHours(24),
                Duration.ofMinutes(1),
                Duration.ofDays(30),
                "an alert that the webhook has not taken after so long is not posted any more");
        if (url.isEmpty()) {
            if (!reference.isEmpty()) {
                settings.mistake(URL, "is missing, though sender.alert.secret is set");
            }
            return Optional.empty();
        }
        Optional<URI> address = address(settings, url, hosts, allow);
        Optional<Secret> secret = secret(settings, reference, environment);
        return address.isEmpty() || secret.isEmpty()
                ? Optional.empty()
                : Optional.of(new WebhookConfig(
                        address.get(), secret.get(), allow, least, timeout, pause, LONGEST_PAUSE, giveUp));
    }

    private static Optional<URI> address(Settings settings, String url, HostList hosts, List<String> allow) {
        Optional<URI> address = AddressSettings.url(settings, URL, url);
        if (address.isEmpty()) {
            return address;
        }
        if (!hosts.allows(address.get())) {
            settings.mistake(URL, "the host " + address.get().getHost() + " is not among sender.hosts");
            return Optional.empty();
        }
        return address.filter(to -> AddressSettings.permits(settings, URL, to, allow, "sender.allow"));
    }

    private static Optional<Secret> secret(Settings settings, String reference, Map<String, String> environment) {
        Optional<Secret> secret = ReferencedSecret.reference(reference);
        if (secret.isEmpty()) {
            settings.mistake(
                    SECRET,
                    reference.isEmpty()
                            ? "is missing: receivers verify our messages with it; env:NAME or file:PATH"
                            : "must be env:NAME or file:PATH; a secret must not be written into the settings");
            return Optional.empty();
        }
        Optional<String> mistake = ReferencedSecret.mistake(SECRET, secret.get(), environment);
        mistake.ifPresent(why -> settings.mistake(SECRET, why));
        return mistake.isPresent() ? Optional.empty() : secret;
    }
}
