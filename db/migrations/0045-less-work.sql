-- What each statement that ships, imports or writes on an order does once, and not again.

-- The words of an order are made anew only where a line's own changed: not where units are shipped, cancelled or given a time.
create function derive_terms_of_lines_again() returns trigger language plpgsql
  security definer set search_path from current as $$
declare c record;
begin
  for c in
    select seller_id, array_agg(distinct order_id) as ids
    from (
      select seller_id, order_id, id, position, title, sku, item_number from changed
      except select seller_id, order_id, id, position, title, sku, item_number from former
    ) words
    group by seller_id order by seller_id
  loop
    perform write_order_terms(c.seller_id, c.ids);
  end loop;
  return null;
end
$$;
drop trigger lines_searched_again on line_items;
create trigger lines_searched_again after update on line_items referencing old table as former new table as changed for each statement
  execute function derive_terms_of_lines_again();

-- The rows of an upload that wait to be applied have an index of their own, which no other can be taken for: of a file that has just
-- been kept PostgreSQL has no statistics, and read all of its rows for each part.
alter table tracking_upload_rows
  add column waits_in text generated always as (case when verdict = 'CHANGE' then upload_id end) stored;
create index tracking_upload_rows_waiting on tracking_upload_rows (seller_id, waits_in, order_number) where waits_in is not null;
drop index tracking_upload_rows_order;
create index tracking_upload_rows_verdict on tracking_upload_rows (seller_id, upload_id, verdict, row);
