package dev.kakutei.bench.peer.txoutbox;

/** What is called later. */
public interface OrderPosts {
    void post(String key, String order);
}
