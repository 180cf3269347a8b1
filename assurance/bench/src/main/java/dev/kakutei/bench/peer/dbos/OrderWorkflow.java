package dev.kakutei.bench.peer.dbos;

/** What happens to an order; its arguments and its result are kept. */
public interface OrderWorkflow {
    String carry(String key, String order);
}
