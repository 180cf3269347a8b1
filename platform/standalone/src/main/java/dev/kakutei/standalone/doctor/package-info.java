/**
 * Whether an external Kafka and Postgres are set so that Kakutei's promises hold there: {@code ./kakutei doctor}.
 *
 * <p>In: addresses, and what the services are set to. Out: {@link dev.kakutei.standalone.doctor.DoctorFinding}s, all of them at
 * once. Readers ask the servers and know no rules; rules are pure functions of what was read.
 *
 * <p>Forbidden here: changing anything, at either server.
 */
package dev.kakutei.standalone.doctor;
