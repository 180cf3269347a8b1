-- Holding for approval: which version of a request stands, what holds it, and how much was said about it. All of these
-- columns have a value that needs no rewriting of the table; a request that was never held leaves them as they are.

-- 1 is the version that was accepted; its digest is request_digest, and its submitter is the client.
alter table ledger
    add column version         integer not null default 1,
    add column version_digest  text,
    add column submitted_by    text,
    add column note            text,
    -- the rule that holds it, or held it; null where none ever did
    add column approval_policy text,
    add column approval_since  timestamptz,
    -- when its wait for a person becomes too long; null where there is no limit, or somebody was told
    add column approval_limit_at timestamptz,
    add column approval_wait_ms bigint,
    add column approval_lapse  text,
    add column approved_by     text,
    add column comments        integer not null default 0,
    -- the orders that said them last, so that one that comes twice is heard once
    add column recent_comments text;

-- What the submitter says to whoever approves it; no part of the document. The row stays as it was accepted: later
-- versions are in the events.
alter table outbox_orders add column note text;
