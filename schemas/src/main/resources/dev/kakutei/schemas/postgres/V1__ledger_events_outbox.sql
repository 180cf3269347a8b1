-- The truth: what happened to each request, append-only. event_id counts a request's events from 1 without a gap.
create table ledger_events (
    request_id uuid        not null,
    event_id   integer     not null check (event_id >= 1),
    type       text        not null,
    at         timestamptz not null,
    actor      text        not null,
    fact       json        not null,
    primary key (request_id, event_id)
);

-- For reading: the fold of each request's events. It changes only together with them, in one transaction.
-- Columns that change are kept out of the indexes and pages are left room, so that an update stays on its page.
create table ledger (
    request_id            uuid        primary key,
    client                text        not null,
    idempotency_key       text        not null,
    kind                  text        not null check (kind in ('order', 'payment')),
    gateway               text        not null,
    request_digest        text        not null,
    amount                numeric,
    currency              text,
    accepted_at           timestamptz not null,
    deadline_at           timestamptz not null,
    expires_at            timestamptz,
    traceparent           text,
    state                 text        not null,
    last_event_id         integer     not null,
    -- the latest event that changed the state; a comment moves last_event_id, but not this
    current_event_id      integer     not null,
    updated_at            timestamptz not null,
    attempts              integer     not null default 0,
    first_sent_at         timestamptz,
    -- after this, no attempt made so far can still begin
    last_send_not_after   timestamptz,
    -- an attempt before the current one may have taken effect
    in_doubt              boolean     not null default false,
    pending_verification  boolean     not null default false,
    verification_attempts integer     not null default 0,
    last_verification_at  timestamptz,
    -- the inquiry that is not answered yet; 0 for none
    open_inquiry          integer     not null default 0,
    not_found_count       integer     not null default 0,
    due_at                timestamptz,
    reason                text,
    last_error_code       text,
    last_error_msg        text,
    gateway_status_code   integer,
    gateway_reference     text,
    gateway_answer        text,
    -- the attempt whose answer settled the request; 0 where something else did
    settled_by_attempt    integer     not null default 0,
    settled_at            timestamptz,
    contradicted          boolean     not null default false,
    constraint ledger_idempotency_key unique (client, idempotency_key)
) with (fillfactor = 70);

-- The wire between ingest-service and outbox-relay: an insert here is a message. Inserts are captured from the WAL;
-- what is updated later (status, attempts, errors, who holds the attempt) is for reading only.
create table outbox_orders (
    id                 uuid        primary key,
    created_at         timestamptz not null,
    updated_at         timestamptz not null,
    client             text        not null,
    idempotency_key    text        not null,
    kind               text        not null check (kind in ('order', 'payment')),
    gateway            text        not null,
    amount             text,
    currency           text,
    order_request_json json        not null,
    request_digest     text        not null,
    deadline_at        timestamptz not null,
    traceparent        text,
    status             text        not null default 'pending'
        check (status in ('pending', 'sending', 'succeeded', 'failed', 'aborted')),
    attempts           integer     not null default 0,
    last_error_code    text,
    last_error_msg     text,
    locked_by          text,
    locked_at          timestamptz,
    expires_at         timestamptz,
    constraint outbox_orders_idempotency_key unique (client, idempotency_key)
) with (fillfactor = 70);

-- How far the projection has come, written in the transaction of what it wrote: exactly once.
create table projection_offsets (
    topic       text    not null,
    partition   integer not null,
    next_offset bigint  not null,
    primary key (topic, partition)
);
