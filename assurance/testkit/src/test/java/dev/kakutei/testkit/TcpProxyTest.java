package dev.kakutei.testkit;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.PrintWriter;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.net.SocketException;
import java.net.SocketTimeoutException;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

class TcpProxyTest {
    private static final int ROUNDS = 200;

    private static final Duration SOON = Await.LIMIT;

    private final List<String> received = new CopyOnWriteArrayList<>();
    private ServerSocket server;
    private TcpProxy proxy;

    @BeforeEach
    void open() throws IOException {
        server = new ServerSocket(0, 10, InetAddress.getByName("127.0.0.1"));
        Thread thread = new Thread(this::serve);
        thread.setDaemon(true);
        thread.start();
        proxy = TcpProxy.to("127.0.0.1", server.getLocalPort());
    }

    @AfterEach
    void close() throws IOException {
        proxy.close();
        server.close();
    }

    @Test
    void forward_lineSent_answerComesBack() throws IOException {
        try (Client client = new Client()) {
            client.send("hello");
            assertThat(client.line()).isEqualTo("echo hello");
        }
        Await.until("the connection is forgotten", SOON, proxy::openConnections, open -> open == 0);
    }

    @Test
    void forward_clientEndsItsRequestsFirst_stillGetsTheWholeAnswer() throws IOException {
        try (Client client = new Client()) {
            client.send("last words");
            client.socket.shutdownOutput();
            assertThat(client.line()).isEqualTo("echo last words");
            assertThat(client.line()).isNull();
        }
    }

    @Test
    void holdAnswers_lineSent_arrivesButTheClientCannotKnow() throws IOException {
        proxy.mode(TcpProxy.Mode.HOLD_ANSWERS);
        try (Client client = new Client()) {
            client.send("charge");
            Await.until("the server has it", SOON, () -> received, lines -> lines.contains("charge"));
            client.socket.setSoTimeout(200);
            assertThatThrownBy(client::line).isInstanceOf(SocketTimeoutException.class);
            client.socket.setSoTimeout((int) SOON.toMillis());
            proxy.mode(TcpProxy.Mode.FORWARD);
            assertThat(client.line()).isEqualTo("echo charge");
        }
    }

    @Test
    void blackHole_lineSent_arrivesOnlyAfterHealing() throws IOException {
        try (Client client = new Client()) {
            client.send("before");
            assertThat(client.line()).isEqualTo("echo before");
            proxy.mode(TcpProxy.Mode.BLACK_HOLE);
            client.send("lost for now");
            client.socket.setSoTimeout(200);
            assertThatThrownBy(client::line).isInstanceOf(SocketTimeoutException.class);
            assertThat(received).containsExactly("before");
            client.socket.setSoTimeout((int) SOON.toMillis());
            proxy.mode(TcpProxy.Mode.FORWARD);
            assertThat(client.line()).isEqualTo("echo lost for now");
        }
    }

    @Test
    void resetNew_clientConnects_isCutWithoutAnAnswer() throws IOException {
        proxy.mode(TcpProxy.Mode.RESET_NEW);
        try (Client client = new Client()) {
            assertThatThrownBy(client::line).isInstanceOf(SocketException.class);
        }
        assertThat(received).isEmpty();
    }

    @Test
    void resetAll_openConnection_isCutOnBothSides() throws IOException {
        try (Client client = new Client()) {
            client.send("hello");
            assertThat(client.line()).isEqualTo("echo hello");
            proxy.resetAll();
            assertThatThrownBy(client::line).isInstanceOf(SocketException.class);
        }
        Await.until("the server saw the cut", SOON, () -> received, lines -> lines.contains("(cut)"));
    }

    /** A pool opens its connections when it likes; one that is just being made must not outlive the cut. */
    @Test
    void resetAll_connectionsThatAreBeingMade_areCutToo() throws IOException {
        for (int round = 0; round < ROUNDS; round++) {
            List<Socket> clients = new ArrayList<>();
            for (int i = 0; i < 4; i++) {
                clients.add(new Socket(InetAddress.getLoopbackAddress(), proxy.port()));
            }
            proxy.mode(TcpProxy.Mode.RESET_NEW);
            proxy.resetAll();

            for (Socket client : clients) {
                client.setSoTimeout(10_000);
                assertThatThrownBy(() -> client.getInputStream().read())
                        .isInstanceOf(SocketException.class)
                        .isNotInstanceOf(SocketTimeoutException.class);
                client.close();
            }
            proxy.mode(TcpProxy.Mode.FORWARD);
        }
    }

    @Test
    void halfCloseAll_openConnection_endsAnswersInOrderWhileRequestsFlow() throws IOException {
        try (Client client = new Client()) {
            client.send("hello");
            assertThat(client.line()).isEqualTo("echo hello");
            proxy.halfCloseAll();
            assertThat(client.line()).isNull();
            client.send("still there?");
            Await.until("the request arrives", SOON, () -> received, lines -> lines.contains("still there?"));
        }
    }

    private void serve() {
        while (!server.isClosed()) {
            try (Socket socket = server.accept()) {
                echo(socket);
            } catch (IOException cut) {
                received.add("(cut)");
            }
        }
    }

    private void echo(Socket socket) throws IOException {
        BufferedReader in = new BufferedReader(new InputStreamReader(socket.getInputStream(), StandardCharsets.UTF_8));
        PrintWriter out = new PrintWriter(socket.getOutputStream(), true, StandardCharsets.UTF_8);
        for (String line = in.readLine(); line != null; line = in.readLine()) {
            received.add(line);
            out.println("echo " + line);
        }
    }

    private final class Client implements AutoCloseable {
        final Socket socket = new Socket("127.0.0.1", proxy.port());
        private final BufferedReader in =
                new BufferedReader(new InputStreamReader(socket.getInputStream(), StandardCharsets.UTF_8));

        Client() throws IOException {
            socket.setSoTimeout((int) SOON.toMillis());
        }

        void send(String line) throws IOException {
            socket.getOutputStream().write((line + "\n").getBytes(StandardCharsets.UTF_8));
        }

        String line() throws IOException {
            return in.readLine();
        }

        @Override
        public void close() throws IOException {
            socket.close();
        }
    }
}
