-- Tells whoever listens (`db/changes.ts`) that something of a seller has changed: "<seller> <what>", once a transaction,
-- at its commit. What it is they read themselves.
create function tell_change() returns trigger language plpgsql set search_path from current as $$
begin
  perform pg_notify(tg_table_schema || '_changes', seller_id || ' ' || tg_argv[0])
  from (select distinct seller_id from changed) as each;
  return null;
end
$$;

do $$
declare
  told record;
begin
  for told in
    select * from (values
      ('orders', 'orders'), ('order_events', 'orders'), ('order_notes', 'orders'), ('order_tags', 'orders'), ('cases', 'orders'),
      ('listings', 'listings'), ('listing_drafts', 'listings'),
      ('conversation_messages', 'talk'), ('conversations', 'talk'),
      ('feedback', 'feedback')
    ) as t (name, what)
  loop
    execute format('create trigger told_added after insert on %I referencing new table as changed for each statement
      execute function tell_change(%L)', told.name, told.what);
    execute format('create trigger told_changed after update on %I referencing new table as changed for each statement
      execute function tell_change(%L)', told.name, told.what);
    execute format('create trigger told_removed after delete on %I referencing old table as changed for each statement
      execute function tell_change(%L)', told.name, told.what);
  end loop;
end
$$;
