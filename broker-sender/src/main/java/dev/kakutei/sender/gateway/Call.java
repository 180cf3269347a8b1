package dev.kakutei.sender.gateway;

import java.io.ByteArrayOutputStream;
import java.nio.ByteBuffer;
import java.time.Duration;
import java.util.HashMap;
import java.util.Locale;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.BooleanSupplier;
import org.eclipse.jetty.client.Request;
import org.eclipse.jetty.client.Response;
import org.eclipse.jetty.client.Result;
import org.eclipse.jetty.util.thread.Scheduler;

/**
 * One request on its way. It knows exactly whether a byte may have left: {@link #aboutToLeave} runs on the thread that
 * is about to write, before the write, and a request that is aborted there is not written. It lets a request through
 * once, so that no resending by the client library, now or in a later version, can reach the wire.
 */
final class Call implements Response.Listener {
    private enum Phase {
        WAITING,
        TOO_LATE,
        NO_CONNECTION,
        MAY_HAVE_LEFT,
        OVER
    }

    private final long began = System.nanoTime();
    private final AtomicReference<Phase> phase = new AtomicReference<>(Phase.WAITING);
    private final CompletableFuture<Reply> reply = new CompletableFuture<>();
    private final ByteArrayOutputStream body = new ByteArrayOutputStream(512);
    private final PreSendCheck check;
    private final int maxBody;
    private final BooleanSupplier stopping;
    private volatile SecureChannel secure;
    private Reply.Extent extent = Reply.Extent.WHOLE;
    private boolean complete;

    /** @param maxBody of an answer's body, no more than so many bytes are read */
    Call(PreSendCheck check, int maxBody, BooleanSupplier stopping) {
        this.check = check;
        this.maxBody = maxBody;
        this.stopping = stopping;
    }

    CompletableFuture<Reply> reply() {
        return reply;
    }

    void aboutToLeave(Request request) {
        secure = SecureChannel.of(request);
        boolean fresh = check.mayLeave();
        if (!phase.compareAndSet(Phase.WAITING, fresh ? Phase.MAY_HAVE_LEFT : Phase.TOO_LATE)) {
            request.abort(new IllegalStateException("a request leaves once"));
        } else if (!fresh) {
            request.abort(new IllegalStateException("the command was too old when its turn came"));
        }
    }

    /**
     * Gives the request up when it has no connection after so long. All of it counts: the name, every address that is
     * tried, and the handshake.
     */
    void connectWithin(Duration limit, Request request, Scheduler scheduler) {
        Scheduler.Task watch = scheduler.schedule(() -> giveUpUnconnected(request), limit);
        reply.whenComplete((done, thrown) -> watch.cancel());
    }

    private void giveUpUnconnected(Request request) {
        boolean waiting = phase.compareAndSet(Phase.WAITING, Phase.NO_CONNECTION);
        SecureChannel handshaking = secure;
        if (waiting || (handshaking != null && !handshaking.isOpen())) {
            request.abort(new TimeoutException("no connection came about in time"));
        }
    }

    void neverBegan(RuntimeException thrown) {
        finish(thrown, 0);
    }

    @Override
    public void onContent(Response response, ByteBuffer content) {
        int room = Math.min(maxBody - body.size(), content.remaining());
        byte[] bytes = new byte[room];
        content.get(bytes);
        body.writeBytes(bytes);
        if (content.hasRemaining()) {
            content.position(content.limit());
            extent = Reply.Extent.CUT_OFF;
            response.abort(new IllegalStateException("an answer longer than " + maxBody + " bytes"));
        }
    }

    @Override
    public void onSuccess(Response response) {
        complete = true;
    }

    @Override
    public void onComplete(Result result) {
        Response response = result.getResponse();
        int status = response == null ? 0 : response.getStatus();
        if (status != 0 && (complete || extent == Reply.Extent.CUT_OFF)) {
            phase.set(Phase.OVER);
            reply.complete(new Reply.Answered(status, headers(response), body.toByteArray(), extent, elapsedMillis()));
        } else {
            finish(result.getFailure(), status);
        }
    }

    private void finish(Throwable thrown, int status) {
        Phase last = phase.getAndSet(Phase.OVER);
        Failure failure = switch (last) {
            case WAITING -> FailureClassification.beforeLeaving(thrown);
            case TOO_LATE -> Failure.TOO_LATE;
            case NO_CONNECTION -> Failure.CONNECT_TIMEOUT;
            case MAY_HAVE_LEFT, OVER -> afterLeaving(thrown, status);
        };
        reply.complete(new Reply.Failed(failure, status, detail(failure, thrown), elapsedMillis()));
    }

    private Failure afterLeaving(Throwable thrown, int status) {
        SecureChannel channel = secure;
        if (channel != null && channel.closedBeforeItOpened()) {
            return FailureClassification.beforeHandshake(thrown);
        }
        return stopping.getAsBoolean() ? Failure.STOPPED : FailureClassification.afterLeaving(thrown, status);
    }

    /** Of an end that needs no explanation, the library's own words are noise. */
    private static String detail(Failure failure, Throwable thrown) {
        return switch (failure) {
            case TOO_LATE, CONNECT_TIMEOUT, TIMEOUT, CLOSED, RESET, TRUNCATED, STOPPED -> null;
            case ADDRESS, UNRESOLVED -> thrown == null ? null : thrown.getMessage();
            case REFUSED, TLS, TLS_ENDED, NOT_CONNECTED, GARBLED, BROKEN ->
                thrown == null ? null : thrown.getClass().getSimpleName() + " " + thrown.getMessage();
        };
    }

    private static Map<String, String> headers(Response response) {
        Map<String, String> headers = new HashMap<>();
        response.getHeaders()
                .forEach(field -> headers.putIfAbsent(
                        field.getName().toLowerCase(Locale.ROOT), field.getValue() == null ? "" : field.getValue()));
        return headers;
    }

    private long elapsedMillis() {
        return TimeUnit.NANOSECONDS.toMillis(System.nanoTime() - began);
    }
}
