-- How far an approval has come, and when it was given; and the summaries of submissions. A request that was never held and
-- has no summary leaves these as they are, so no table is rewritten.
alter table ledger
    -- pending, returned or approved; stays when the request goes on, or ends
    add column approval_status text,
    add column approved_at     timestamptz,
    -- version/event/event of its summary, or 0, with commas between; null for the acceptance alone without a summary
    add column submissions     text,
    -- how many were attached; null for none, so that the rows of most requests do not grow
    add column summaries       integer,
    -- that of the version that stands; older ones are in the events
    add column summary         text,
    add column summary_by      text,
    add column summary_at      timestamptz,
    add column summary_origin  text;

-- Submissions that the configured summariser is to describe. A row is put here by the transaction that stores the event
-- which holds the request, and goes when its summary is attached, or when that is given up.
create table summary_jobs (
    request_id uuid        not null,
    event_id   integer     not null check (event_id >= 1),
    created_at timestamptz not null default clock_timestamp(),
    -- not before; moved ahead by who takes it, so that it comes back when that process dies
    due_at     timestamptz not null default clock_timestamp(),
    -- counted before each call: whoever dies after it has called all the same
    calls      integer     not null default 0,
    -- what the summariser said, kept until the ledger has it
    text       text,
    primary key (request_id, event_id)
);
create index summary_jobs_due on summary_jobs (due_at);

-- A client may attach summaries, and nothing else.
alter table clients drop constraint clients_roles_check;
alter table clients add constraint clients_roles_check
    check (cardinality(roles) > 0 and roles <@ array['submitter', 'approver', 'operator', 'viewer', 'summariser']);
