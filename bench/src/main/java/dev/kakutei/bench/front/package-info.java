/** What the front door takes, beside a client of Postgres that stores the same rows one transaction at a time. */
package dev.kakutei.bench.front;
