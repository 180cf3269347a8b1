package dev.kakutei.bench.load;

import static java.nio.charset.StandardCharsets.US_ASCII;

import java.nio.ByteBuffer;
import java.util.concurrent.atomic.AtomicLong;

/** Submissions of orders of about 1 KB, each under a key of its own, answered as soon as they are durable. */
public final class Orders {
    private static final int DIGITS = 12;
    private static final int BODY = 1024;
    private static final String KEY = "Idempotency-Key: ";

    private final AtomicLong numbers;
    private final byte[] request;
    private final int keyAt;

    /**
     * @param prefix of the keys; nobody else uses it
     * @param from the number of the first one
     */
    public Orders(String host, String gateway, String prefix, long from) {
        String body = body(gateway);
        String head = "POST /do/order HTTP/1.1\r\nHost: " + host + "\r\nContent-Type: application/json\r\n"
                + "Prefer: respond-async\r\nContent-Length: " + body.length() + "\r\n" + KEY + prefix + "-";
        this.keyAt = head.length();
        this.request = (head + "0".repeat(DIGITS) + "\r\n\r\n" + body).getBytes(US_ASCII);
        this.numbers = new AtomicLong(from);
    }

    /** The document itself, for whoever stores it by other ways. */
    public static String body(String gateway) {
        String start = "{\"account\":\"ACC-1\",\"instrument\":\"7203.T\",\"side\":\"buy\",\"quantity\":\"100\","
                + "\"order_type\":\"limit\",\"limit_price\":\"2500.5\",\"currency\":\"JPY\",\"gateway\":\"" + gateway
                + "\",\"expires_at\":\"2099-12-01T00:00:00Z\",\"metadata\":{\"desk\":\"tokyo\",\"note\":\"";
        String end = "\"}}";
        return start + "n".repeat(BODY - start.length() - end.length()) + end;
    }

    /** The bytes of the next one, written over what the buffer held. */
    void next(ByteBuffer into) {
        long number = numbers.incrementAndGet();
        into.clear();
        into.put(request);
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
