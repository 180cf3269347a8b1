package dev.kakutei.ingest.http;

import static java.nio.charset.StandardCharsets.ISO_8859_1;
import static org.assertj.core.api.Assertions.assertThat;

import dev.kakutei.ingest.IngestService;
import dev.kakutei.ingest.TestService;
import dev.kakutei.store.TestStore;
import dev.kakutei.testkit.TestDepth;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.net.SocketException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

/**
 * SPEC A9 against whatever comes: hostile requests over real sockets are answered with a problem in 4xx, or not at all
 * where they are no HTTP, and never with a 500. {@code -Dkakutei.fuzz=100000} sends as many, and prints how long the
 * answers took and what was left on the heap.
 */
class HttpFuzzTest {
    private static final int REQUESTS = Integer.getInteger("kakutei.fuzz", TestDepth.rounds(1_000, 5_000));
    private static final long SEED = Long.getLong("kakutei.seed", 20_261_101);
    private static final int CALLERS = 4;

    private static TestStore store;
    private static IngestService service;

    @BeforeAll
    static void start() {
        store = TestStore.open();
        Map<String, String> settings = TestService.settings(store.raw());
        settings.put("ingest.topic.enabled", "false");
        service = TestService.start(TestService.config(settings));
    }

    @AfterAll
    static void stop() {
        service.close();
        store.close();
    }

    /** What one caller saw: how often each status came (0 for a connection that was closed), and how long each took. */
    private record Seen(Map<Integer, Integer> statuses, long[] micros, List<String> wrong) {}

    @Test
    void listener_hostileRequests_areAllRefusedAndNoneIsOurFault() throws Exception {
        long before = heap();
        ExecutorService callers = Executors.newFixedThreadPool(CALLERS);
        List<Future<Seen>> all = new ArrayList<>();
        for (int i = 0; i < CALLERS; i++) {
            long seed = SEED + i;
            all.add(callers.submit((Callable<Seen>) () -> call(seed, REQUESTS / CALLERS)));
        }
        Map<Integer, Integer> statuses = new TreeMap<>();
        List<Long> micros = new ArrayList<>();
        List<String> wrong = new ArrayList<>();
        for (Future<Seen> one : all) {
            Seen seen = one.get();
            seen.statuses().forEach((status, count) -> statuses.merge(status, count, Integer::sum));
            Arrays.stream(seen.micros()).forEach(micros::add);
            wrong.addAll(seen.wrong());
        }
        callers.shutdown();
        micros.sort(null);
        System.out.printf(
                "%d hostile requests, seed %d: %s; p50 %.1f ms, p99 %.1f ms, longest %.1f ms; heap %d -> %d KB%n",
                REQUESTS,
                SEED,
                statuses,
                micros.get(micros.size() / 2) / 1000.0,
                micros.get(micros.size() * 99 / 100) / 1000.0,
                micros.get(micros.size() - 1) / 1000.0,
                before / 1024,
                heap() / 1024);

        assertThat(wrong).isEmpty();
        assertThat(statuses.keySet()).allMatch(status -> status == 0 || (status >= 400 && status < 500));
        assertThat(statuses).containsKeys(400, 405, 413, 414, 415, 431);
        assertThat(store.count("ledger")).isZero();
    }

    private static Seen call(long seed, int count) throws IOException {
        HostileRequests requests = new HostileRequests(seed);
        Map<Integer, Integer> statuses = new TreeMap<>();
        long[] micros = new long[count];
        List<String> wrong = new ArrayList<>();
        for (int i = 0; i < count; i++) {
            byte[] request = requests.next();
            long began = System.nanoTime();
            String answer = exchange(request);
            micros[i] = (System.nanoTime() - began) / 1000;
            int status = answer.isEmpty() ? 0 : Integer.parseInt(answer.substring(9, 12));
            statuses.merge(status, 1, Integer::sum);
            if (status != 0 && !isProblem(answer, status)) {
                wrong.add(new String(request, 0, Math.min(300, request.length), ISO_8859_1) + "\n--> " + answer);
            }
        }
        return new Seen(statuses, micros, wrong);
    }

    private static boolean isProblem(String answer, int status) {
        boolean head = answer.indexOf("\r\n\r\n") == answer.length() - 4;
        return status >= 400
                && status < 500
                && answer.contains("application/problem+json")
                && (head || answer.contains("\"status\":" + status))
                && !answer.contains("Exception")
                && !answer.contains("tok_visa");
    }

    /** Sends everything, then says that nothing more will come, and reads to the end. */
    private static String exchange(byte[] request) throws IOException {
        try (Socket socket = new Socket()) {
            socket.connect(
                    new InetSocketAddress(
                            service.address().getHost(), service.address().getPort()),
                    60_000);
            socket.setSoTimeout(60_000);
            ByteArrayOutputStream answer = new ByteArrayOutputStream();
            try {
                socket.getOutputStream().write(request);
                socket.getOutputStream().flush();
                socket.shutdownOutput();
            } catch (IOException refusedWhileWriting) {
                // What was answered before is still there to be read.
            }
            try {
                InputStream in = socket.getInputStream();
                in.transferTo(answer);
            } catch (SocketException reset) {
                // Closed by the server, with bytes of ours unread.
            }
            return answer.toString(ISO_8859_1);
        }
    }

    private static long heap() {
        System.gc();
        return Runtime.getRuntime().totalMemory() - Runtime.getRuntime().freeMemory();
    }
}
