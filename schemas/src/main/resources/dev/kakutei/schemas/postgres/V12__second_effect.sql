-- A person may have a request sent again though an earlier attempt may have taken effect, and accept that the gateway may
-- act twice.

-- The latest attempt that was made so; 0 for none.
alter table ledger add column risky_attempt integer not null default 0;

-- Whether whoever started the job accepted that for every request that it concerns. Without it, they are left out.
alter table bulk_orders add column accept_second_effect boolean not null default false;
