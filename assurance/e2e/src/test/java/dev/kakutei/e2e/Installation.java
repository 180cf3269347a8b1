package dev.kakutei.e2e;

import java.net.URI;

/** A running Kakutei with a simulator as its only gateway, as far as a test looks into it. */
interface Installation extends AutoCloseable {
    /** Where callers reach it. */
    URI url();

    /** Kafka's bootstrap servers. */
    String kafka();

    PostgresTables tables();

    @Override
    void close();
}
