package dev.kakutei.sender.alert;

import static java.nio.charset.StandardCharsets.UTF_8;
import static java.util.Objects.requireNonNull;

import dev.kakutei.schemas.Alert;
import dev.kakutei.schemas.codec.Codecs;
import java.security.GeneralSecurityException;
import java.time.Instant;
import java.util.HexFormat;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import javax.crypto.Mac;
import javax.crypto.spec.SecretKeySpec;

/**
 * One message to the webhook: the alert as it is on its topic. Its id stays the same however often it is sent, so
 * that a receiver can drop a repetition.
 */
record WebhookMessage(String id, Event event, byte[] body, Instant at) {
    /** What it reports. */
    enum Event {
        OPENED("alert.opened"),
        /** More requests raised it since; the verifier publishes that every few minutes at most. */
        GROWN("alert.grown"),
        RESOLVED("alert.resolved");

        private final String word;

        Event(String word) {
            this.word = word;
        }

        String word() {
            return word;
        }
    }

    private static final String ALGORITHM = "HmacSHA256";

    WebhookMessage {
        requireNonNull(id, "id");
        requireNonNull(event, "event");
        requireNonNull(body, "body");
        requireNonNull(at, "at");
    }

    /** Empty for what matters less than asked for. */
    static Optional<WebhookMessage> of(Alert alert, Alert.Severity least) {
        if (alert.severity().compareTo(least) < 0) {
            return Optional.empty();
        }
        Event event = event(alert);
        String alarm = alert.alarm() == null ? alert.id() : alert.alarm();
        String id = alarm + "/" + event.word() + (event == Event.GROWN ? "/" + alert.count() : "");
        return Optional.of(new WebhookMessage(id, event, Codecs.ALERT.encode(alert), alert.at()));
    }

    private static Event event(Alert alert) {
        if (alert.resolvedAt() != null) {
            return Event.RESOLVED;
        }
        return alert.count() != null && alert.count() > 1 ? Event.GROWN : Event.OPENED;
    }

    /** The time is part of what is signed: a receiver can refuse what was recorded and sent again later. */
    Map<String, String> headers(String secret, Instant now) {
        String time = Long.toString(now.getEpochSecond());
        Map<String, String> headers = new LinkedHashMap<>();
        headers.put("Content-Type", "application/json");
        headers.put("Kakutei-Event", event.word());
        headers.put("Kakutei-Event-Id", ascii(id));
        headers.put("Kakutei-Signature", "t=" + time + ",v1=" + signature(secret, time));
        return headers;
    }

    private String signature(String secret, String time) {
        try {
            Mac mac = Mac.getInstance(ALGORITHM);
            mac.init(new SecretKeySpec(secret.getBytes(UTF_8), ALGORITHM));
            mac.update((time + ".").getBytes(UTF_8));
            return HexFormat.of().formatHex(mac.doFinal(body));
        } catch (GeneralSecurityException e) {
            throw new IllegalStateException("every Java platform has " + ALGORITHM, e);
        }
    }

    /** The name of a gateway may have any letter; a header may not. */
    private static String ascii(String text) {
        return text.replaceAll("[^!-~]", "_");
    }
}
