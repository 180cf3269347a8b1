package dev.kakutei.bench.peer;

/** One way to do the work. Made without connecting; {@link #start} makes its tables and begins to dispatch. */
public interface Peer extends AutoCloseable {
    void start() throws Exception;

    /** Returns when the order is durable. A key that is known already changes nothing. */
    void accept(String key, String order) throws Exception;

    @Override
    void close();
}
