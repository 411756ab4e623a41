-- The ledger: balanced entries, kept balances, and orders whose money is not posted yet.

-- Each entry's postings sum to zero, and their lines exist. They are written in one statement, so the check need not wait for the end of
-- the transaction. A foreign key would look up the line of each row, and would delete postings together with a line.
create or replace function check_postings() returns trigger language plpgsql
  set search_path from current set enable_seqscan = off as $$
declare c record;
begin
  if exists (select from added group by seller_id, entry_id having sum(amount_minor) <> 0) then
    raise exception 'the postings of an entry do not sum to zero'
      using errcode = 'check_violation', constraint = 'entries_balance';
  end if;
  for c in
    select seller_id, array_agg(distinct line_item_id) as lines from added where line_item_id is not null
    group by seller_id order by seller_id
  loop
    if cardinality(c.lines) <> (select count(*) from line_items where seller_id = c.seller_id and id = any (c.lines)) then
      raise exception 'a posting names a line that does not exist'
        using errcode = 'foreign_key_violation', constraint = 'postings_of_lines';
    end if;
  end loop;
  return null;
end
$$;

create or replace trigger postings_balance after insert on ledger_postings referencing new table as added for each statement
  execute function check_postings();

-- Entries and postings stay as they were written; a correction is a reversal.
create or replace function keep_ledger() returns trigger language plpgsql set search_path from current as $$
begin
  raise exception 'the ledger is never changed: reverse the entry' using errcode = 'check_violation', constraint = 'ledger_stays';
end
$$;

create or replace trigger entries_stay before update on ledger_entries for each statement execute function keep_ledger();
create or replace trigger postings_stay before update on ledger_postings for each statement execute function keep_ledger();

-- Sums of hours go with their seller; balances and sums of days have a foreign key.
create or replace function remove_ledger_hours() returns trigger language plpgsql
  security definer set search_path from current as $$
declare c record;
begin
  for c in select id from changed order by id loop
    delete from ledger_hours where seller_id = c.id;
  end loop;
  return null;
end
$$;

create or replace trigger ledger_hours_removed after delete on sellers referencing old table as changed for each statement
  execute function remove_ledger_hours();

-- Notes the orders whose money changed. The arguments are the states that count; a payment that fails can leave an order paid.
create or replace function note_ledger_due() returns trigger language plpgsql
  security definer set search_path from current as $$
declare
  sellers bigint[];
  ids bigint[];
begin
  select array_agg(c.seller_id order by c.seller_id, c.order_id), array_agg(c.order_id order by c.seller_id, c.order_id)
  into sellers, ids
  from (select distinct seller_id, order_id from changed where state = any (tg_argv::text[])) c;
  if ids is not null then
    insert into ledger_due (seller_id, order_id) select * from unnest(sellers, ids) on conflict (seller_id, order_id) do nothing;
  end if;
  return null;
end
$$;

create or replace trigger payments_due after insert on payments referencing new table as changed for each statement
  execute function note_ledger_due('PAID', 'FAILED');
create or replace trigger payments_due_again after update on payments referencing new table as changed for each statement
  execute function note_ledger_due('PAID', 'FAILED');
create or replace trigger refunds_due after insert on refunds referencing new table as changed for each statement
  execute function note_ledger_due('REFUNDED');
create or replace trigger refunds_due_again after update on refunds referencing new table as changed for each statement
  execute function note_ledger_due('REFUNDED');
create or replace trigger cancellations_due after insert on cancellations referencing new table as changed for each statement
  execute function note_ledger_due('CLOSED_WITH_REFUND');
create or replace trigger cancellations_due_again after update on cancellations referencing new table as changed for each statement
  execute function note_ledger_due('CLOSED_WITH_REFUND');
