-- An order is the customer's; what an operator asks for is an action. The tables of actions for many requests are named so.
-- Grants, and jobs that are under way, stay with the tables. Events that are stored keep order_id, which services read as
-- action_id: their texts are what the audit chain was computed from.
alter table bulk_orders rename to bulk_actions;
alter table bulk_order_items rename to bulk_action_items;

alter index bulk_orders_open rename to bulk_actions_open;
alter index bulk_orders_by_time rename to bulk_actions_by_time;
alter index bulk_order_items_waiting rename to bulk_action_items_waiting;

-- Which constraints have a name depends on the version of the server: since 18, "not null" is one, too.
do $$
declare
    one record;
begin
    for one in
        select conrelid::regclass as of_table, conname as old_name,
               replace(replace(conname, 'bulk_order_items', 'bulk_action_items'), 'bulk_orders', 'bulk_actions') as new_name
          from pg_constraint
         where conrelid in ('bulk_actions'::regclass, 'bulk_action_items'::regclass) and conname like 'bulk\_order%'
    loop
        execute format('alter table %s rename constraint %I to %I', one.of_table, one.old_name, one.new_name);
    end loop;
end $$;
