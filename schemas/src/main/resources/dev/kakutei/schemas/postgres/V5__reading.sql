-- What reading needs: lists, the set of open requests, cleaning, and a memory for what could not be projected.
--
-- All of it is made inside one transaction and locks the tables meanwhile. At this version tables are small; a later
-- index on a large table belongs into a migration of its own, made concurrently.

-- A batch updates many rows of a page in one transaction, and none of the old versions can be pruned before it ends:
-- a page that is half empty has room for all of them. Measured with 500 rows a batch: 97 of 100 updates stay on their
-- page (58 at 70), and the table is smaller for it.
alter table ledger set (fillfactor = 50);
alter table outbox_orders set (fillfactor = 50);

-- The state of a request that has left the straight path (accepted, sending, succeeded); null on it. Postgres keeps an
-- update on its page only while no column of any index changes, the condition of a partial index included: an index on
-- state, however partial, would cost every update of every request. This column changes only for the few that stray.
alter table ledger add column off_path text
    generated always as (case when state in ('accepted', 'sending', 'succeeded') then null else state end) stored;

-- Newest first: all requests, a client's, a gateway's, and those off the path by their state. None of these columns
-- changes in a straight life.
create index ledger_by_time on ledger (accepted_at, request_id);
create index ledger_by_client on ledger (client, accepted_at, request_id);
create index ledger_by_gateway on ledger (gateway, accepted_at, request_id);
create index ledger_off_path on ledger (off_path, accepted_at, request_id) where off_path is not null;

-- The requests that are not settled. A partial index would say the same, but settling would then be an update that
-- leaves its page; here it is the removal of a short row. Kept by the database itself, so that no writer can forget it.
create table ledger_open (
    accepted_at timestamptz not null,
    request_id  uuid        not null,
    primary key (accepted_at, request_id)
);

insert into ledger_open select accepted_at, request_id from ledger where settled_at is null;

create function keep_ledger_open() returns trigger language plpgsql as $$
begin
    if tg_op <> 'INSERT' and old.settled_at is null then
        delete from ledger_open where accepted_at = old.accepted_at and request_id = old.request_id;
    end if;
    if tg_op <> 'DELETE' and new.settled_at is null then
        insert into ledger_open values (new.accepted_at, new.request_id) on conflict do nothing;
    end if;
    return null;
end $$;

create trigger ledger_open_begins after insert on ledger
    for each row when (new.settled_at is null) execute function keep_ledger_open();
create trigger ledger_open_changes after update on ledger
    for each row when ((old.settled_at is null) <> (new.settled_at is null) or old.accepted_at <> new.accepted_at)
    execute function keep_ledger_open();
create trigger ledger_open_ends after delete on ledger
    for each row when (old.settled_at is null) execute function keep_ledger_open();

-- Cleaning walks the outbox from its oldest row.
create index outbox_orders_by_time on outbox_orders (created_at, id);

-- Records of the ledger topic that could not be applied, written in the transaction that passed over them: a restart
-- does not forget them, and a person who mended the cause knows what to apply again.
create table projection_faults (
    topic         text        not null,
    partition     integer     not null,
    record_offset bigint      not null,
    -- where the record says it
    request_id    uuid,
    event_id      integer,
    reason        text        not null,
    seen_at       timestamptz not null default now(),
    primary key (topic, partition, record_offset)
);
create index projection_faults_by_request on projection_faults (request_id) where request_id is not null;
