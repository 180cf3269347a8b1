package dev.kakutei.e2e;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;

/** Callers of an installation whose stores are damaged: what they asked for, and what they were answered. */
final class RestoreCallers {
    static final List<String> GATEWAYS = List.of("forgiving", "queryable", "neither");

    /** Twice as many of what goes well: requests that have come to their end are restored as well. */
    private static final List<String> METHODS = List.of(
            "tok_visa",
            "tok_visa",
            "tok_visa",
            "tok_visa",
            "tok_visa",
            "tok_declined",
            "tok_drop_after_apply",
            "tok_drop_before_apply_once",
            "tok_timeout",
            "tok_slow",
            "tok_error_500_once",
            "tok_error_after_apply");

    /** The amount names the key in the gateway's journal, whatever request id was given to it. */
    record Call(String key, String gateway, String amount, String body) {}

    private final Map<String, Call> calls = new HashMap<>();
    private final Map<String, Set<Integer>> answers = new HashMap<>();
    private int last = 1000;

    synchronized Call next(Random random) {
        int number = ++last;
        String gateway = GATEWAYS.get(random.nextInt(GATEWAYS.size()));
        String amount = number + ".00";
        String body = """
                {"amount":"%s","currency":"JPY","payment_method":"%s","reference":"INV-%d","gateway":"%s","metadata":{}}""".formatted(amount, METHODS.get(random.nextInt(METHODS.size())), number, gateway);
        Call call = new Call("r-" + number, gateway, amount, body);
        calls.put(call.key(), call);
        return call;
    }

    /** Submits, and notes the answer; none where the process dies meanwhile. */
    CompletableFuture<?> submit(UpstreamClient client, Call call, String timeoutMillis) {
        return client.submitAndWait("/payments", call.key(), call.body(), timeoutMillis)
                .handle((reply, failure) -> {
                    if (failure == null) {
                        note(call.key(), reply.status());
                    }
                    return null;
                });
    }

    /** New requests, some at once, for so long; ends early when the process is gone. */
    List<CompletableFuture<?>> load(UpstreamClient client, Random random, int count, int pauseMillis)
            throws InterruptedException {
        List<CompletableFuture<?>> sent = new ArrayList<>();
        for (int i = 0; i < count; i++) {
            sent.add(submit(client, next(random), "4000"));
            LockSupport.parkNanos(TimeUnit.MILLISECONDS.toNanos(random.nextInt(pauseMillis) + 1));
        }
        return sent;
    }

    private synchronized void note(String key, int status) {
        answers.computeIfAbsent(key, any -> new HashSet<>()).add(status);
    }

    /** Those that were answered for: 2xx, or refused by the gateway. */
    synchronized Set<String> acknowledged() {
        Set<String> keys = new HashSet<>();
        answers.forEach((key, statuses) -> {
            if (statuses.stream().anyMatch(status -> status / 100 == 2 || status == 402)) {
                keys.add(key);
            }
        });
        return keys;
    }

    synchronized Set<Integer> answersTo(String key) {
        return Set.copyOf(answers.getOrDefault(key, Set.of()));
    }

    synchronized Set<String> keys() {
        return Set.copyOf(calls.keySet());
    }

    synchronized Call call(String key) {
        return calls.get(key);
    }

    /** Both stores have lost all others, which no service can know: their callers do not repeat them here. */
    synchronized void retain(Set<String> keys) {
        calls.keySet().retainAll(keys);
        answers.keySet().retainAll(keys);
    }
}
