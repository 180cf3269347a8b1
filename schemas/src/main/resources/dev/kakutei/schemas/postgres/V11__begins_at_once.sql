-- What a new request means for the lists beside the ledger is written once for a statement, not once for each row: a
-- batch of requests pays for one trigger, and one insert into each list.

drop trigger ledger_open_begins on ledger;
drop trigger ledger_tally_begins on ledger;
drop function tally_ledger_begins();

create function ledger_begins() returns trigger language plpgsql as $$
begin
    insert into ledger_tally select now(), client, state, count(*), 0 from after_it group by client, state;
    insert into ledger_open select accepted_at, request_id from after_it where settled_at is null on conflict do nothing;
    return null;
end $$;

create trigger ledger_begins after insert on ledger
    referencing new table as after_it for each statement execute function ledger_begins();
