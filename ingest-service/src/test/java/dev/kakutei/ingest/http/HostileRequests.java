package dev.kakutei.ingest.http;

import static java.nio.charset.StandardCharsets.ISO_8859_1;
import static java.nio.charset.StandardCharsets.UTF_8;

import java.io.ByteArrayOutputStream;
import java.util.List;
import java.util.Random;
import java.util.regex.Pattern;

/** Requests that must not be taken, made from a seed: broken JSON, wrong fields, hostile headers, bytes that are no HTTP. */
final class HostileRequests {
    private static final String PAYMENT =
            "{\"amount\":\"1\",\"currency\":\"JPY\",\"payment_method\":\"tok_visa\",\"reference\":\"r\",\"metadata\":{}}";
    private static final List<String> FRAGMENTS = List.of(
            "{",
            "}",
            "[",
            "]",
            "\"",
            ":",
            ",",
            "\\",
            "\\u",
            "\\ud800",
            "null",
            "true",
            "1e999999999",
            "-",
            "1e99999999999",
            "\u0000",
            "\uFFFF",
            "\uD83D\uDE00",
            "\"amount\":",
            "\"amount\":\"1\",",
            "/*",
            "'",
            "NaN",
            "0x1",
            "\r\n",
            "\t");
    private static final List<String> HEADERS = List.of(
            "Content-Length: -1",
            "Content-Length: 99999999999999999999",
            "Content-Length: 1\r\nContent-Length: 2",
            "Transfer-Encoding: chunked\r\nContent-Length: 5",
            "Transfer-Encoding: gzip, chunked",
            "Content-Encoding: gzip",
            "Content-Type: text/plain",
            "Content-Type: ;;;",
            "Content-Type: application/json;charset=\u00ff",
            "Host: a\r\nHost: b",
            " folded: header",
            "no colon here",
            "Bad Name: x",
            "X: \u0000",
            "Idempotency-Key: " + "k".repeat(300),
            "Idempotency-Key: \"never closed",
            "Idempotency-Key: a\r\nIdempotency-Key: b",
            "X-Long: " + "x".repeat(20_000),
            "Expect: the impossible");

    private final Random random;

    HostileRequests(long seed) {
        this.random = new Random(seed);
    }

    /** Each of them is to be answered with a 4xx, or with a broken connection where it is not even HTTP. */
    byte[] next() {
        return switch (random.nextInt(6)) {
            case 0 -> post(plainHead(), brokenJson());
            case 1 -> post(plainHead(), damaged(PAYMENT.getBytes(UTF_8)));
            case 2 -> post(plainHead(), wrongField().getBytes(UTF_8));
            case 3 -> post(hostileHead(), PAYMENT.getBytes(UTF_8));
            case 4 -> requestLine();
            default -> noise();
        };
    }

    private String plainHead() {
        return "POST " + (random.nextBoolean() ? "/payments" : "/do/order")
                + " HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\nContent-Type: application/json\r\n"
                + "Idempotency-Key: fuzz-" + random.nextInt() + "\r\nPrefer: respond-async\r\n";
    }

    private static byte[] post(String head, byte[] body) {
        ByteArrayOutputStream request = new ByteArrayOutputStream();
        boolean measured = head.contains("Content-Length") || head.contains("Transfer-Encoding");
        request.writeBytes(head.getBytes(ISO_8859_1));
        request.writeBytes(((measured ? "" : "Content-Length: " + body.length + "\r\n") + "\r\n").getBytes(ISO_8859_1));
        request.writeBytes(body);
        return request.toByteArray();
    }

    private byte[] brokenJson() {
        StringBuilder json = new StringBuilder(random.nextBoolean() ? "{" : "");
        for (int i = 1 + random.nextInt(40); i > 0; i--) {
            json.append(FRAGMENTS.get(random.nextInt(FRAGMENTS.size())));
        }
        // Never a document by chance.
        return json.append('}').append(']').toString().getBytes(UTF_8);
    }

    private byte[] damaged(byte[] body) {
        for (int i = 1 + random.nextInt(4); i > 0; i--) {
            // No byte from 0x80 stands alone in UTF-8, and no payment holds one.
            body[random.nextInt(body.length)] = (byte) (0x80 | random.nextInt(128));
        }
        return body;
    }

    private String wrongField() {
        String value = switch (random.nextInt(8)) {
            case 0 -> "-1";
            case 1 -> "\"" + "9".repeat(random.nextInt(60) + 20) + "\"";
            case 2 -> "[".repeat(random.nextInt(60)) + "1" + "]".repeat(60);
            case 3 -> "{\"$gt\":\"\"}";
            case 4 -> "\"1'; drop table ledger; --\"";
            case 5 -> "1e" + random.nextInt();
            case 6 -> "\"\\ud800\"";
            default -> "\"" + "x".repeat(random.nextInt(random.nextInt(10) == 0 ? 600_000 : 30_000)) + "e\"";
        };
        return PAYMENT.replace("\"1\"", value);
    }

    private String hostileHead() {
        String head = plainHead();
        String header = HEADERS.get(random.nextInt(HEADERS.size()));
        String name = header.split(":")[0];
        // Its own instead of the good one, where there is a good one.
        String rest = head.replaceAll("(?m)^" + Pattern.quote(name) + ":.*\r\n", "");
        return rest + header + "\r\n";
    }

    private byte[] requestLine() {
        String line = switch (random.nextInt(8)) {
            case 0 -> "GET /requests/%zz HTTP/1.1";
            case 1 -> "GET /" + "x".repeat(20_000) + " HTTP/1.1";
            case 2 -> "BREW /payments HTTP/1.1";
            case 3 -> "GET http://[::1 HTTP/1.1";
            case 4 -> "GET /../../etc/passwd HTTP/1.1";
            case 5 -> "GET /requests/" + (random.nextInt() & 0xffff) + "%00 HTTP/1.1";
            case 6 -> "DELETE /requests/x HTTP/1.1";
            default -> "GET  /payments  HTTP/1.1";
        };
        return (line + "\r\nHost: localhost\r\nConnection: close\r\n\r\n").getBytes(ISO_8859_1);
    }

    private byte[] noise() {
        byte[] bytes = new byte[1 + random.nextInt(200)];
        random.nextBytes(bytes);
        return bytes;
    }
}
