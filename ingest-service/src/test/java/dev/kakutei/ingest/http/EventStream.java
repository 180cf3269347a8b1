package dev.kakutei.ingest.http;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;

/** A caller that follows a request, over a socket of its own, line by line as they come. */
final class EventStream implements AutoCloseable {
    private final Socket socket = new Socket();
    private final BufferedReader in;
    final List<String> head = new ArrayList<>();

    /** Returns when the head of the answer is there. */
    EventStream(URI server, String path, String... headers) throws IOException {
        this(server, 64 * 1024, path, headers);
        readHead();
    }

    private EventStream(URI server, int receiveBuffer, String path, String... headers) throws IOException {
        socket.setReceiveBufferSize(receiveBuffer);
        socket.setSoTimeout(60_000);
        socket.connect(new InetSocketAddress(server.getHost(), server.getPort()));
        StringBuilder request = new StringBuilder("GET " + path + " HTTP/1.1\r\nHost: localhost\r\n");
        for (String header : headers) {
            request.append(header).append("\r\n");
        }
        socket.getOutputStream().write(request.append("\r\n").toString().getBytes(StandardCharsets.US_ASCII));
        in = new BufferedReader(new InputStreamReader(socket.getInputStream(), StandardCharsets.UTF_8), 256);
    }

    /** One that asks and then reads nothing. */
    static EventStream deaf(URI server, String path) throws IOException {
        return new EventStream(server, 2048, path, new String[0]);
    }

    int status() {
        return Integer.parseInt(head.get(0).split(" ")[1]);
    }

    /** The next line that says something: not empty, not the length of a chunk, not a sign of life. */
    String line() throws IOException {
        String line = raw();
        while (line != null && (line.isEmpty() || line.matches("[0-9A-Fa-f]+") || line.equals(": heartbeat"))) {
            line = raw();
        }
        return line;
    }

    /** The next event as "name id data". */
    String event() throws IOException {
        String name = line();
        return name == null
                ? null
                : name.startsWith("event: ")
                        ? name.substring(7) + " " + line().substring(4) + " " + line().substring(6)
                        : name;
    }

    /** The next line as it is; null at the end of the connection. */
    String raw() throws IOException {
        return in.readLine();
    }

    void hangUp() throws IOException {
        socket.close();
    }

    private void readHead() throws IOException {
        String line = raw();
        while (line != null && !line.isEmpty()) {
            head.add(line);
            line = raw();
        }
    }

    @Override
    public void close() throws IOException {
        hangUp();
    }
}
