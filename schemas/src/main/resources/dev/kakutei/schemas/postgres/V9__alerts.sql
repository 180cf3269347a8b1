-- What somebody was told, one row for each alarm: filled from the topic alerts, which keeps every message for a while.
create table alerts (
    -- the alarm's name: the same in everything that is told of it
    id            text        primary key,
    cause         text        not null,
    severity      text        not null,
    gateway       text,
    -- the request it was seen on last
    request_id    uuid,
    summary       text        not null,
    first_at      timestamptz not null,
    last_at       timestamptz not null,
    count         bigint      not null,
    resolved_at   timestamptz,
    -- of the message that this row is from: an older one that comes again changes nothing
    record_offset bigint      not null
);

-- Few are open at any time; lists begin with the newest.
create index alerts_open on alerts (last_at desc, id) where resolved_at is null;
create index alerts_by_time on alerts (last_at desc, id);
