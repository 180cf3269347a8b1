/** What people watch by, held against what a running Kakutei really shows: metrics, rules, dashboard, runbook, traces. */
package dev.kakutei.e2e.watching;
