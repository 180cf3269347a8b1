package dev.kakutei.bench.load;

import static java.nio.charset.StandardCharsets.US_ASCII;

import java.nio.ByteBuffer;
import java.util.Arrays;
import java.util.Random;
import java.util.concurrent.atomic.AtomicLong;

/** Submissions of orders of about 1 KB, each under a key of its own, answered as soon as they are durable. */
public final class Orders {
    private static final int DIGITS = 12;
    private static final int BODY = 1024;
    private static final String KEY = "Idempotency-Key: ";
    private static final String NOTE = "\"note\":\"";
    private static final String END = "\"}}";
    /** The orders' notes are cut out of this: no two orders are alike enough to be packed together on their way. */
    private static final byte[] LETTERS = letters(1 << 20);

    private static final int STRIDE = 7919;

    private final AtomicLong numbers;
    private final byte[] request;
    private final int keyAt;
    private final int noteAt;
    private final int noteLength;
    private final String prefix;
    private final long from;
    private long[] meant = new long[1024];

    /**
     * @param prefix of the keys; no other load uses it
     * @param from the number of the first one
     */
    public Orders(String host, String gateway, String prefix, long from) {
        String body = body(gateway);
        String head = "POST /do/order HTTP/1.1\r\nHost: " + host + "\r\nContent-Type: application/json\r\n"
                + "Prefer: respond-async\r\nContent-Length: " + body.length() + "\r\n" + KEY + prefix + "-";
        this.keyAt = head.length();
        this.request = (head + "0".repeat(DIGITS) + "\r\n\r\n" + body).getBytes(US_ASCII);
        this.noteAt = request.length - body.length() + body.indexOf(NOTE) + NOTE.length();
        this.noteLength = request.length - noteAt - END.length();
        this.numbers = new AtomicLong(from);
        this.prefix = prefix;
        this.from = from;
    }

    /** The number of the last one so far. */
    public long last() {
        return numbers.get();
    }

    /** The number in a key; -1 for a key that is not of these. */
    public long number(String key) {
        return key.startsWith(prefix + "-") ? Long.parseLong(key.substring(prefix.length() + 1)) : -1;
    }

    /** When an order was meant to be sent, by {@link System#nanoTime}. */
    public long meant(long number) {
        return meant[(int) (number - from - 1)];
    }

    /** The document itself, for whoever stores it by other ways. */
    public static String body(String gateway) {
        String start = "{\"account\":\"ACC-1\",\"instrument\":\"7203.T\",\"side\":\"buy\",\"quantity\":\"100\","
                + "\"order_type\":\"limit\",\"limit_price\":\"2500.5\",\"currency\":\"JPY\",\"gateway\":\"" + gateway
                + "\",\"expires_at\":\"2099-12-01T00:00:00Z\",\"metadata\":{\"shop\":\"tokyo\"," + NOTE;
        return start + new String(LETTERS, 0, BODY - start.length() - END.length(), US_ASCII) + END;
    }

    private static byte[] letters(int count) {
        Random dice = new Random(1);
        byte[] all = new byte[count];
        for (int i = 0; i < count; i++) {
            int number = dice.nextInt(62);
            all[i] = (byte) (number < 10 ? '0' + number : number < 36 ? 'a' + number - 10 : 'A' + number - 36);
        }
        return all;
    }

    /** The bytes of the next one, written over what the buffer held. One thread at a time. */
    void next(ByteBuffer into, long when) {
        long number = numbers.incrementAndGet();
        int index = (int) (number - from - 1);
        if (index >= meant.length) {
            meant = Arrays.copyOf(meant, 2 * meant.length);
        }
        meant[index] = when;
        into.clear();
        into.put(request);
        into.put(noteAt, LETTERS, (int) (number * STRIDE % (LETTERS.length - noteLength)), noteLength);
        for (int at = keyAt + DIGITS - 1; at >= keyAt; at--) {
            into.put(at, (byte) ('0' + number % 10));
            number /= 10;
        }
        into.flip();
    }

    int length() {
        return request.length;
    }
}
