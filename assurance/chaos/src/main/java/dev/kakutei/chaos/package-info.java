/**
 * The whole installation as real processes (three brokers, Postgres, two of each service, a gateway simulator), under
 * load, and a nemesis that kills, freezes and disconnects them, by a seed. Then it is healed, comes to rest, and is proved.
 *
 * <p>Comes in: a seed and a time. Goes out: a report. Forbidden here: looking into a service other than through its API,
 * and touching the simulator: it is the referee. Only its worst faults end when everything else is healed.
 */
package dev.kakutei.chaos;
