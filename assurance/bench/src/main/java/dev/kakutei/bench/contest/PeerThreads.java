package dev.kakutei.bench.contest;

import java.util.LinkedHashMap;
import java.util.Map;

/** Which part of a peer a thread works for, by the fifteen characters of its name that the kernel keeps. */
final class PeerThreads {
    private static final Map<String, String> PARTS = new LinkedHashMap<>();

    static {
        PARTS.put("http", "http");
        PARTS.put("gateway", "gateway client");
        PARTS.put("HttpClient", "gateway client");
        PARTS.put("C1 CompilerThre", "compiler");
        PARTS.put("C2 CompilerThre", "compiler");
        PARTS.put("GC Thread", "collector");
        PARTS.put("VM ", "virtual machine");
    }

    private PeerThreads() {}

    static String part(String thread) {
        for (Map.Entry<String, String> part : PARTS.entrySet()) {
            if (thread.startsWith(part.getKey())) {
                return part.getValue();
            }
        }
        return "dispatching and other";
    }
}
