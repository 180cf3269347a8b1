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
 * One message to the webhook: the alert as it stands on its topic. Its id stays the same however often it is sent, so
 * that a receiver can drop a repetition.
 */
record Notice(String id, Event event, byte[] body, Instant at) {
    /** What it tells. */
    enum Event {
        OPENED("alert.opened"),
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

    Notice {
        requireNonNull(id, "id");
        requireNonNull(event, "event");
        requireNonNull(body, "body");
        requireNonNull(at, "at");
    }

    /** Empty for what matters less than asked for, and for counts in between: those are on the topic and in the table. */
    static Optional<Notice> of(Alert alert, Alert.Severity least) {
        if (alert.severity().compareTo(least) < 0) {
            return Optional.empty();
        }
        boolean over = alert.resolvedAt() != null;
        if (!over && alert.count() != null && alert.count() > 1) {
            return Optional.empty();
        }
        Event event = over ? Event.RESOLVED : Event.OPENED;
        String alarm = alert.alarm() == null ? alert.id() : alert.alarm();
        return Optional.of(new Notice(alarm + "/" + event.word(), event, Codecs.ALERT.encode(alert), alert.at()));
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
