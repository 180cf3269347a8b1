-- Where requests may be sent by a resubmission. Written before its order is published: Kafka may lose every record of what
-- followed, and a recovery must know that another gateway than the one in the ledger may have the request.
create table resubmission_targets (
    request_id uuid    not null,
    gateway    text    not null,
    -- The event that the latest such order was based on. Where a later event is known, so is what became of the order.
    based_on   integer not null check (based_on >= 1),
    primary key (request_id, gateway)
);

-- Where it may have been sent beside the gateway in its row, by name and with commas between; null for nowhere else.
alter table ledger add column other_gateways text;
