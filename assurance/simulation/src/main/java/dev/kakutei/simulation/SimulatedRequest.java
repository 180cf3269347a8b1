package dev.kakutei.simulation;

import dev.kakutei.ledger.Entry;
import dev.kakutei.schemas.LedgerEvent;
import dev.kakutei.schemas.OperatorAction;
import java.time.Instant;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;

/** One request: what the ledger holds of it, and what is true. Reused: millions are needed. */
final class SimulatedRequest {
    static final long NEVER = Long.MAX_VALUE;

    final int number;
    private final List<SimulatedPost> posts = new ArrayList<>();
    private int postCount;

    LedgerEvent accepted;
    /** Where it is sent to. */
    GatewayTruth gateway;
    /** The request's own, whatever the ledger is given. */
    Instant expiresAt;
    /** That of its first version. */
    Instant firstExpiresAt;

    // what the shell stores
    Entry entry;
    /** When the shell's timer is set to, in its clock. */
    long armedAt;

    long tickDelay;

    /** The shell holds nothing of it any more. */
    boolean removed;
    /** The shell took it for something that was removed, though it was not known before. */
    boolean refused;

    /** When it was accepted in truth. */
    long submittedAt;
    /** How often records were lost while it was open. */
    int losses;
    /** What was written of it. */
    final Journal journal = new Journal();

    // what the shell published
    Entry folded;
    int results;
    /** The gateway asked not to be sent anything before then. */
    long noSendBefore;
    /** A quota makes sending useless before then. */
    long quotaUntil;
    /** The gateway asked not to be asked before then. */
    long noInquiryBefore;

    /** When the last question was commanded. */
    long inquiredAt;
    /** The causes that are raised for the state it is in, each with the gateway at which it was raised. */
    final Map<String, String> raised = new HashMap<>();
    /** The attempts that a person had made, and accepted what may come of them, as far as facts say so. */
    final BitSet acceptedAttempts = new BitSet();
    /** How many there were in truth. */
    int secondEffectsAccepted;
    /** Success is known, but whether it is the last attempt's is not. */
    boolean suspected;

    /** The ledger has a report that the gateway has it, under its own reference. */
    boolean acknowledged;
    /** The gateway says "not found" to every question from then on, whatever it has. */
    boolean askedByWrongId;

    // actions
    /** An operator held it, and has not released it. */
    boolean onHold;
    /** The actions that were decided on, so that one that comes again is known. */
    final List<OperatorAction> decidedActions = new ArrayList<>();

    // approval
    /** It is worth a rule's while. */
    boolean large;
    /** A rule holds it, or held it. */
    boolean held;
    /** Which version was handed in last, as published. */
    int version;
    /** Which version was approved last, as published; 0 for none. */
    int approvedVersion;
    /** Which version's document the shell has. */
    int document;
    /** Comments that were given, each once. */
    final Set<String> said = new HashSet<>();

    /** By the event that brought a version, as published: the event of its summary; 0 for none. */
    final Map<Integer, Integer> summaries = new TreeMap<>();

    /** Its submitter came soon after it was returned. */
    boolean hurried;

    // what the gateway did
    int effects;
    /** The post that the gateway remembers our key from; null for none. */
    SimulatedPost remembered;

    long keyExpiresAt;

    SimulatedRequest(int number) {
        this.number = number;
    }

    void begin(LedgerEvent first, Instant expiry, GatewayTruth at) {
        accepted = first;
        expiresAt = expiry;
        firstExpiresAt = expiry;
        gateway = at;
        postCount = 0;
        entry = null;
        armedAt = NEVER;
        removed = false;
        refused = false;
        folded = null;
        results = 0;
        onHold = false;
        decidedActions.clear();
        noSendBefore = Long.MIN_VALUE;
        quotaUntil = Long.MIN_VALUE;
        noInquiryBefore = Long.MIN_VALUE;
        inquiredAt = Long.MIN_VALUE;
        acceptedAttempts.clear();
        secondEffectsAccepted = 0;
        losses = 0;
        journal.clear();
        suspected = false;
        acknowledged = false;
        askedByWrongId = false;
        large = false;
        held = false;
        version = 1;
        approvedVersion = 0;
        document = 1;
        said.clear();
        summaries.clear();
        hurried = false;
        raised.clear();
        effects = 0;
        remembered = null;
        keyExpiresAt = NEVER;
    }

    /** What is settled of it, whether the shell remembers it or not; null where it is not known. */
    Entry lastState() {
        return removed ? folded : entry;
    }

    SimulatedPost newPost(int attempt, int key) {
        if (postCount == posts.size()) {
            posts.add(new SimulatedPost());
        }
        SimulatedPost post = posts.get(postCount++);
        post.begin(this, attempt, key);
        return post;
    }

    /** The highest attempt that was commanded between the two times; 0 for none. */
    int lastAttempt(long from, long until) {
        int last = 0;
        for (int i = 0; i < postCount; i++) {
            SimulatedPost post = posts.get(i);
            last = post.issuedAt >= from && post.issuedAt <= until ? Math.max(last, post.attempt) : last;
        }
        return last;
    }

    /** The gateways that attempts were commanded to between the two times. */
    void commandedTo(Set<String> gateways, long from, long until) {
        for (int i = 0; i < postCount; i++) {
            SimulatedPost post = posts.get(i);
            if (post.issuedAt >= from && post.issuedAt <= until) {
                gateways.add(post.gateway.name());
            }
        }
    }

    int postCount() {
        return postCount;
    }

    SimulatedPost post(int index) {
        return posts.get(index);
    }

    String name() {
        return "request " + number;
    }
}
