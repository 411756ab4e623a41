-- Notifies open pages of changes.

-- Notifies listeners (`db/changes.ts`) of a seller’s changes: "<seller> <what>", once per transaction, at commit. Listeners
-- read the data themselves. On a cluster this runs on a seller's server, where nobody listens and a notification keeps a
-- transaction over two servers from committing: a notice tells the writer, who notifies (`db/cluster-changes.ts`).
create or replace function tell_change() returns trigger language plpgsql set search_path from current as $$
declare
  seller bigint;
begin
  if current_setting('citus.version', true) <> '' then
    for seller in select distinct seller_id from changed loop
      raise notice using errcode = 'HUB01', message = seller || ' ' || tg_argv[0];
    end loop;
    return null;
  end if;
  perform pg_notify(tg_table_schema || '_changes', seller_id || ' ' || tg_argv[0])
  from (select distinct seller_id from changed) as each;
  return null;
end
$$;

create or replace trigger told_added after insert on orders referencing new table as changed for each statement
  execute function tell_change('orders');
create or replace trigger told_changed after update on orders referencing new table as changed for each statement
  execute function tell_change('orders');
create or replace trigger told_removed after delete on orders referencing old table as changed for each statement
  execute function tell_change('orders');
create or replace trigger told_added after insert on order_events referencing new table as changed for each statement
  execute function tell_change('orders');
create or replace trigger told_changed after update on order_events referencing new table as changed for each statement
  execute function tell_change('orders');
create or replace trigger told_removed after delete on order_events referencing old table as changed for each statement
  execute function tell_change('orders');
create or replace trigger told_added after insert on order_notes referencing new table as changed for each statement
  execute function tell_change('orders');
create or replace trigger told_changed after update on order_notes referencing new table as changed for each statement
  execute function tell_change('orders');
create or replace trigger told_removed after delete on order_notes referencing old table as changed for each statement
  execute function tell_change('orders');
create or replace trigger told_added after insert on order_tags referencing new table as changed for each statement
  execute function tell_change('orders');
create or replace trigger told_changed after update on order_tags referencing new table as changed for each statement
  execute function tell_change('orders');
create or replace trigger told_removed after delete on order_tags referencing old table as changed for each statement
  execute function tell_change('orders');
create or replace trigger told_added after insert on cases referencing new table as changed for each statement execute function tell_change('orders');
create or replace trigger told_changed after update on cases referencing new table as changed for each statement
  execute function tell_change('orders');
create or replace trigger told_removed after delete on cases referencing old table as changed for each statement
  execute function tell_change('orders');
create or replace trigger told_added after insert on listings referencing new table as changed for each statement
  execute function tell_change('listings');
create or replace trigger told_changed after update on listings referencing new table as changed for each statement
  execute function tell_change('listings');
create or replace trigger told_removed after delete on listings referencing old table as changed for each statement
  execute function tell_change('listings');
create or replace trigger told_added after insert on listing_drafts referencing new table as changed for each statement
  execute function tell_change('listings');
create or replace trigger told_changed after update on listing_drafts referencing new table as changed for each statement
  execute function tell_change('listings');
create or replace trigger told_removed after delete on listing_drafts referencing old table as changed for each statement
  execute function tell_change('listings');
create or replace trigger told_added after insert on listing_questions referencing new table as changed for each statement
  execute function tell_change('listings');
create or replace trigger told_removed after delete on listing_questions referencing old table as changed for each statement
  execute function tell_change('listings');
create or replace trigger told_added after insert on conversation_messages referencing new table as changed for each statement
  execute function tell_change('talk');
create or replace trigger told_changed after update on conversation_messages referencing new table as changed for each statement
  execute function tell_change('talk');
create or replace trigger told_removed after delete on conversation_messages referencing old table as changed for each statement
  execute function tell_change('talk');
create or replace trigger told_added after insert on conversations referencing new table as changed for each statement
  execute function tell_change('talk');
create or replace trigger told_changed after update on conversations referencing new table as changed for each statement
  execute function tell_change('talk');
create or replace trigger told_removed after delete on conversations referencing old table as changed for each statement
  execute function tell_change('talk');
create or replace trigger told_added after insert on feedback referencing new table as changed for each statement
  execute function tell_change('feedback');
create or replace trigger told_changed after update on feedback referencing new table as changed for each statement
  execute function tell_change('feedback');
create or replace trigger told_removed after delete on feedback referencing old table as changed for each statement
  execute function tell_change('feedback');
create or replace trigger told_added after insert on transactions referencing new table as changed for each statement
  execute function tell_change('money');
create or replace trigger told_changed after update on transactions referencing new table as changed for each statement
  execute function tell_change('money');
create or replace trigger told_added after insert on holds referencing new table as changed for each statement execute function tell_change('money');
create or replace trigger told_changed after update on holds referencing new table as changed for each statement
  execute function tell_change('money');
create or replace trigger told_added after insert on disputes referencing new table as changed for each statement
  execute function tell_change('money');
create or replace trigger told_changed after update on disputes referencing new table as changed for each statement
  execute function tell_change('money');
create or replace trigger told_added after insert on payouts referencing new table as changed for each statement
  execute function tell_change('money');
create or replace trigger told_changed after update on payouts referencing new table as changed for each statement
  execute function tell_change('money');
create or replace trigger told_added after insert on buyer_offers referencing new table as changed for each statement
  execute function tell_change('talk');
create or replace trigger told_changed after update on buyer_offers referencing new table as changed for each statement
  execute function tell_change('talk');
create or replace trigger told_removed after delete on buyer_offers referencing old table as changed for each statement
  execute function tell_change('talk');
