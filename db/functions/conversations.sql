-- Conversations with buyers, derived from their messages.

-- Locks a conversation before deriving it, so that a concurrent message sees the current state.
create or replace function derive_conversations() returns trigger language plpgsql
  security definer set search_path from current set enable_seqscan = off as $$
declare
  c record;
  ids bigint[];
  numbers text[];
  buyers_of text[];
  lasts bigint[];
  last_times timestamptz[];
  buyer_lasts bigint[];
  asked timestamptz[];
begin
  for c in select seller_id, array_agg(distinct order_id) as ids from added group by seller_id order by seller_id loop
    perform lock_orders(c.seller_id, c.ids);
    perform from conversations where seller_id = c.seller_id and order_id = any (c.ids) order by id for no key update;
    select array_agg(o.id), array_agg(o.order_number), array_agg(o.buyer_username), array_agg(m.last_id),
      array_agg(m.last_at), array_agg(m.last_buyer_id), array_agg(m.asked_at)
    into ids, numbers, buyers_of, lasts, last_times, buyer_lasts, asked
    from orders o
    left join conversations s on s.seller_id = c.seller_id and s.order_id = o.id
    cross join lateral (
      select coalesce(max(coalesce(seen_id, id)), 0) as answered_id from conversation_messages
      where seller_id = c.seller_id and order_id = o.id and sender = 'SELLER'
    ) a
    cross join lateral (
      select max(x.id) as last_id, max(x.sent_at) as last_at,
        coalesce(max(x.id) filter (where x.sender = 'BUYER'), 0) as last_buyer_id,
        min(x.sent_at) filter (where x.sender = 'BUYER' and x.id > greatest(s.settled_id, a.answered_id)) as asked_at
      from conversation_messages x where x.seller_id = c.seller_id and x.order_id = o.id
    ) m
    where o.seller_id = c.seller_id and o.id = any (c.ids);

    insert into conversations as s (seller_id, order_id, order_number, buyer_username, last_id, last_at, last_buyer_id, asked_at)
    select c.seller_id, * from unnest(ids, numbers, buyers_of, lasts, last_times, buyer_lasts, asked)
    on conflict (seller_id, order_id) do update set last_id = excluded.last_id, last_at = excluded.last_at,
      last_buyer_id = excluded.last_buyer_id, asked_at = excluded.asked_at;
  end loop;
  return null;
end
$$;

create or replace trigger conversation_derived after insert on conversation_messages referencing new table as added for each statement
  execute function derive_conversations();
