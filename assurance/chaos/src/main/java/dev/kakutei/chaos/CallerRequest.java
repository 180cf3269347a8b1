package dev.kakutei.chaos;

import static java.util.Objects.requireNonNull;

import dev.kakutei.schemas.RequestKind;
import java.util.Random;

/**
 * What one caller wants, and how it comes: the same for the same seed and number. Pure.
 *
 * @param body the request as JSON
 */
record CallerRequest(String key, RequestKind kind, String body, Way way, Outcome outcome) {
    /** From this amount on the rule of {@link GatewayFaultPlan#APPROVALS} holds a payment. */
    static final long HELD_FROM = 1_000_000;

    private static final String MARK = "chaos-";

    /** How it reaches ingest. */
    enum Way {
        HTTP,
        TOPIC
    }

    /** Whether the caller stays for the outcome. */
    enum Outcome {
        AWAITED,
        LOOKED_UP
    }

    /** What there is to receive them. */
    enum Variety {
        /** There are no approvers, and no topic is written to. */
        HTTP_ALONE,
        EVERYTHING
    }

    CallerRequest {
        requireNonNull(key, "key");
        requireNonNull(kind, "kind");
        requireNonNull(body, "body");
        requireNonNull(way, "way");
        requireNonNull(outcome, "outcome");
    }

    static CallerRequest of(long seed, long number, Variety variety) {
        Random dice = new Random(seed * 1_000_003 + number);
        RequestKind kind = dice.nextInt(3) == 0 ? RequestKind.ORDER : RequestKind.PAYMENT;
        int draw = dice.nextInt(20);
        String gateway = draw == 0 ? "neither" : draw < 8 ? "queryable" : "forgiving";
        Outcome outcome = dice.nextInt(4) == 0 ? Outcome.AWAITED : Outcome.LOOKED_UP;
        boolean everything = variety == Variety.EVERYTHING;
        Way way = everything && dice.nextInt(5) == 0 ? Way.TOPIC : Way.HTTP;
        boolean held = everything && dice.nextInt(12) == 0;
        long amount = (held ? HELD_FROM : 0) + 100 + number % 9_000;
        String body = kind == RequestKind.ORDER ? order(number, gateway) : payment(number, amount, gateway);
        return new CallerRequest(MARK + seed + "-" + number, kind, body, way, outcome);
    }

    /** What its submitter makes of a payment that was returned; it still needs an approval. */
    static String changed(long seed, String key) {
        long number = Long.parseLong(key.substring(key.lastIndexOf('-') + 1));
        String gateway = of(seed, number, Variety.EVERYTHING).body().replaceAll(".*\"gateway\":\"([a-z]+)\".*", "$1");
        return payment(number, HELD_FROM + 50 + number % 9_000, gateway);
    }

    static boolean isKey(String key) {
        return key.startsWith(MARK);
    }

    private static String order(long number, String gateway) {
        return "{\"account\":\"ACC-1\",\"instrument\":\"7203.T\",\"side\":\"buy\",\"quantity\":\"" + (1 + number % 900)
                + "\",\"order_type\":\"market\",\"currency\":\"JPY\",\"gateway\":\"" + gateway + "\"}";
    }

    private static String payment(long number, long amount, String gateway) {
        return "{\"amount\":\"" + amount
                + ".50\",\"currency\":\"JPY\",\"payment_method\":\"tok_visa\",\"reference\":\"INV-" + number
                + "\",\"gateway\":\"" + gateway + "\"}";
    }
}
