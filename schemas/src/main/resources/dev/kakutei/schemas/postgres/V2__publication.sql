-- Inserts only: updates and deletes of outbox rows are no messages. It must exist before the slot is made, because
-- decoding looks the publication up as it was at the time of each change.
create publication kakutei_outbox for table outbox_orders with (publish = 'insert');
