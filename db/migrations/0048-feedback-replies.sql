-- What a seller answers to a buyer's feedback is told to others, as all else that a seller says.

create function tell_of_replies() returns trigger language plpgsql
  security definer set search_path from current as $$
declare
  sellers bigint[];
  ids bigint[];
  subjects text[];
begin
  if is_quiet() then return null; end if;
  select array_agg(n.seller_id order by n.id), array_agg(n.order_id order by n.id), array_agg(n.external_id order by n.id)
  into sellers, ids, subjects
  from added n join removed o on o.seller_id = n.seller_id and o.id = n.id
  where n.order_id is not null and n.reply is not null and n.reply is distinct from o.reply;
  if sellers is not null then
    insert into events (seller_id, type, happened_at, order_id, subject)
    select seller_id, 'feedback.replied', now(), order_id, subject from unnest(sellers, ids, subjects) told (seller_id, order_id, subject);
  end if;
  return null;
end
$$;
create trigger tells after update on feedback referencing old table as removed new table as added for each statement
  execute function tell_of_replies();
