-- The words of the search follow whatever they are made of, and real names of buyers stand apart from them: only whoever may
-- see a name finds an order by it. Else a name could be spelled out, letter by letter.

create or replace function derive_search_terms() returns trigger language plpgsql
  security definer set search_path = public, pg_temp set enable_seqscan = off as $$
begin
  -- Only a tracking number adds or takes a word with a parcel; a nested statement, since lines have no such column.
  if tg_table_name = 'shipments' and tg_op <> 'UPDATE' then
    if not exists (select from changed where tracking_number is not null) then return null; end if;
  end if;
  perform 1 from orders o where (o.seller_id, o.id) in (select seller_id, order_id from changed) and o.xmin <> pg_current_xact_id()::xid
  order by o.seller_id, o.id for no key update;

  insert into order_search as s (seller_id, order_id, terms, names)
  select o.seller_id, o.id, search_form(concat_ws(' ', o.order_number, o.buyer_username,
    (select string_agg(concat_ws(' ', l.title, l.sku, l.item_number), ' ' order by l.position)
      from line_items l where l.seller_id = o.seller_id and l.order_id = o.id),
    (select string_agg(p.tracking_number, ' ' order by p.id) from shipments p where p.seller_id = o.seller_id and p.order_id = o.id))),
    search_form(b.name)
  from orders o
  join buyers b on b.seller_id = o.seller_id and b.id = o.buyer_id
  where (o.seller_id, o.id) in (select seller_id, order_id from changed)
  on conflict (seller_id, order_id) do update set terms = excluded.terms, names = excluded.names
    where (s.terms, s.names) <> (excluded.terms, excluded.names);
  return null;
end
$$;

create function derive_search_names() returns trigger language plpgsql
  security definer set search_path = public, pg_temp set enable_seqscan = off as $$
begin
  update order_search s set names = search_form(c.name)
  from changed c
  join former f on f.seller_id = c.seller_id and f.id = c.id and f.name <> c.name
  join orders o on o.seller_id = c.seller_id and o.buyer_id = c.id
  where s.seller_id = o.seller_id and s.order_id = o.id;
  return null;
end
$$;

-- From here on nobody writes what the words are made of, until they are all made anew.
create trigger buyers_searched_again after update on buyers referencing old table as former new table as changed for each statement execute function derive_search_names();
create trigger lines_unsearched after delete on line_items referencing old table as changed for each statement execute function derive_search_terms();
create trigger shipments_unsearched after delete on shipments referencing old table as changed for each statement execute function derive_search_terms();

alter table order_search add column names text not null default '';
update order_search s
set names = search_form(b.name), terms = search_form(concat_ws(' ', o.order_number, o.buyer_username,
  (select string_agg(concat_ws(' ', l.title, l.sku, l.item_number), ' ' order by l.position)
    from line_items l where l.seller_id = o.seller_id and l.order_id = o.id),
  (select string_agg(p.tracking_number, ' ' order by p.id) from shipments p where p.seller_id = o.seller_id and p.order_id = o.id)))
from orders o
join buyers b on b.seller_id = o.seller_id and b.id = o.buyer_id
where o.seller_id = s.seller_id and o.id = s.order_id;
alter table order_search alter column names drop default;
create index order_search_names on order_search using gin (names gin_trgm_ops);

create or replace view searched_orders as
  select o.seller_id, o.id, o.order_number, o.placed_at, o.paid_at, o.ship_by, o.status, o.currency, o.total_minor, o.total_value,
    o.unit_count, o.line_count, o.ship_to_country, o.buyer_username, s.terms, s.names
  from order_search s
  join orders o on o.seller_id = s.seller_id and o.id = s.order_id
  where s.seller_id = current_seller();
