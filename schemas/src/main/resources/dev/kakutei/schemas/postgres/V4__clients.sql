-- Who may come through the door. A name is never given to somebody else: a removed client keeps its row, because its
-- requests stay, and whoever had the name would see them.
create table clients (
    name       text        primary key check (name ~ '^[a-z0-9][a-z0-9-]{0,49}$'),
    roles      text[]      not null
        check (cardinality(roles) > 0 and roles <@ array['submitter', 'approver', 'operator', 'viewer']),
    -- requests a second; null for no limit
    rate       integer     check (rate > 0),
    created_at timestamptz not null default now(),
    removed_at timestamptz
);

-- Any number of keys for one client, so that a new one can be handed out before the old one ends. Of the secret there
-- is only the SHA-256.
create table client_keys (
    id           text        primary key check (id ~ '^[0-9a-f]{16}$'),
    client       text        not null references clients,
    hash         bytea       not null check (length(hash) = 32),
    created_at   timestamptz not null default now(),
    expires_at   timestamptz,
    revoked_at   timestamptz,
    -- to the minute or so, for people who wonder whether a key is still in use
    last_used_at timestamptz
);
create index client_keys_client on client_keys (client);

-- One number that every change moves, also one made by hand: instances ask for it often, and read the keys only when
-- it has moved.
create table access_version (
    singleton boolean primary key default true check (singleton),
    version   bigint  not null
);
insert into access_version (version) values (1);

create function access_changed() returns trigger language plpgsql as $$
begin
    update access_version set version = version + 1;
    return null;
end
$$;
create trigger clients_changed after insert or delete or update of name, roles, rate, removed_at on clients
    for each statement execute function access_changed();
create trigger client_keys_changed after insert or delete or update of id, client, hash, expires_at, revoked_at
    on client_keys for each statement execute function access_changed();

-- Who did what about access, and when; and who was turned away, counted by the minute. Append-only.
create table access_audit (
    id     bigint      generated always as identity primary key,
    at     timestamptz not null default now(),
    actor  text        not null,
    action text        not null,
    client text,
    key_id text,
    times  bigint      not null default 1,
    detail text
);

create function access_audit_refuse() returns trigger language plpgsql as $$
begin
    raise exception 'access_audit is append-only';
end
$$;
create trigger access_audit_kept before update or delete or truncate on access_audit
    for each statement execute function access_audit_refuse();
