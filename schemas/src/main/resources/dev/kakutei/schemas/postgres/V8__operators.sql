-- What those who run it need: how many requests are where, without counting them, and orders for many requests at once.

-- How many requests came into each state and left it. Rows are only added, one for each client and state that a statement
-- touched, so that no two writers wait for each other; every few seconds they are drawn together. What came less
-- what went, over all rows, is how many are there now; what came lately is the rate. Kept by the database itself, so that
-- no writer can forget it: accepting, projecting, mending and cleaning all count.
create table ledger_tally (
    -- when; rounded down where rows were drawn together, and the epoch for everything that is not recent
    at     timestamptz not null,
    client text        not null,
    state  text        not null,
    came   bigint      not null,
    went   bigint      not null
) with (autovacuum_vacuum_scale_factor = 0, autovacuum_vacuum_threshold = 5000,
        autovacuum_analyze_scale_factor = 0, autovacuum_analyze_threshold = 50000);

lock table ledger in share row exclusive mode;
insert into ledger_tally select 'epoch', client, state, count(*), 0 from ledger group by client, state;

create function tally_ledger_begins() returns trigger language plpgsql as $$
begin
    insert into ledger_tally select now(), client, state, count(*), 0 from after_it group by client, state;
    return null;
end $$;

create function tally_ledger_changes() returns trigger language plpgsql as $$
begin
    insert into ledger_tally
        select now(), n.client, moved.state, sum(moved.came), sum(moved.went)
        from before_it o join after_it n on n.request_id = o.request_id and n.state <> o.state
            cross join lateral (values (o.state, 0, 1), (n.state, 1, 0)) as moved (state, came, went)
        group by n.client, moved.state;
    return null;
end $$;

create function tally_ledger_ends() returns trigger language plpgsql as $$
begin
    insert into ledger_tally select now(), client, state, 0, count(*) from before_it group by client, state;
    return null;
end $$;

create function tally_ledger_emptied() returns trigger language plpgsql as $$
begin
    delete from ledger_tally;
    return null;
end $$;

create trigger ledger_tally_begins after insert on ledger
    referencing new table as after_it for each statement execute function tally_ledger_begins();
create trigger ledger_tally_changes after update on ledger
    referencing old table as before_it new table as after_it for each statement execute function tally_ledger_changes();
create trigger ledger_tally_ends after delete on ledger
    referencing old table as before_it for each statement execute function tally_ledger_ends();
create trigger ledger_tally_emptied after truncate on ledger
    for each statement execute function tally_ledger_emptied();

-- An order for many requests. Which ones is settled when the job begins; then each is ordered once, at a certain rate, by
-- one instance at a time. Whoever holds the job says so until a certain time; when it dies, another takes over.
create table bulk_orders (
    id               uuid        primary key,
    created_at       timestamptz not null default now(),
    updated_at       timestamptz not null default now(),
    -- who gave it, as the timelines will show
    given_by         text        not null,
    action           text        not null,
    reason           text        not null,
    -- as a search is spelt in an address
    filter           text        not null,
    rate_per_second  integer     not null check (rate_per_second > 0),
    state            text        not null default 'running'
        check (state in ('running', 'paused', 'done', 'cancelled')),
    -- whether all requests that it concerns are among its items; until then, where the search goes on
    selected         boolean     not null default false,
    selection_cursor text,
    -- whether there were more than a job may have
    cut              boolean     not null default false,
    total            integer     not null default 0,
    done             integer     not null default 0,
    refused          integer     not null default 0,
    failed           integer     not null default 0,
    -- not before: that is how the rate is kept over instances
    next_at          timestamptz not null default now(),
    worker           text,
    worker_until     timestamptz
);
create index bulk_orders_open on bulk_orders (next_at) where state = 'running';
create index bulk_orders_by_time on bulk_orders (created_at);

create table bulk_order_items (
    job_id     uuid    not null references bulk_orders (id) on delete cascade,
    request_id uuid    not null,
    -- the request's last event when it was chosen: one that has moved on since is left alone
    based_on   integer not null,
    state      text    not null default 'waiting' check (state in ('waiting', 'done', 'refused', 'failed')),
    tries      integer not null default 0,
    note       text,
    primary key (job_id, request_id)
);
create index bulk_order_items_waiting on bulk_order_items (job_id, request_id) where state = 'waiting';
