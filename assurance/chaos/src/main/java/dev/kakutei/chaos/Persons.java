package dev.kakutei.chaos;

import com.fasterxml.jackson.databind.JsonNode;
import dev.kakutei.boot.thread.DaemonThreads;
import java.io.IOException;
import java.net.URI;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import java.util.function.Supplier;

/** Approvers, submitters who resubmit, and an operator, at work while everything is attacked, until all is at rest. */
final class Persons implements AutoCloseable {
    /** Longer than a post can be on its way: its command's time, the call, the network, the gateway, and a jumping clock. */
    static final Duration NOTHING_ON_ITS_WAY = Duration.ofSeconds(30);

    private static final long EVERY_MILLIS = 400;
    /** Each has requests of its own: one alone, who waits for every answer, would be behind for longer than the attack. */
    private static final int APPROVERS = 4;

    private static final Duration LAST_TURN = Duration.ofSeconds(20);
    /** From an action that was answered to the last row of it, on a machine that is busy and well. */
    private static final Duration WRITTEN_WITHIN = Duration.ofSeconds(5);

    /** In one turn, so that everybody's turn comes. */
    private static final int ACTIONS_A_TURN = 4;

    /** What waits for an operator, and what goes on without one. */
    private static final List<String> OPERATORS =
            List.of("held,verification_failed", "retrying,verifying,pending_approval");

    private final Person approver;
    private final Person submitter;
    private final Person summariser;
    private final Person operator;
    private final GatewayJournal journal;
    private final RandomActions dice;
    private final long seed;
    private final String client;
    private final Consumer<String> problems;
    private final Map<String, Integer> answers = new TreeMap<>();
    /** By request: its last attempt as it was first seen, and when. */
    private final Map<String, FirstSeen> firstSeen = new HashMap<>();
    /** By request: how it was when it was looked at last. What was refused is refused again until that changes. */
    private final Map<String, String> lookedAt = new HashMap<>();

    private final ScheduledExecutorService clock =
            Executors.newScheduledThreadPool(APPROVERS + 1, DaemonThreads.named("persons"));
    private volatile RandomActions.Phase phase = RandomActions.Phase.ATTACK;

    private record FirstSeen(int attempts, long atNanos) {}

    /** @param problems receives what should never happen */
    Persons(
            Supplier<List<URI>> instances,
            Access access,
            GatewayJournal journal,
            long seed,
            Consumer<String> problems) {
        this.approver = new Person(instances, access.approverKey());
        this.submitter = new Person(instances, access.submitterKey());
        this.summariser = new Person(instances, access.summariserKey());
        this.operator = new Person(instances, access.operatorKey());
        this.client = Access.SUBMITTER;
        this.journal = journal;
        this.dice = new RandomActions(seed);
        this.seed = seed;
        this.problems = problems;
    }

    void start() {
        for (int number = 0; number < APPROVERS; number++) {
            int one = number;
            clock.scheduleWithFixedDelay(
                    () -> turn(() -> decide(one)), EVERY_MILLIS, EVERY_MILLIS, TimeUnit.MILLISECONDS);
        }
        clock.scheduleWithFixedDelay(() -> turn(this::operate), EVERY_MILLIS, EVERY_MILLIS, TimeUnit.MILLISECONDS);
    }

    /** From now on they only bring things to their end. */
    void comeToRest() {
        phase = RandomActions.Phase.REST;
    }

    /** How often each kind of action was answered with each status; 0 stands for no answer. */
    synchronized Map<String, Integer> answers() {
        return new TreeMap<>(answers);
    }

    /** Something to do that takes time. */
    private interface Work {
        void run() throws InterruptedException, IOException;
    }

    private void turn(Work work) {
        try {
            work.run();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        } catch (IOException | RuntimeException e) {
            // A task that throws would never run again.
            problems.accept("a person cannot go on: " + e);
        }
    }

    private void decide(int number) throws InterruptedException {
        for (JsonNode one : ofOne(approver.requests("pending_approval"), number)) {
            Optional<JsonNode> request = approver.request(key(one), client);
            if (request.isPresent() && state(request.get()).equals("pending_approval")) {
                int version = request.get().at("/approval/version").asInt();
                summarise(one, request.get(), version);
                boolean approved = dice.approval(key(one), version) == RandomActions.Approval.APPROVE;
                String path = path(one, approved ? "approve" : "return");
                answered(
                        approved ? "approve" : "return",
                        approver.post(path, "{" + basedOn(request.get()) + ",\"comment\":\"by the dice\"}"));
            }
        }
        for (JsonNode one : ofOne(submitter.requests("returned"), number)) {
            Optional<JsonNode> request = submitter.request(key(one), client);
            if (request.isPresent()) {
                String body = "{" + basedOn(request.get()) + ",\"note\":\"changed\",\"request\":"
                        + CallerRequest.changed(seed, key(one)) + "}";
                answered("resubmit", submitter.post(path(one, "resubmit"), body));
            }
        }
    }

    /**
     * After the look that a decision rests on: that one may meet a request that has moved on. A version that has a summary
     * keeps it, because this one replaces none.
     */
    private void summarise(JsonNode one, JsonNode request, int version) throws InterruptedException {
        if (dice.summary(key(one), version) == RandomActions.Summary.ATTACH) {
            String body = "{\"event_id\":" + request.path("submission_event_id").asInt() + ",\"text\":\"version "
                    + version + "\"}";
            answered("summarise", summariser.post(path(one, "summaries"), body));
        }
    }

    private void operate() throws InterruptedException, IOException {
        for (String states : OPERATORS) {
            int actions = 0;
            for (JsonNode one : operator.requests(states)) {
                boolean longAgo = isLongAgo(key(one), one.path("attempts").asInt());
                if (actions < ACTIONS_A_TURN && CallerRequest.isKey(key(one)) && isNew(one, longAgo)) {
                    act(one, longAgo);
                    actions++;
                }
            }
        }
    }

    private boolean isNew(JsonNode one, boolean longAgo) {
        String sight = state(one) + one.path("updated_at").asText() + longAgo;
        boolean waits = state(one).equals("held") || (longAgo && state(one).equals("verification_failed"));
        return phase == RandomActions.Phase.REST ? waits : !sight.equals(lookedAt.put(key(one), sight));
    }

    private void act(JsonNode one, boolean longAgo) throws InterruptedException, IOException {
        Optional<JsonNode> found = operator.request(key(one), client);
        if (found.isEmpty()) {
            return;
        }
        JsonNode request = found.get();
        boolean settles = longAgo
                && request.path("attempts").asInt() == one.path("attempts").asInt();
        Optional<RandomActions.Action> action = dice.action(
                new RandomActions.Seen(
                        key(one),
                        state(request),
                        request.path("last_event_id").asInt(),
                        settles ? RandomActions.LastAttempt.LONG_AGO : RandomActions.LastAttempt.RECENT,
                        journal.of(request.path("request_id").asText())),
                phase);
        if (action.isPresent()) {
            String words = action.get().name().toLowerCase(Locale.ROOT);
            boolean accepts = action.get() == RandomActions.Action.SEND_AGAIN_ACCEPTING;
            String body = "{" + basedOn(request) + ",\"action\":\"" + (accepts ? "send_again" : words)
                    + "\",\"reason\":\"by the dice\"" + (accepts ? ",\"accept_second_effect\":true" : "") + "}";
            answered(words.replace('_', ' '), operator.post(path(one, "actions"), body));
        }
    }

    private boolean isLongAgo(String key, int attempts) {
        FirstSeen seen = firstSeen.get(key);
        if (seen == null || seen.attempts() != attempts) {
            firstSeen.put(key, new FirstSeen(attempts, System.nanoTime()));
            return false;
        }
        return System.nanoTime() - seen.atNanos() > NOTHING_ON_ITS_WAY.toNanos();
    }

    private synchronized void answered(String what, int status) {
        answers.merge(what + " " + status, 1, Integer::sum);
        if (status == 400 || status == 401 || status == 404 || status == 500) {
            problems.accept(what + " was answered with " + status);
        }
    }

    private static List<JsonNode> ofOne(List<JsonNode> requests, int number) {
        return requests.stream()
                .filter(one -> CallerRequest.isKey(key(one)))
                .filter(one -> Math.floorMod(key(one).hashCode(), APPROVERS) == number)
                .limit(ACTIONS_A_TURN)
                .toList();
    }

    private String path(JsonNode one, String what) {
        return "/requests/" + key(one) + "/" + what + "?client=" + client;
    }

    private static String basedOn(JsonNode request) {
        return "\"based_on\":" + request.path("last_event_id").asInt();
    }

    private static String key(JsonNode one) {
        return one.path("idempotency_key").asText();
    }

    private static String state(JsonNode one) {
        return one.path("state").asText();
    }

    /** Nothing is done any more, and what was done last has been written everywhere: what is proved stands still. */
    void leave() {
        clock.shutdown();
        try {
            clock.awaitTermination(LAST_TURN.toMillis(), TimeUnit.MILLISECONDS);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
        Nemesis.rest(WRITTEN_WITHIN);
    }

    @Override
    public void close() {
        clock.shutdownNow();
    }
}
