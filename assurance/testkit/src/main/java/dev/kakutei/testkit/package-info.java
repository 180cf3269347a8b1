/**
 * What the tests of all services share: real servers, processes that can be killed, a network that can fail, and
 * waiting with a deadline.
 *
 * <p>In: nothing but the test's parameters. Out: addresses, records, handles. Everything started here ends with the test
 * JVM, and lives in {@code target/}.
 *
 * <p>Forbidden here: mocks, fixed ports, sleeping for a guessed time, and anything a service needs outside its tests.
 */
package dev.kakutei.testkit;
