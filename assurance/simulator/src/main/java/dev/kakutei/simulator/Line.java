package dev.kakutei.simulator;

import java.time.Instant;

/** A journal line in the making: the request processor says what happened, the stamp says when and at which number. */
final class Line {
    private final JournalEntry.Type type;
    private final Post what;
    private final long post;
    private final int nth;
    private String behaviour;
    private Integer http;
    private String id;
    private GatewayStatus status;
    private Instant due;
    private GatewayStatus settlesTo;
    private Long replayOf;

    Line(JournalEntry.Type type, Post what, long post, int nth) {
        this.type = type;
        this.what = what;
        this.post = post;
        this.nth = nth;
    }

    Line behaviour(String value) {
        behaviour = value;
        return this;
    }

    Line http(int value) {
        http = value;
        return this;
    }

    Line effect(String effectId, GatewayStatus value) {
        id = effectId;
        status = value;
        return this;
    }

    Line due(Instant value, GatewayStatus then) {
        due = value;
        settlesTo = then;
        return this;
    }

    Line replayOf(Long value) {
        replayOf = value;
        return this;
    }

    JournalEntry stamped(long seq, Instant at, long nanos) {
        return new JournalEntry(
                seq,
                at,
                nanos,
                type,
                post,
                nth,
                what.subject().kind(),
                what.subject().reference(),
                what.key(),
                what.attempt(),
                what.traceparent(),
                what.amount(),
                what.currency(),
                what.quantity(),
                what.instrument(),
                what.digest(),
                behaviour,
                http,
                id,
                status,
                due,
                settlesTo,
                replayOf);
    }
}
