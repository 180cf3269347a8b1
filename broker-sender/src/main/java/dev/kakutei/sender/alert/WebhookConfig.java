package dev.kakutei.sender.alert;

import static java.util.Objects.requireNonNull;

import dev.kakutei.schemas.Alert;
import dev.kakutei.schemas.gateway.Secret;
import java.net.URI;
import java.time.Duration;
import java.util.List;

/**
 * Where alerts are posted, and how.
 *
 * @param secret what the messages are signed with, by reference
 * @param allow addresses that the host may have though they are not public
 * @param least alerts of a lower severity are not posted
 * @param pause before the second try; it doubles up to {@code longestPause}
 * @param giveUp a message that is older is not posted any more
 */
public record WebhookConfig(
        URI url,
        Secret secret,
        List<String> allow,
        Alert.Severity least,
        Duration timeout,
        Duration pause,
        Duration longestPause,
        Duration giveUp) {
    public WebhookConfig {
        requireNonNull(url, "url");
        requireNonNull(secret, "secret");
        allow = List.copyOf(allow);
        requireNonNull(least, "least");
        requireNonNull(timeout, "timeout");
        requireNonNull(pause, "pause");
        requireNonNull(longestPause, "longestPause");
        requireNonNull(giveUp, "giveUp");
    }
}
