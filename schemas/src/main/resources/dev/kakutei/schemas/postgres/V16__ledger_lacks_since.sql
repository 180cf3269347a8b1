-- From which moment on the ledger topic may lack events that Postgres has, when the recovery began; null where it lacks none. The
-- recovery writes them to the topic again. One that did not come to its end leaves that to the next.
alter table recoveries add column ledger_lacks_since timestamptz;
