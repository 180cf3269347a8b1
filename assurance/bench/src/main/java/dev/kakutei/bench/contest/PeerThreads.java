package dev.kakutei.bench.contest;

import dev.kakutei.bench.process.ThreadPrefixes;

/** Which part of a peer a thread works for, by the fifteen characters of its name that the kernel keeps. */
final class PeerThreads {
    private static final ThreadPrefixes PARTS = new ThreadPrefixes()
            .with("http", "http")
            .with("gateway", "gateway client")
            .with("HttpClient", "gateway client")
            .with("C1 CompilerThre", "compiler")
            .with("C2 CompilerThre", "compiler")
            .with("GC Thread", "collector")
            .with("VM ", "virtual machine");

    private PeerThreads() {}

    static String part(String thread) {
        return PARTS.part(thread, "dispatching and other");
    }
}
