/**
 * The whole installation as real processes (three brokers, Postgres, two of each service, a gateway simulator), under
 * load, and a nemesis that kills, freezes and cuts them off, by a seed. Then it is healed, comes to rest, and is proved.
 *
 * <p>Comes in: a seed and a time. Goes out: a report. Forbidden here: looking into a service other than through its door,
 * and touching the simulator: it is the referee. Its worst moods alone end when everything else is healed.
 */
package dev.kakutei.chaos;
