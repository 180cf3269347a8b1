package dev.kakutei.ingest.http;

import java.io.IOException;
import java.net.Socket;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.util.HashMap;
import java.util.Locale;
import java.util.Map;

/** HTTP by hand, for what no client would send. */
final class Raw {
    private Raw() {}

    static HttpConformanceTest.Answer get(URI server, String path) throws IOException {
        return send(server, "GET " + path + " HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n");
    }

    static HttpConformanceTest.Answer send(URI server, String request) throws IOException {
        try (Socket socket = new Socket(server.getHost(), server.getPort())) {
            socket.setSoTimeout(60_000);
            socket.getOutputStream().write(request.getBytes(StandardCharsets.ISO_8859_1));
            socket.getOutputStream().flush();
            String answer = new String(socket.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
            int end = answer.indexOf("\r\n\r\n");
            String[] head = answer.substring(0, end).split("\r\n");
            Map<String, String> headers = new HashMap<>();
            for (int i = 1; i < head.length; i++) {
                int colon = head[i].indexOf(':');
                headers.put(
                        head[i].substring(0, colon).toLowerCase(Locale.ROOT),
                        head[i].substring(colon + 1).strip());
            }
            return new HttpConformanceTest.Answer(
                    Integer.parseInt(head[0].split(" ")[1]), answer.substring(end + 4), headers);
        }
    }
}
