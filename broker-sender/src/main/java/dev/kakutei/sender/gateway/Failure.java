package dev.kakutei.sender.gateway;

/**
 * How a call failed to bring an answer. The line that matters runs between those where not one byte of the request
 * left and those where it may have: the first may be tried again, the second are unknown.
 */
enum Failure {
    TOO_LATE(Reach.NOTHING_LEFT, "not_after_passed", "the command was too old to be acted on"),
    ADDRESS(Reach.NOTHING_LEFT, "address_not_allowed", "the gateway's address must not be connected to"),
    UNRESOLVED(Reach.NOTHING_LEFT, "host_unresolved", "the gateway's host name has no address"),
    REFUSED(Reach.NOTHING_LEFT, "connection_refused", "the gateway refused the connection"),
    TLS(Reach.NOTHING_LEFT, "tls_handshake_failed", "no secure connection came about"),
    CONNECT_TIMEOUT(Reach.NOTHING_LEFT, "connect_timeout", "no connection came about in time"),
    NOT_CONNECTED(Reach.NOTHING_LEFT, "not_connected", "no connection came about"),
    TIMEOUT(Reach.MAY_HAVE_LEFT, "timeout", "the gateway did not answer in time"),
    CLOSED(Reach.MAY_HAVE_LEFT, "closed_without_answer", "the gateway closed the connection without an answer"),
    RESET(Reach.MAY_HAVE_LEFT, "connection_reset", "the connection was reset before an answer"),
    TLS_ENDED(
            Reach.MAY_HAVE_LEFT,
            "tls_ended_by_gateway",
            "the gateway ended the secure connection after the handshake, perhaps for want of a client certificate"),
    TRUNCATED(Reach.MAY_HAVE_LEFT, "answer_truncated", "the answer broke off"),
    GARBLED(Reach.MAY_HAVE_LEFT, "answer_garbled", "what came back is not an HTTP answer"),
    STOPPED(Reach.MAY_HAVE_LEFT, "sender_stopped", "the sender was stopped while the call was under way"),
    BROKEN(Reach.MAY_HAVE_LEFT, "call_broken", "the call broke off");

    /** Whether the gateway can have seen anything of the request. */
    enum Reach {
        NOTHING_LEFT,
        MAY_HAVE_LEFT
    }

    private final Reach reach;
    private final String code;
    private final String sentence;

    Failure(Reach reach, String code, String sentence) {
        this.reach = reach;
        this.code = code;
        this.sentence = sentence;
    }

    Reach reach() {
        return reach;
    }

    String code() {
        return code;
    }

    String sentence() {
        return sentence;
    }
}
