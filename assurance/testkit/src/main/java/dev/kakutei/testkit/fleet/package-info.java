/**
 * The four services as processes of their own, any number of each, against a Kafka and a Postgres that live elsewhere: the
 * way an installation runs (SPEC G2), for tests that share out work, kill and freeze.
 *
 * <p>In: settings that all of them read. Out: {@link dev.kakutei.testkit.fleet.Member}s with their processes, URLs and
 * metrics. The services are started through the command line ({@code kakutei ingest …}), so whoever uses this needs the
 * module {@code standalone} on its class path.
 *
 * <p>Forbidden here: looking into a service other than through its API, its admin endpoint and its output.
 */
package dev.kakutei.testkit.fleet;
