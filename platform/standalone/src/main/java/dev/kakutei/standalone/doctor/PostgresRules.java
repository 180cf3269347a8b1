package dev.kakutei.standalone.doctor;

import java.time.Duration;
import java.util.List;

/** What Kakutei needs of a Postgres, and why. */
final class PostgresRules {
    private static final int OLDEST = 140_000;
    private static final Duration SKEW_TO_KNOW = Duration.ofSeconds(1);
    private static final Duration SKEW_TO_FIX = Duration.ofSeconds(30);
    private static final Duration LONG_TAKE_OVER = Duration.ofSeconds(30);
    /** The relay's, the capture's own, and some for people. */
    private static final int OTHER_CONNECTIONS = 8;

    private PostgresRules() {}

    /**
     * @param pool connections of one ingest
     * @param shedMib how much log may be kept for the relay before ingest turns requests away; 0 for any
     */
    static List<DoctorFinding> judge(PostgresFacts facts, int pool, int shedMib) {
        DoctorFindings found = new DoctorFindings(DoctorFinding.Server.POSTGRES);
        version(facts, found);
        durability(facts, found);
        decoding(facts, found);
        keptLog(facts, shedMib, found);
        role(facts, found);
        connections(facts, pool, found);
        clock(facts.clockAhead(), found);
        return found.all();
    }

    private static void version(PostgresFacts facts, DoctorFindings found) {
        String version = facts.version() / 10_000 + "." + facts.version() % 10_000;
        if (facts.version() < OLDEST) {
            found.mistake("version", "PostgreSQL " + version, "use 14 or newer");
        } else {
            found.good("version", "PostgreSQL " + version);
        }
        if (facts.replica()) {
            found.mistake("primary", "this is a replica", "let postgres.url lead to the primary");
        }
        if (!facts.setting("server_encoding").equals("UTF8")) {
            found.mistake(
                    "server_encoding",
                    facts.setting("server_encoding"),
                    "make the database with encoding 'UTF8'; requests are Unicode");
        }
        if (facts.setting("data_checksums").equals("off")) {
            found.note(
                    "data_checksums",
                    "off: a disk that forgets is noticed late",
                    "pg_checksums --enable, while it is down");
        }
    }

    private static void durability(PostgresFacts facts, DoctorFindings found) {
        for (String name : List.of("fsync", "full_page_writes")) {
            if (facts.setting(name).equals("on")) {
                found.good(name, "on");
            } else {
                found.mistake(
                        name,
                        facts.setting(name) + ": what was acknowledged is lost with the power",
                        "alter system set " + name + " = on");
            }
        }
        String commit = facts.setting("synchronous_commit");
        if (commit.equals("off")) {
            found.mistake(
                    "synchronous_commit",
                    "off: requests are acknowledged before they are safe",
                    "alter system set synchronous_commit = on");
        } else {
            found.good("synchronous_commit", commit);
        }
    }

    private static void decoding(PostgresFacts facts, DoctorFindings found) {
        String level = facts.setting("wal_level");
        if (level.equals("logical")) {
            found.good("wal_level", level);
        } else {
            found.mistake(
                    "wal_level",
                    level + ": the relay cannot read the log",
                    "alter system set wal_level = logical, and restart PostgreSQL");
        }
        long slots = facts.number("max_replication_slots");
        if (slots <= facts.slotsInUse()) {
            found.note(
                    "max_replication_slots",
                    facts.slotsInUse() + " of " + slots + " are taken; ours needs one, if it is not among them",
                    "raise max_replication_slots");
        } else {
            found.good("max_replication_slots", facts.slotsInUse() + " of " + slots + " are taken");
        }
        if (facts.number("max_wal_senders") < 2) {
            found.mistake(
                    "max_wal_senders",
                    facts.number("max_wal_senders") + "; a relay needs one, and one that takes over another",
                    "alter system set max_wal_senders = 10, and restart PostgreSQL");
        }
        Duration timeout = Duration.ofMillis(facts.number("wal_sender_timeout"));
        if (timeout.isZero() || timeout.compareTo(LONG_TAKE_OVER) > 0) {
            found.warning(
                    "wal_sender_timeout",
                    (timeout.isZero() ? "none" : timeout.toSeconds() + " s")
                            + ": so long a relay that vanished with its machine keeps the slot from the next one",
                    "alter system set wal_sender_timeout = '10s'");
        } else {
            found.good("wal_sender_timeout", timeout.toSeconds() + " s");
        }
        long idle = facts.number("idle_replication_slot_timeout");
        if (idle > 0) {
            found.warning(
                    "idle_replication_slot_timeout",
                    idle + " s: a relay that is away for so long loses its place, and a person must look",
                    "alter system set idle_replication_slot_timeout = 0");
        }
    }

    private static void keptLog(PostgresFacts facts, int shedMib, DoctorFindings found) {
        long keep = facts.number("max_slot_wal_keep_size");
        String subject = "max_slot_wal_keep_size";
        if (keep < 0) {
            found.note(
                    subject,
                    "no limit: while the relay is away the log may fill the disk"
                            + (shedMib == 0 ? "" : ", but requests are turned away from " + shedMib + " MiB on"),
                    "set it to what the disk can bear, at least twice ingest.shed.wal");
        } else if (shedMib == 0 || keep <= shedMib) {
            found.mistake(
                    subject,
                    keep + " MiB, and requests are turned away from "
                            + (shedMib == 0 ? "no limit" : shedMib + " MiB")
                            + " on: PostgreSQL gives up the relay's slot first, and accepted requests must be found again",
                    "raise it to twice ingest.shed.wal, or lower ingest.shed.wal");
        } else if (keep < 2L * shedMib) {
            found.warning(
                    subject, keep + " MiB is close to ingest.shed.wal, " + shedMib + " MiB", "raise it to twice that");
        } else {
            found.good(subject, keep + " MiB");
        }
    }

    private static void role(PostgresFacts facts, DoctorFindings found) {
        if (facts.mayReplicate()) {
            found.good("replication", "the user may");
        } else {
            found.mistake("replication", "the user may not read the log", "alter role … with replication");
        }
        if (facts.mayCreate()) {
            found.good("tables", "the user may make them");
        } else {
            found.mistake(
                    "tables",
                    "the user may not make tables and publications",
                    "let the user own the database: alter database … owner to …");
        }
    }

    private static void connections(PostgresFacts facts, int pool, DoctorFindings found) {
        long free = facts.number("max_connections") - Math.max(0, facts.number("superuser_reserved_connections"));
        if (free < pool + OTHER_CONNECTIONS) {
            found.warning(
                    "max_connections",
                    free + " for everybody; one ingest takes " + pool + ", a relay three",
                    "raise max_connections, or lower ingest.postgres.pool");
        } else {
            found.good("max_connections", free + ", enough for " + (free - OTHER_CONNECTIONS) / pool + " ingest");
        }
    }

    private static void clock(Duration ahead, DoctorFindings found) {
        String what = ahead.abs().toMillis() + " ms " + (ahead.isNegative() ? "behind" : "ahead of") + " this machine";
        if (ahead.abs().compareTo(SKEW_TO_FIX) > 0) {
            found.mistake("clock", what + ": deadlines and expiries mean different moments", "run NTP on both");
        } else if (ahead.abs().compareTo(SKEW_TO_KNOW) > 0) {
            found.warning("clock", what, "run NTP on both");
        } else {
            found.good("clock", what);
        }
    }
}
