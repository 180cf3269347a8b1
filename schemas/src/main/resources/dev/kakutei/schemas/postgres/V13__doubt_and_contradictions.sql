-- Which attempts spoke against what was settled, by number and with commas between; 0 stands for a status query. Each is
-- reported once, so they must be known one by one.
alter table ledger add column contradictions text;

-- What was contradicted before has its attempts in its events.
update ledger l
   set contradictions = (select string_agg(attempt::text, ',' order by attempt)
                           from (select distinct (e.fact ->> 'attempt')::int as attempt
                                   from ledger_events e
                                  where e.request_id = l.request_id and e.type = 'contradicted') of_it)
 where contradicted;

-- What is sent again to a gateway that recognises its key is in doubt as well, and says so.
update ledger set pending_verification = true where in_doubt and settled_at is null and not pending_verification;
