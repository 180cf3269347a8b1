package dev.kakutei.bench.pipeline;

import dev.kakutei.bench.process.ThreadPrefixes;

/** Which hop a thread works for, by the fifteen characters of its name that the kernel keeps. */
public final class ThreadGroups {
    private static final ThreadPrefixes HOPS = new ThreadPrefixes()
            .with("ingest-http", "1 ingest: http")
            .with("ingest-writer", "1 ingest: writers")
            .with("debezium", "2 relay")
            .with("pool-", "2 relay")
            .with("kafka-producer-", "kafka clients: producers")
            .with("kakutei-verifier", "3 verifier")
            .with("verifier", "3 verifier")
            .with("lane-", "4 sender: lanes")
            .with("sender", "4 sender: http, reports")
            .with("gateway-", "4 sender: http, reports")
            .with("reporter", "4 sender: http, reports")
            .with("ingest-projecti", "5 projection")
            .with("ingest-results", "5 results to waiting callers")
            .with("ingest-", "1 ingest: other")
            .with("data-plane-kafk", "6 broker")
            .with("group-coordinat", "6 broker: groups and transactions")
            .with("AddPartitionsTo", "6 broker: groups and transactions")
            .with("TxnMarkerSender", "6 broker: groups and transactions")
            .with("transaction-", "6 broker: groups and transactions")
            .with("kafka-", "6 broker and clients' heartbeats")
            .with("C1 CompilerThre", "7 compiler")
            .with("C2 CompilerThre", "7 compiler")
            .with("GC Thread", "8 collector")
            .with("G1 ", "8 collector")
            .with("VM ", "9 virtual machine");

    private ThreadGroups() {}

    public static String hop(String thread) {
        return HOPS.part(thread, "other: " + thread.replaceAll("[0-9]+", "N"));
    }
}
