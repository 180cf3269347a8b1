package dev.kakutei.operator.http;

import dev.kakutei.operator.stream.Frame;
import dev.kakutei.operator.stream.Pipe;
import jakarta.servlet.ServletOutputStream;
import jakarta.servlet.WriteListener;
import java.io.IOException;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.function.Consumer;

/**
 * Frames on their way into one connection. Nothing here blocks: what the connection does not take now is buffered, up to a
 * bound, and written by the server's threads when it can take more. A closed connection is noticed when something is written
 * to it, which heartbeats make sure of.
 */
final class SsePipe implements Pipe, WriteListener {
    private final ServletOutputStream out;
    private final int maxBytes;
    private final Runnable abort;
    private final CompletableFuture<End> ended = new CompletableFuture<>();
    private final Deque<byte[]> waiting = new ArrayDeque<>();
    private int waitingBytes;
    private boolean possible;
    private boolean toFlush;
    private End wanted;
    private End reached;

    /** @param abort closes the connection at once; for a caller that does not read, nothing else would */
    SsePipe(ServletOutputStream out, int maxBytes, Runnable abort) {
        this.out = out;
        this.maxBytes = maxBytes;
        this.abort = abort;
    }

    CompletableFuture<End> ended() {
        return ended;
    }

    @Override
    public void send(List<Frame> frames) {
        boolean cut = false;
        synchronized (this) {
            if (wanted != null) {
                return;
            }
            for (Frame frame : frames) {
                byte[] bytes = frame.bytes();
                waiting.add(bytes);
                waitingBytes += bytes.length;
            }
            write();
            if (waitingBytes > maxBytes && reached == null) {
                waiting.clear();
                reached = End.TOO_SLOW;
                cut = true;
            }
        }
        if (cut) {
            abort.run();
        }
        completeIfEnded();
    }

    @Override
    public void end(End end) {
        synchronized (this) {
            if (wanted == null) {
                wanted = end;
                write();
            }
        }
        completeIfEnded();
    }

    @Override
    public void whenEnded(Consumer<End> listener) {
        ended.thenAccept(listener);
    }

    @Override
    public void onWritePossible() {
        synchronized (this) {
            possible = true;
            write();
        }
        completeIfEnded();
    }

    @Override
    public void onError(Throwable failure) {
        synchronized (this) {
            reach(End.GONE);
        }
        completeIfEnded();
    }

    /** Each step is taken only when the connection is ready; when it is not, {@link #onWritePossible} comes. */
    private void write() {
        try {
            while (possible && reached == null && out.isReady()) {
                byte[] next = waiting.poll();
                if (next != null) {
                    waitingBytes -= next.length;
                    out.write(next);
                    toFlush = true;
                } else if (toFlush) {
                    toFlush = false;
                    out.flush();
                } else if (wanted != null) {
                    reach(wanted);
                } else {
                    return;
                }
            }
        } catch (IOException | IllegalStateException e) {
            reach(End.GONE);
        }
    }

    private void reach(End end) {
        if (reached == null) {
            reached = end;
            waiting.clear();
        }
    }

    /** Outside the lock: the listeners may have locks of their own. */
    private void completeIfEnded() {
        End end;
        synchronized (this) {
            end = reached;
        }
        if (end != null) {
            ended.complete(end);
        }
    }
}
