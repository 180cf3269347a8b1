package dev.kakutei.e2e;

import java.net.URI;
import java.util.Map;

/** A running Kakutei with a simulator as its only gateway, as far as a test looks into it. */
interface Installation extends AutoCloseable {
    /** Where callers reach it. */
    URI url();

    /** What a client of its Kafka needs: the address, and the account where there is one. */
    Map<String, Object> kafka();

    PostgresTables tables();

    @Override
    void close();
}
