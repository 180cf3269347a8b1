/**
 * What every service needs to start, be monitored and stop: settings, topics, the admin endpoint, an orderly shutdown.
 *
 * <p>Comes in: a settings file, the environment, command-line overrides. Goes out: typed values and a handful of small
 * life-cycle types. Forbidden here: anything about requests, and anything that only one service needs.
 */
package dev.kakutei.boot;
