package dev.kakutei.simulation;

/** What can go wrong in a simulated world, and how often it does where it may. */
public enum SimulatedFault {
    // the shell of the ledger
    ANNOUNCED_AGAIN(3, "an accepted request was announced again"),
    ANNOUNCED_LATE(3, "a request was announced again when it may have been removed"),
    CRASH_BEFORE_COMMIT(12, "the shell died before its transaction was committed"),
    CRASH_AFTER_COMMIT(12, "the shell died after its transaction was committed"),
    CONFIGURATION_CHANGED(4, "the shell restarted with another configuration"),
    CONFIGURATION_RELOADED(3, "the configuration changes while the shell runs"),
    GATEWAY_REMOVED(4, "a gateway leaves the configuration"),
    RECORDS_LOST(4, "Kafka will lose records"),
    POSTGRES_PUT_BACK(4, "Postgres will be put back to an earlier time"),
    STATE_LOST(12, "a changelog of the shell alone lost its end"),
    PROJECTION_LATE(4, "Postgres has a fact late"),
    IDLE_TICK(4, "a timer fired for nothing"),
    LATE_TICK(4, "a timer fired late"),
    // the sender and the topics around it
    LANE_DELAYED(5, "a command waited long in its lane"),
    SENDER_PAUSED(5, "the sender was paused before its check"),
    PAUSED_IN_WINDOW(5, "the sender was paused between its check and the write"),
    CRASH_BEFORE_POST(8, "the sender died after its commit and before the post"),
    CRASH_AFTER_POST(8, "the sender died after the post"),
    POSITION_LOST(6, "the sender read a command without a committed position"),
    REPORT_LATE(5, "a report came very late"),
    REPORT_REPEATED(4, "a report came twice"),
    READ_AGAIN(6, "a command was read again, too old, after its attempt was reported"),
    // the network
    CONNECTION_REFUSED(6, "no connection came about"),
    REQUEST_LOST(8, "the request never reached the gateway"),
    REQUEST_LATE(6, "the request reached the gateway late"),
    ANSWER_LOST(6, "the answer was lost"),
    ANSWER_LATE(6, "the answer was slow"),
    // the gateway, within its contract
    ERROR_BEFORE_WORK(8, "500, 502, 504 or 408, and nothing was done"),
    ERROR_AFTER_WORK(8, "500, 502, 504 or 408, and the work was done or will be"),
    BUSY(10, "503"),
    RATE_LIMITED(6, "429"),
    QUOTA(10, "429 until the period of a quota ends"),
    DECLINED(8, "declined"),
    INVALID(14, "400"),
    DECIDED_LATER(6, "202, and the decision comes later"),
    ACKNOWLEDGED(1, "the 202 has the gateway's own reference"),
    ASKED_BY_WRONG_ID(1, "the gateway is asked by an id that it does not know from now on"),
    SLOW_WORK(6, "the work took long"),
    SEEN_LATE(3, "what was done could not be seen for a while"),
    ERROR_REPLAYED(6, "500, 502, 504 or 408 for a key that is known"),
    MAINTENANCE(5, "the gateway was under maintenance"),
    INQUIRY_LOST(8, "an inquiry got no report"),
    INQUIRY_REFUSED(16, "the gateway refused a status query"),
    QUERIES_DISTRUSTED(4, "every status query at the gateway seems to find nothing"),
    KEY_EXPIRED(1, "the gateway dropped a key when its time to live was over"),
    // clocks
    SENDER_SKEWED(2, "the sender's clock differs from the ledger's"),
    CLOCK_BACK(3, "the clock was set back"),
    CLOCK_FORWARD(3, "the clock jumped forward"),
    // people, who report the truth and act within their rights
    PERSON_ACTS(3, "a person looks at it now and then"),
    ACTION_REPEATED(3, "an action came twice"),
    ACTION_OUTDATED(4, "an action was based on an earlier state"),
    ROLE_MISSING(8, "an action came from a person without the role for it"),
    LARGE_AMOUNT(4, "a rule may hold the request for approval"),
    APPROVER_ACTS(3, "approvers and submitters look at it now and then"),
    RESUBMITTED_ELSEWHERE(2, "a request was resubmitted to another gateway"),
    OWN_REQUEST(4, "a submitter tries to decide on a request of their own"),
    // the request itself
    LATER_REQUEST(2, "a request came when others may have been removed"),
    EXPIRY(3, "the request expires"),
    // beyond the contract: nothing can be promised then but that evidence is kept
    WORD_BROKEN(8, "the gateway breaks its word");

    private final int oneIn;
    private final String description;

    SimulatedFault(int oneIn, String description) {
        this.oneIn = oneIn;
        this.description = description;
    }

    int oneIn() {
        return oneIn;
    }

    String description() {
        return description;
    }
}
