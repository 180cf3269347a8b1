package dev.kakutei.operator.http;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.kakutei.http.HttpReply;
import dev.kakutei.http.Problem;
import dev.kakutei.http.Refused;
import dev.kakutei.ledger.Entry;
import dev.kakutei.operator.stream.EventView;
import dev.kakutei.operator.stream.LiveStream;
import dev.kakutei.operator.stream.RequestFollower;
import dev.kakutei.operator.stream.Streams;
import dev.kakutei.schemas.LedgerEvent;
import dev.kakutei.store.read.LedgerReader;
import dev.kakutei.store.read.LedgerReader.Timeline;
import io.javalin.http.Context;
import jakarta.servlet.http.HttpServletResponse;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.time.InstantSource;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.regex.Pattern;
import org.eclipse.jetty.ee10.servlet.ServletContextRequest;
import org.eclipse.jetty.io.EndPoint;

/** {@code GET /requests/{key}/stream}: a request as it changes (SPEC A7). */
final class StreamEndpoint {
    private static final String MEDIA_TYPE = "text/event-stream";
    private static final String LAST_SEEN = "Last-Event-ID";
    private static final int MISSED_HEARTBEATS = 3;
    private static final Pattern EVENT_ID = Pattern.compile("0|[1-9][0-9]{0,8}");

    private final LedgerReader reader;
    private final Streams streams;
    private final EventView shown;

    StreamEndpoint(LedgerReader reader, Streams streams, InstantSource clock) {
        this.reader = reader;
        this.streams = streams;
        this.shown = new EventView() {
            @Override
            public ObjectNode request(Entry entry) {
                return RequestView.of(entry, clock.instant());
            }

            @Override
            public ObjectNode event(LedgerEvent event) {
                return RequestView.of(event);
            }
        };
    }

    /** Completes when the stream has ended. */
    CompletableFuture<HttpReply> open(String client, Context context) throws Refused {
        int lastSeen = lastSeen(context.header(LAST_SEEN));
        Optional<LiveStream> place = streams.take();
        if (place.isEmpty()) {
            return CompletableFuture.completedFuture(HttpReply.of(Problem.tooManyStreams()));
        }
        if (!context.req().isAsyncStarted()) {
            // The answer may be there before Javalin gets to it, and it cannot be written in pieces before.
            context.req().startAsync().setTimeout(0);
        }
        LiveStream stream = place.get();
        String key = context.pathParam("key");
        return reader.find(client, key)
                .thenCompose(found -> {
                    found.ifPresent(entry -> stream.watch(entry.id()));
                    // Read again, now that its events are kept: what came before is in here, what comes after is
                    // received.
                    return found.isEmpty()
                            ? CompletableFuture.completedFuture(Optional.<Timeline>empty())
                            : reader.timeline(client, key);
                })
                .thenCompose(timeline -> timeline.isEmpty()
                        ? CompletableFuture.completedFuture(HttpReply.of(Problem.unknownRequest()))
                        : begin(stream, timeline.get(), lastSeen, context))
                .whenComplete((reply, failure) -> stream.close());
    }

    private CompletableFuture<HttpReply> begin(LiveStream stream, Timeline timeline, int lastSeen, Context context) {
        if (context.req().getMethod().equals("HEAD")) {
            return CompletableFuture.completedFuture(new HttpReply(200, MEDIA_TYPE, new byte[0], Map.of()));
        }
        if (timeline.entry().status().terminal() && lastSeen >= timeline.entry().seq()) {
            // Browsers reconnect by themselves after an end; 204 stops them.
            return CompletableFuture.completedFuture(new HttpReply(204, MEDIA_TYPE, new byte[0], Map.of()));
        }
        RequestFollower following = new RequestFollower(shown, timeline, lastSeen);
        SsePipe pipe = pipe(context);
        stream.begin(following, pipe);
        return pipe.ended().thenApply(end -> HttpReply.WRITTEN);
    }

    private SsePipe pipe(Context context) {
        HttpServletResponse response = context.res();
        response.setStatus(200);
        response.setContentType(MEDIA_TYPE);
        response.setHeader("Cache-Control", "no-store");
        // The connection ends with the stream: no client waits for a last chunk that a proxy kept.
        response.setHeader("Connection", "close");
        // Proxies that buffer answers do not do so with this.
        response.setHeader("X-Accel-Buffering", "no");
        ServletContextRequest request = ServletContextRequest.getServletContextRequest(context.req());
        EndPoint connection = request.getConnectionMetaData().getConnection().getEndPoint();
        // A stream is silent between two heartbeats; a write that is stuck for longer than some of them has failed.
        connection.setIdleTimeout(
                Math.max(connection.getIdleTimeout(), streams.heartbeat().toMillis() * MISSED_HEARTBEATS));
        try {
            SsePipe pipe = new SsePipe(response.getOutputStream(), streams.bufferBytes(), connection::close);
            response.getOutputStream().setWriteListener(pipe);
            return pipe;
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static int lastSeen(String header) throws Refused {
        if (header == null || header.isBlank()) {
            return 0;
        }
        if (!EVENT_ID.matcher(header.strip()).matches()) {
            throw new Refused(Problem.invalid(LAST_SEEN, "must be the id of an event of this stream, a whole number"));
        }
        return Integer.parseInt(header.strip());
    }
}
