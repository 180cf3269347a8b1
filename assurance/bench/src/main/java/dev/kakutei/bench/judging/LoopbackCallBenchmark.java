package dev.kakutei.bench.judging;

import com.sun.net.httpserver.HttpServer;
import dev.kakutei.schemas.Command;
import dev.kakutei.schemas.Outcome;
import dev.kakutei.schemas.Report;
import dev.kakutei.schemas.RequestId;
import dev.kakutei.schemas.RequestKind;
import dev.kakutei.schemas.codec.Json;
import dev.kakutei.sender.gateway.GatewayClient;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.URI;
import java.time.Instant;
import java.time.InstantSource;
import java.util.UUID;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.annotations.TearDown;

/** One whole call to a server on this machine that answers at once: the quickest gateway there can be. */
@State(Scope.Benchmark)
@BenchmarkMode(Mode.SampleTime)
@OutputTimeUnit(TimeUnit.MICROSECONDS)
public class LoopbackCallBenchmark {
    private HttpServer server;
    private GatewayClient client;

    @Setup
    public void start() throws IOException {
        // Otherwise the server waits 40 ms for an acknowledgement between its headers and its body.
        System.setProperty("sun.net.httpserver.nodelay", "true");
        server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
        server.createContext("/", exchange -> {
            exchange.getRequestBody().readAllBytes();
            exchange.getResponseHeaders().set("Content-Type", "application/json");
            exchange.sendResponseHeaders(200, SampleAnswers.BODY.length);
            exchange.getResponseBody().write(SampleAnswers.BODY);
            exchange.close();
        });
        server.start();
        URI url = URI.create("http://127.0.0.1:" + server.getAddress().getPort());
        client = new GatewayClient(SampleAnswers.gateway(url), "bench", InstantSource.system());
        client.start();
    }

    @TearDown
    public void stop() {
        client.close();
        server.stop(0);
    }

    @Benchmark
    public Outcome call() throws InterruptedException, ExecutionException {
        Instant now = Instant.now();
        var document = Json.MAPPER
                .createObjectNode()
                .put("amount", "1200.00")
                .put("currency", "JPY")
                .put("payment_method", "tok_visa");
        Command.Send command = new Command.Send(
                new RequestId(UUID.randomUUID()),
                RequestKind.PAYMENT,
                "sample",
                1,
                now,
                now.plusSeconds(60),
                10_000,
                null,
                document,
                null,
                0);
        Report report = client.carryOut(command, () -> true).get();
        Outcome outcome = ((Report.AttemptReport) report).outcome();
        if (!(outcome instanceof Outcome.Delivered)) {
            throw new IllegalStateException("not what is measured here: " + outcome);
        }
        return outcome;
    }
}
