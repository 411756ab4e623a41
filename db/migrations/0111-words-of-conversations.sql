-- From here on pg_trgm and unaccent are found, wherever the database has them.
select set_config('search_path', concat_ws(', ', current_setting('search_path'),
  (select string_agg(extnamespace::regnamespace::text, ', ') from pg_extension where extname in ('pg_trgm', 'unaccent'))), true);

-- What the search of conversations looks through: the order's number, the buyer's user name and all messages. Divided by seller, as the
-- words of orders are. Kept by triggers alone.
create table conversation_search (
  seller_id bigint not null,
  order_id bigint not null,
  terms text not null,
  primary key (seller_id, order_id),
  foreign key (seller_id, order_id) references conversations (seller_id, order_id) on delete cascade
) partition by hash (seller_id);

do $$
begin
  for part in 0..31 loop
    execute format('create table %I partition of conversation_search for values with (modulus 32, remainder %s)', 'conversation_search_' || part, part);
    -- Reached through the whole only: without a policy nobody but the owner sees a row.
    execute format('alter table %I enable row level security', 'conversation_search_' || part);
  end loop;
end
$$;
alter table conversation_search enable row level security;
create policy own_rows on conversation_search using (seller_id = current_seller());

-- Makes the words of conversations anew, by a SELECT of their own (`write_order_terms` says why).
create function write_conversation_terms(seller bigint, orders_of bigint[]) returns void language plpgsql
  set search_path from current set enable_seqscan = off as $$
declare
  ids bigint[];
  terms_of text[];
begin
  select array_agg(c.order_id), array_agg(search_form(concat_ws(' ', c.order_number, c.buyer_username,
    (select string_agg(m.body, ' ' order by m.id)
      from conversation_messages m where m.seller_id = seller and m.order_id = c.order_id))))
  into ids, terms_of
  from conversations c where c.seller_id = seller and c.order_id = any (orders_of);

  insert into conversation_search as s (seller_id, order_id, terms)
  select seller, * from unnest(ids, terms_of)
  on conflict (seller_id, order_id) do update set terms = excluded.terms where s.terms <> excluded.terms;
end
$$;
revoke execute on function write_conversation_terms from public;

create function derive_conversation_terms() returns trigger language plpgsql
  security definer set search_path = hub, pg_temp as $$
declare c record;
begin
  for c in select seller_id, array_agg(distinct order_id) as ids from changed group by seller_id order by seller_id loop
    perform write_conversation_terms(c.seller_id, c.ids);
  end loop;
  return null;
end
$$;
-- By their names they come after `conversation_derived`, which holds the orders and makes the conversations.
create trigger conversation_words after insert on conversation_messages referencing new table as changed
  for each statement execute function derive_conversation_terms();
create trigger conversation_words_again after update on conversation_messages referencing new table as changed
  for each statement execute function derive_conversation_terms();

insert into conversation_search (seller_id, order_id, terms)
select c.seller_id, c.order_id, search_form(concat_ws(' ', c.order_number, c.buyer_username,
  (select string_agg(m.body, ' ' order by m.id)
    from conversation_messages m where m.seller_id = c.seller_id and m.order_id = c.order_id)))
from conversations c;
create index conversation_search_terms on conversation_search using gin (terms gin_trgm_ops);

-- A view of the owner's that names the bound seller, as `searched_orders` is.
create view searched_conversations as
  select c.seller_id, c.id, c.order_id, c.order_number, c.buyer_username, c.last_id, c.last_at, c.last_buyer_id, c.is_unread,
    c.awaiting_since, s.terms
  from conversation_search s
  join conversations c on c.seller_id = s.seller_id and c.order_id = s.order_id
  where s.seller_id = current_seller();
grant select on searched_conversations to hub_seller;
