/**
 * A gateway that misbehaves on request, with an append-only journal of what really happened: the reference of every
 * proof about Kakutei.
 *
 * <p><b>In:</b> orders and payments by HTTP ({@code POST /orders}, {@code POST /payments}), look-ups ({@code GET
 * /orders/{reference}}, {@code GET /payments/{reference}}), and instructions on how to behave: scripts, a seeded mix,
 * or the values of {@link dev.kakutei.simulator.MagicValue} in the request itself.
 *
 * <p><b>Out:</b> answers, silences and dropped connections; {@code journal.ndjson}. An effect exists if and only if
 * its APPLIED line is in the journal. A line is handed to the operating system before the client can learn of what it
 * says: answers and drops wait for their line, and with it for every line before it.
 *
 * <p>An applied order is FILLED and an applied payment AUTHORIZED. A key is bound by what was decided under it (applied
 * or declined), not by errors that came before. Once bound it is answered again, with the delays, drops and errors its
 * script asks for, and never decided again until its time to live has passed.
 *
 * <p><b>Forbidden here:</b> anything else of Kakutei. The reference must not share code with what it checks.
 */
package dev.kakutei.simulator;
