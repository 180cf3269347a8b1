-- The slot is the only truth about what was captured. It is made once, here, before the first request can be accepted,
-- and never again: a slot made later would begin after a gap.
select pg_create_logical_replication_slot('${slot}', 'pgoutput');
