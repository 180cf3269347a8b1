package dev.kakutei.bench.pipeline;

import static java.nio.charset.StandardCharsets.US_ASCII;

import java.util.Random;

/** What the gateway does with one post. */
public enum PostBehaviour {
    TAKE("201 Created", "", "{\"id\":\"q-1\",\"status\":\"FILLED\"}"),
    FAIL("500 Internal Server Error", "", "{\"error\":\"try again\"}"),
    LIMIT("429 Too Many Requests", "Retry-After: 1\r\n", "{\"error\":\"too many\"}"),
    /** Taken, and the connection is closed instead of an answer. */
    TAKE_AND_VANISH("", "", ""),
    /** Answers to a question. */
    KNOWN("200 OK", "", "{\"id\":\"q-1\",\"status\":\"FILLED\"}"),
    NOT_KNOWN("404 Not Found", "", "{}"),
    REFUSE_POLITELY("200 OK", "", "{\"id\":\"q-1\",\"status\":\"ERROR\"}");

    private static final int OF_ALL = 100;

    private final byte[] answer;

    PostBehaviour(String status, String fields, String body) {
        this.answer = ("HTTP/1.1 " + status + "\r\n" + fields + "Content-Type: application/json\r\nContent-Length: "
                        + body.length() + "\r\n\r\n" + body)
                .getBytes(US_ASCII);
    }

    byte[] answer() {
        return answer;
    }

    boolean takes() {
        return this == TAKE || this == TAKE_AND_VANISH;
    }

    /** Which one it is today. Asked by one thread. */
    public interface Choice {
        PostBehaviour next();
    }

    public static Choice reliable() {
        return () -> TAKE;
    }

    /** Of a hundred: ten 500, five 429, two taken without an answer, one refused with a 200. */
    public static Choice faulty(long seed) {
        Random dice = new Random(seed);
        return () -> {
            int number = dice.nextInt(OF_ALL);
            return number < 10
                    ? FAIL
                    : number < 15 ? LIMIT : number < 17 ? TAKE_AND_VANISH : number < 18 ? REFUSE_POLITELY : TAKE;
        };
    }
}
