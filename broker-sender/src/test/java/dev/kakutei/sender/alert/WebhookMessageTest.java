package dev.kakutei.sender.alert;

import static org.assertj.core.api.Assertions.assertThat;

import dev.kakutei.schemas.Alert;
import java.time.Duration;
import java.time.Instant;
import java.util.Map;
import org.junit.jupiter.api.Test;

class WebhookMessageTest {
    private static final Instant T0 = Instant.parse("2026-03-02T01:02:03Z");

    @Test
    void of_firstGrowthAndLast_areMessagesOfTheirOwn() {
        assertThat(WebhookMessage.of(alert(Alert.Severity.HIGH, 1, null), Alert.Severity.MEDIUM))
                .get()
                .extracting(WebhookMessage::event)
                .isEqualTo(WebhookMessage.Event.OPENED);
        assertThat(WebhookMessage.of(alert(Alert.Severity.HIGH, 7, null), Alert.Severity.MEDIUM))
                .get()
                .satisfies(grown -> assertThat(grown.event()).isEqualTo(WebhookMessage.Event.GROWN))
                .extracting(WebhookMessage::id)
                .isEqualTo("verification_failed/bänk@x/alert.grown/7");
        assertThat(WebhookMessage.of(alert(Alert.Severity.HIGH, 7, T0), Alert.Severity.MEDIUM))
                .get()
                .extracting(WebhookMessage::event)
                .isEqualTo(WebhookMessage.Event.RESOLVED);
    }

    @Test
    void of_lowerSeverity_isEmpty() {
        assertThat(WebhookMessage.of(alert(Alert.Severity.LOW, 1, null), Alert.Severity.MEDIUM))
                .isEmpty();
        assertThat(WebhookMessage.of(alert(Alert.Severity.MEDIUM, 1, null), Alert.Severity.MEDIUM))
                .isPresent();
    }

    @Test
    void headers_sameMessageSentLater_haveTheSameIdAndAnotherSignature() {
        WebhookMessage message = WebhookMessage.of(alert(Alert.Severity.HIGH, 1, null), Alert.Severity.LOW)
                .orElseThrow();
        Map<String, String> one = message.headers("secret", T0);
        Map<String, String> later = message.headers("secret", T0.plusSeconds(1));
        assertThat(one).containsEntry("Kakutei-Event-Id", "verification_failed/b_nk@x/alert.opened");
        assertThat(later.get("Kakutei-Event-Id")).isEqualTo(one.get("Kakutei-Event-Id"));
        assertThat(later.get("Kakutei-Signature")).isNotEqualTo(one.get("Kakutei-Signature"));
        assertThat(one.get("Kakutei-Signature")).matches("t=1772413323,v1=[0-9a-f]{64}");
        assertThat(message.headers("another", T0).get("Kakutei-Signature")).isNotEqualTo(one.get("Kakutei-Signature"));
    }

    @Test
    void backoff_failures_doubleUpToTheLimitAndRestartAfterASuccess() {
        RetryBackoff backoff = new RetryBackoff(Duration.ofSeconds(1), Duration.ofSeconds(5));
        long[] pauses = {1, 2, 4, 5, 5};
        long now = 0;
        for (long pause : pauses) {
            backoff.failed(now);
            assertThat(backoff.isOver(now + Duration.ofSeconds(pause).toNanos() - 1))
                    .isFalse();
            now += Duration.ofSeconds(pause).toNanos();
            assertThat(backoff.isOver(now)).isTrue();
        }
        backoff.over();
        assertThat(backoff.failed(now)).isEqualTo(1);
        assertThat(backoff.isOver(now + Duration.ofSeconds(1).toNanos())).isTrue();
    }

    static Alert alert(Alert.Severity severity, long count, Instant resolvedAt) {
        return new Alert(
                "a/1",
                severity,
                "verification_failed",
                null,
                "bänk",
                "look",
                T0,
                "verification_failed/bänk@x",
                T0,
                count,
                resolvedAt);
    }
}
