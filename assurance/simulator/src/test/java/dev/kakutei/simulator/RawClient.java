package dev.kakutei.simulator;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.Socket;
import java.net.SocketException;
import java.nio.charset.StandardCharsets;
import java.util.Map;
import java.util.TreeMap;

/** One request on one socket, read to its end: no pool, no retry, nothing between the test and the bytes. */
record RawClient(int port) {
    /** @param http 0 when the connection was closed without a byte */
    record Reply(int http, Map<String, String> headers, String body, int bytes) {}

    Reply post(String path, Map<String, String> headers, String body) {
        return send("POST", path, headers, body);
    }

    Reply get(String path) {
        return send("GET", path, Map.of(), "");
    }

    /** A payment of 12.50 under this reference, and under this key unless it is null. */
    Reply pay(String reference, String key) {
        String body = "{\"reference\":\"" + reference + "\",\"amount\":\"12.50\",\"currency\":\"JPY\"}";
        return post("/payments", key == null ? Map.of() : Map.of("Idempotency-Key", key), body);
    }

    Reply send(String method, String path, Map<String, String> headers, String body) {
        byte[] bytes = body.getBytes(StandardCharsets.UTF_8);
        StringBuilder head = new StringBuilder(method + " " + path + " HTTP/1.1\r\nHost: sim\r\nConnection: close\r\n");
        headers.forEach(
                (name, value) -> head.append(name).append(": ").append(value).append("\r\n"));
        head.append("Content-Length: ").append(bytes.length).append("\r\n\r\n");
        return exchange(head.toString(), bytes);
    }

    Reply sendChunked(String path, String chunks) {
        String head = "POST " + path + " HTTP/1.1\r\nHost: sim\r\nTransfer-Encoding: chunked\r\n\r\n";
        return exchange(head, chunks.getBytes(StandardCharsets.UTF_8));
    }

    private Reply exchange(String head, byte[] body) {
        try (Socket socket = new Socket(InetAddress.getLoopbackAddress(), port)) {
            socket.setSoTimeout(60_000);
            socket.getOutputStream().write(head.getBytes(StandardCharsets.US_ASCII));
            socket.getOutputStream().write(body);
            return parsed(toEnd(socket));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** A reset is as good an end as any: it too comes without a byte. */
    private static byte[] toEnd(Socket socket) throws IOException {
        try {
            return socket.getInputStream().readAllBytes();
        } catch (SocketException e) {
            return new byte[0];
        }
    }

    private static Reply parsed(byte[] raw) {
        if (raw.length == 0) {
            return new Reply(0, Map.of(), "", 0);
        }
        String text = new String(raw, StandardCharsets.UTF_8);
        int end = text.indexOf("\r\n\r\n");
        String[] lines = text.substring(0, end).split("\r\n");
        Map<String, String> headers = new TreeMap<>(String.CASE_INSENSITIVE_ORDER);
        for (int i = 1; i < lines.length; i++) {
            int colon = lines[i].indexOf(':');
            headers.put(
                    lines[i].substring(0, colon), lines[i].substring(colon + 1).trim());
        }
        return new Reply(Integer.parseInt(lines[0].split(" ")[1]), headers, text.substring(end + 4), raw.length);
    }
}
