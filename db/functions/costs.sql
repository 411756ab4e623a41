-- Costs of goods: orders whose goods are not posted.

create or replace function note_goods_due() returns trigger language plpgsql
  security definer set search_path from current as $$
declare
  c record;
  parcels bigint[];
  ids bigint[];
begin
  for c in select distinct seller_id from added order by seller_id loop
    if exists (select from cost_settings where seller_id = c.seller_id) then
      select array_agg(distinct a.shipment_id) into parcels from added a where a.seller_id = c.seller_id;
      select array_agg(distinct order_id order by order_id) into ids from shipments where seller_id = c.seller_id and id = any (parcels);
      -- Historical orders were shipped elsewhere and use up no purchases.
      select array_agg(id order by id) into ids from orders where seller_id = c.seller_id and id = any (ids) and history_at is null;
      insert into goods_due (seller_id, order_id) select c.seller_id, each.id from unnest(ids) each (id)
      on conflict (seller_id, order_id) do nothing;
    end if;
  end loop;
  return null;
end
$$;

create or replace trigger goods_due_noted after insert on shipment_lines referencing new table as added for each statement
  execute function note_goods_due();
