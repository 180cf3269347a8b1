package dev.kakutei.boot.watch;

import io.prometheus.metrics.tracer.common.SpanContext;

/** Gives the registry the trace in which something is measured, so that it can publish one as an exemplar. */
final class TraceExemplars implements SpanContext {
    private static final ThreadLocal<String> CURRENT = new ThreadLocal<>();
    private static final int TRACE = 3;
    private static final int TRACE_END = 35;
    private static final int SPAN = 36;
    private static final int SPAN_END = 52;

    static void within(String traceparent, Runnable measuring) {
        if (traceparent == null || traceparent.length() < SPAN_END) {
            measuring.run();
            return;
        }
        CURRENT.set(traceparent);
        try {
            measuring.run();
        } finally {
            CURRENT.remove();
        }
    }

    @Override
    public String getCurrentTraceId() {
        return part(TRACE, TRACE_END);
    }

    @Override
    public String getCurrentSpanId() {
        return part(SPAN, SPAN_END);
    }

    /** Whether the trace is recorded elsewhere is not known here; its id finds it in our logs in any case. */
    @Override
    public boolean isCurrentSpanSampled() {
        return CURRENT.get() != null;
    }

    @Override
    public void markCurrentSpanAsExemplar() {
        // we record no spans
    }

    private static String part(int from, int to) {
        String current = CURRENT.get();
        return current == null ? null : current.substring(from, to);
    }
}
