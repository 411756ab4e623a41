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
  for c in
    select seller_id, array_agg(distinct order_id) as ids from added where order_id is not null group by seller_id order by seller_id
  loop
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

    insert into conversations as s (seller_id, order_id, order_number, thread, buyer_username, last_id, last_at, last_buyer_id, asked_at)
    select c.seller_id, * from unnest(ids, numbers, numbers, buyers_of, lasts, last_times, buyer_lasts, asked)
    on conflict (seller_id, order_id) do update set last_id = excluded.last_id, last_at = excluded.last_at,
      last_buyer_id = excluded.last_buyer_id, asked_at = excluded.asked_at;
  end loop;
  return null;
end
$$;

create or replace trigger conversation_derived after insert on conversation_messages referencing new table as added for each statement
  execute function derive_conversations();

-- The same for questions about listings, one for each listing and buyer. The buyer's row is locked, which an erasure locks too.
create or replace function derive_questions() returns trigger language plpgsql
  security definer set search_path from current set enable_seqscan = off as $$
declare
  c record;
  s record;
  m record;
  asker text;
  answered_id bigint;
  key text;
begin
  for c in
    select seller_id, listing_id, buyer_id from added where listing_id is not null
    group by seller_id, listing_id, buyer_id order by seller_id, buyer_id, listing_id
  loop
    select coalesce(username, external_id, '') into asker from buyers
    where seller_id = c.seller_id and id = c.buyer_id for no key update;
    select id, settled_id into s from conversations
    where seller_id = c.seller_id and listing_id = c.listing_id and buyer_id = c.buyer_id for no key update;
    select coalesce(max(coalesce(seen_id, id)), 0) into answered_id from conversation_messages
    where seller_id = c.seller_id and listing_id = c.listing_id and buyer_id = c.buyer_id and sender = 'SELLER';
    select max(id) as last_id, max(sent_at) as last_at, coalesce(max(id) filter (where sender = 'BUYER'), 0) as last_buyer_id,
      min(sent_at) filter (where sender = 'BUYER' and id > greatest(s.settled_id, answered_id)) as asked_at
    into m
    from conversation_messages where seller_id = c.seller_id and listing_id = c.listing_id and buyer_id = c.buyer_id;
    if s.id is null then
      key := 'q' || left(replace(gen_random_uuid()::text, '-', ''), 15);
      insert into conversations (seller_id, listing_id, buyer_id, thread, buyer_username, last_id, last_at, last_buyer_id, asked_at)
      values (c.seller_id, c.listing_id, c.buyer_id, key, asker, m.last_id, m.last_at, m.last_buyer_id, m.asked_at)
      returning id into s;
    else
      update conversations set last_id = m.last_id, last_at = m.last_at, last_buyer_id = m.last_buyer_id, asked_at = m.asked_at
      where seller_id = c.seller_id and id = s.id;
    end if;
    perform mark_changed(c.seller_id, 'QUESTION', array[s.id]);
  end loop;
  return null;
end
$$;

create or replace trigger conversation_derived_of_question after insert on conversation_messages referencing new table as added
  for each statement execute function derive_questions();
