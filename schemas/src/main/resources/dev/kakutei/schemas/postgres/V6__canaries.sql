-- A row that the relay writes now and then and waits for at the other end: it shows that the whole way is open, measures
-- it, and moves the slot forward on a quiet outbox, so that the log of other tables is not kept for it. Old rows are
-- deleted; only inserts are published.
create table relay_canaries (
    id      bigint generated always as identity primary key,
    sent_at timestamptz not null,
    relay   text        not null
);

alter publication kakutei_outbox add table relay_canaries;
