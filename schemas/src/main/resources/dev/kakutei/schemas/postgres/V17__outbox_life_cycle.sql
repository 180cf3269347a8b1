-- The life cycle of an outbox row, for reading (docs/adr/0004-facts-and-projection.md, "The outbox row"):
--   pending → sending → succeeded; a failed attempt that waits for its backoff is failed, and pending again when that is over;
--   attempts used up or refused for certain is aborted, and last_error_code says which.

-- When the backoff of a failed attempt is over; null where none is waited for.
alter table outbox_orders add column next_attempt_at timestamptz;

-- Whoever accepts sets both; a row that is written by hand needs neither.
alter table outbox_orders alter column created_at set default now(), alter column updated_at set default now();

-- What existing rows show of requests that are off the straight path.
update outbox_orders o
   set status = case
           when l.state in ('failed', 'aborted', 'expired', 'cancelled') then 'aborted'
           when l.state = 'retrying' or (l.state = 'held' and l.attempts > 0) then 'failed'
           else o.status
       end,
       next_attempt_at = case when l.state = 'retrying' then l.due_at end,
       last_error_code = case l.state
           when 'aborted' then 'attempts_used_up'
           when 'failed' then 'refused'
           when 'expired' then 'expired'
           when 'cancelled' then 'cancelled'
           else o.last_error_code
       end,
       last_error_msg = case
           when l.state in ('failed', 'aborted', 'expired', 'cancelled') then concat_ws(': ', l.last_error_code, l.reason)
           else o.last_error_msg
       end,
       -- Which sender it is was not kept.
       locked_by = null,
       locked_at = case when l.state = 'sending' then coalesce(l.last_sent_at, l.updated_at) end
  from ledger l
 where l.request_id = o.id
   and l.state in ('sending', 'retrying', 'held', 'failed', 'aborted', 'expired', 'cancelled');

-- Rows that wait for a backoff, by its end. It holds nothing else, and no column of it changes in a straight life.
create index outbox_orders_by_next_attempt on outbox_orders (next_attempt_at) where next_attempt_at is not null;

-- Why there is no index on status or expires_at, and why the document is no jsonb.
comment on column outbox_orders.status is
    'pending, sending, succeeded, failed (waits for its backoff) or aborted (see last_error_code). For reading. Not indexed: every update of every row would leave its page. Open requests are in ledger_open.';
comment on column outbox_orders.expires_at is
    'Not sent for the first time after this. Not indexed: cleaning walks along (created_at, id).';
comment on column outbox_orders.order_request_json is
    'The canonical text (RFC 8785) that request_digest is the SHA-256 of. json and not jsonb: jsonb would store other bytes (order of keys, spelling of numbers), does not take \u0000, and costs the acceptance time; nothing searches in it.';
comment on column outbox_orders.last_error_code is
    'While failed: the code of the last answer. When aborted: attempts_used_up, refused, expired or cancelled; the gateway''s own code then begins last_error_msg.';
comment on column outbox_orders.locked_by is
    'The sender that reads the request''s partition of its gateway''s lane, while an attempt is under way; null where none has been heard of. For reading.';
comment on column outbox_orders.locked_at is
    'When the current attempt began; null where none is under way. For reading.';
