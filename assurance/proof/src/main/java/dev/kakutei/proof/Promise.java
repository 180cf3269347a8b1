package dev.kakutei.proof;

import java.util.EnumSet;
import java.util.List;
import java.util.Locale;
import java.util.Set;

/** What is promised, each by its name, and what must be at hand to check it. */
public enum Promise {
    ONE_EFFECT("A request takes effect at most once at the gateway.", Source.GATEWAY_EFFECTS),
    ONE_REQUEST_PER_KEY(
            "A client's idempotency key names one request, for as long as the key is kept.",
            Source.FACTS,
            Source.TABLES),
    ONE_EFFECT_PER_KEY(
            "All requests of a client's idempotency key together take effect at most once.",
            Source.FACTS,
            Source.GATEWAY_EFFECTS),
    OUTCOMES_TRUE(
            "What is settled as succeeded took effect; what is settled otherwise did not, and cannot any more.",
            Source.FACTS,
            Source.GATEWAY_EFFECTS),
    NOTHING_UNASKED(
            "The gateway was asked for nothing but what was accepted, unchanged in amount, currency and digest.",
            Source.FACTS,
            Source.GATEWAY_EFFECTS),
    NOTHING_LOST("Every request that was acknowledged to a caller is in the ledger.", Source.CALLERS, Source.TABLES),
    ALL_ANNOUNCED("Whatever is in the ledger has reached the stream.", Source.TABLES, Source.FACTS),
    FACTS_STORED("The events in Postgres are the facts of the ledger topic, one by one.", Source.TABLES, Source.FACTS),
    FACTS_DENSE("A request's facts are numbered without a gap, each once, and each a legal move.", Source.FACTS),
    SNAPSHOT_IS_FOLD("A request's row is the fold of its events.", Source.TABLES),
    AUDIT_CHAIN("The stored events of each request form an unbroken chain of hashes.", Source.TABLES),
    NO_REQUEST_STUCK(
            "Each request is settled, or has a timer that is not overdue, or waits for a person.", Source.FACTS),
    ALARM_RAISED("Whatever needs a person raised an alarm in the same moment.", Source.FACTS, Source.ALARMS),
    ALERTED(
            "Whatever needs a person is covered by an alert of its cause and gateway, which is not ended while a request"
                    + " still waits.",
            Source.FACTS,
            Source.ALERTS),
    ALERTS_STORED("The alerts in Postgres are those of their topic.", Source.ALERTS, Source.TABLES),
    ONE_RESULT(
            "A settled request has one result on its topic, and it says what was settled.",
            Source.FACTS,
            Source.RESULTS),
    SETTLED_ON_EVIDENCE("What is settled by an answer rests on a report of that answer.", Source.FACTS, Source.REPORTS),
    ATTEMPT_COMMANDED_ONCE(
            "Each attempt was commanded once, and no command has no attempt.", Source.FACTS, Source.COMMANDS),
    ATTEMPT_POSTED_ONCE(
            "Each post belongs to an attempt, and no attempt was posted twice.", Source.FACTS, Source.GATEWAY_POSTS),
    NO_POST_TOO_LATE(
            "Nothing was posted after its command's time, after the end, or after the request's own expiry.",
            Source.FACTS,
            Source.GATEWAY_POSTS),
    CALLS_IN_BOUNDS(
            "A command ends by the request's own expiry, and its call is given neither less than min_call_timeout nor more"
                    + " than the settling time is counted from.",
            Source.FACTS,
            Source.COMMANDS),
    NOT_SENT_IS_ABSENT(
            "An attempt that was reported as not sent did not arrive at the gateway.",
            Source.REPORTS,
            Source.GATEWAY_POSTS),
    LOST_POSITION_NOT_POSTED(
            "An attempt that was reported as position_lost was not posted afterwards.",
            Source.REPORTS,
            Source.GATEWAY_POSTS),
    NEITHER_POSTED_ONCE(
            "A gateway of class neither is posted a request again only after it answered that it did nothing, or a person"
                    + " accepted a second effect.",
            Source.FACTS,
            Source.REPORTS,
            Source.GATEWAY_POSTS),
    DOUBT_NOT_CLEARED(
            "That an attempt may have taken effect is neither taken back by a report that it was not made, nor forgotten"
                    + " when a later attempt ends.",
            Source.FACTS,
            Source.REPORTS),
    WITHIN_KEY_MEMORY(
            "In doubt, nothing is sent that the gateway might not recognise any more, unless a person accepted that.",
            Source.FACTS),
    NOT_FOUND_BELIEVED_LATE(
            "\"Not found\" counts only after the settling time, is believed only when heard often enough, and never of a"
                    + " request that the gateway has acknowledged.",
            Source.FACTS),
    RETRIED_WHEN_SAFE(
            "A gateway that does not forgive repetition is sent a request again only when it is known to be absent there,"
                    + " or a person accepted a second effect.",
            Source.FACTS),
    LIMITS_KEPT("Attempts and inquiries stay within their limits, unless a person wanted more.", Source.FACTS),
    NO_RETRY_TOO_EARLY("No gateway is asked again before the time it asked for, or before its turn.", Source.FACTS),
    APPROVED_BEFORE_SENT(
            "What a rule holds is sent only after a client other than its submitter approved the version that is sent.",
            Source.FACTS),
    NO_HANGING_TRANSACTION("No transaction hangs, neither in Kafka nor in Postgres.", Source.SERVERS),
    SLOT_CAUGHT_UP("The relay has read what was committed: the slot holds back no WAL.", Source.SERVERS);

    /** Where records come from. */
    public enum Source {
        /** The ledger topic. */
        FACTS,
        /** Postgres. */
        TABLES,
        COMMANDS,
        /** The topic of outcomes. */
        REPORTS,
        RESULTS,
        /** What requests raised; kept for a day. */
        ALARMS,
        /** What was published of it. */
        ALERTS,
        /** A gateway's journal or settlement file. */
        GATEWAY_EFFECTS,
        /** A gateway's journal that also has what was posted. */
        GATEWAY_POSTS,
        /** A caller's log of what was answered to it. */
        CALLERS,
        /** Kafka and Postgres themselves, running. */
        SERVERS;

        public String word() {
            return name().toLowerCase(Locale.ROOT).replace('_', ' ');
        }
    }

    private final String sentence;
    private final Set<Source> needs;

    Promise(String sentence, Source... needs) {
        this.sentence = sentence;
        this.needs = EnumSet.copyOf(List.of(needs));
    }

    public String sentence() {
        return sentence;
    }

    public Set<Source> needs() {
        return EnumSet.copyOf(needs);
    }

    /** As reports name it. */
    public String word() {
        return name().toLowerCase(Locale.ROOT).replace('_', '-');
    }
}
