-- What the events say of requests that a rule held before the columns were there. Apart from the columns themselves, so
-- that the table is not locked while it is read.
update ledger l set
    approval_status = case
        when approved_by is not null then 'approved'
        else (select case type when 'returned' then 'returned' else 'pending' end
              from ledger_events e
              where e.request_id = l.request_id and type in ('approval_requested', 'returned')
              order by event_id desc limit 1)
    end,
    approved_at = case when approved_by is not null then (
        select max(at) from ledger_events e where e.request_id = l.request_id and type = 'approved') end,
    submissions = case when version > 1 then (
        select string_agg(version || '/' || event_id || '/0', ',' order by event_id)
        from (select row_number() over (order by event_id) as version, event_id
              from ledger_events e where e.request_id = l.request_id and type in ('accepted', 'resubmitted')) s) end
where approval_policy is not null;
