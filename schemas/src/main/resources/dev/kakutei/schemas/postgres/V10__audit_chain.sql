-- Each event holds on to the one before it: a SHA-256 over its own texts and the hash of its predecessor, in hex. A changed,
-- removed or inserted event breaks the chain of its request; `./kakutei prove` follows every chain.
--
-- Null only in what a service of an older version wrote beside a newer one: such a request's chain begins anew behind it,
-- and `prove` names it.
alter table ledger_events add column chain text;

create function ledger_event_chain(previous text, event ledger_events) returns text language sql stable as $$
    select encode(sha256(convert_to(
        coalesce(previous, repeat('0', 64)) || E'\n' || event.request_id || E'\n' || event.event_id || E'\n'
        || floor(extract(epoch from event.at) * 1000)::bigint || E'\n'
        || length(event.actor) || E'\n' || event.actor || E'\n' || event.fact::text, 'UTF8')), 'hex')
$$;

-- What is there already is chained as it stands: from here on it cannot be changed unseen.
do $$
declare
    event ledger_events;
    last_id uuid;
    last_chain text;
begin
    for event in select * from ledger_events order by request_id, event_id loop
        if last_id is distinct from event.request_id then
            last_chain := null;
        end if;
        last_chain := ledger_event_chain(last_chain, event);
        last_id := event.request_id;
        update ledger_events set chain = last_chain
            where request_id = event.request_id and event_id = event.event_id;
    end loop;
end $$;
