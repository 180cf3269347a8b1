-- What the last record was that the projection read: a topic that lost records and was written on has another one in its place.
-- Null for what was read before this column was there.
alter table projection_offsets add column last_record text;

-- Each time an operator recovered after Kafka had lost records. The number names the state of the verifier and the positions of
-- the senders that count from then on; one that did not come to its end counts for nothing.
create table recoveries (
    number       integer     primary key check (number >= 1),
    started_at   timestamptz not null default now(),
    completed_at timestamptz,
    reason       text        not null,
    -- how many requests it put in doubt
    in_doubt     bigint
);

-- While nothing may be sent: since which transaction it is certain that no verifier and no sender was at work. What was accepted
-- later cannot have been sent. One row or none; it goes before anybody is cleared again.
create table sending_halt (
    only_row  boolean     primary key default true check (only_row),
    quiet_at  timestamptz not null default now(),
    quiet_xid bigint      not null
);

-- Reasons to believe that Kafka lost records which comparing it with the tables does not show. While one is open, nothing is
-- sent.
create table store_incidents (
    id       bigint      generated always as identity primary key,
    found_at timestamptz not null default now(),
    reason   text        not null,
    -- the recovery that closed it; null while it is open
    recovery integer     references recoveries (number)
);

-- The last attempt's own times: the gateway file may say others by the time its outcome is looked into.
alter table ledger add column last_sent_at timestamptz, add column last_silent_at timestamptz;

update ledger l
   set last_sent_at = e.at, last_silent_at = (e.fact ->> 'silent_at')::timestamptz
  from (select distinct on (request_id) request_id, at, fact
          from ledger_events where type = 'attempt_started' order by request_id, event_id desc) e
 where e.request_id = l.request_id;
