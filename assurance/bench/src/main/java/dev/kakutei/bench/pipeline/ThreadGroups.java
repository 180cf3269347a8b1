package dev.kakutei.bench.pipeline;

import java.util.LinkedHashMap;
import java.util.Map;

/** Which hop a thread works for, by the fifteen characters of its name that the kernel keeps. */
public final class ThreadGroups {
    private static final Map<String, String> HOPS = new LinkedHashMap<>();

    static {
        HOPS.put("ingest-http", "1 ingest: http");
        HOPS.put("ingest-writer", "1 ingest: writers");
        HOPS.put("debezium", "2 relay");
        HOPS.put("pool-", "2 relay");
        HOPS.put("kafka-producer-", "kafka clients: producers");
        HOPS.put("kakutei-verifier", "3 verifier");
        HOPS.put("verifier", "3 verifier");
        HOPS.put("lane-", "4 sender: lanes");
        HOPS.put("sender", "4 sender: http, reports");
        HOPS.put("gateway-", "4 sender: http, reports");
        HOPS.put("reporter", "4 sender: http, reports");
        HOPS.put("ingest-projecti", "5 projection");
        HOPS.put("ingest-results", "5 results to waiting callers");
        HOPS.put("ingest-", "1 ingest: other");
        HOPS.put("data-plane-kafk", "6 broker");
        HOPS.put("group-coordinat", "6 broker: groups and transactions");
        HOPS.put("AddPartitionsTo", "6 broker: groups and transactions");
        HOPS.put("TxnMarkerSender", "6 broker: groups and transactions");
        HOPS.put("transaction-", "6 broker: groups and transactions");
        HOPS.put("kafka-", "6 broker and clients' heartbeats");
        HOPS.put("C1 CompilerThre", "7 compiler");
        HOPS.put("C2 CompilerThre", "7 compiler");
        HOPS.put("GC Thread", "8 collector");
        HOPS.put("G1 ", "8 collector");
        HOPS.put("VM ", "9 virtual machine");
    }

    private ThreadGroups() {}

    public static String hop(String thread) {
        for (Map.Entry<String, String> hop : HOPS.entrySet()) {
            if (thread.startsWith(hop.getKey())) {
                return hop.getValue();
            }
        }
        return "other: " + thread.replaceAll("[0-9]+", "N");
    }
}
