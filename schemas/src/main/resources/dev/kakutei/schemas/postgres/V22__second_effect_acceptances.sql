-- Requests that a person had sent again at the risk of a second effect. Written before the action is published: Kafka may lose
-- every record of what followed, and a recovery must know that two attempts may have been made. A gateway that reports a decline
-- may then speak of the one that did nothing.
create table second_effect_acceptances (
    request_id uuid    primary key,
    -- The event that the latest such action was based on. Where a later event is known, so is the result of the action.
    based_on   integer not null check (based_on >= 1)
);
