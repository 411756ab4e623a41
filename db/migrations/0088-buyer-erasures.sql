-- Requests to erase a buyer's personal data. One a buyer: a request that is repeated is the same request.
create table buyer_erasures (
  seller_id bigint not null references sellers on delete cascade,
  buyer_id bigint not null,
  -- The request, which may be about the same person at several sellers.
  request_key text not null check (request_key ~ '^[0-9a-f]{16}$'),
  requested_at timestamptz not null,
  -- The operator, the key or the console, by the name of that day.
  requested_by text not null,
  -- Null while an order is open, or work is under way.
  done_at timestamptz,
  -- Until when invoices are kept as they were issued; null where none is, or they are erased too.
  documents_until timestamptz,
  primary key (seller_id, buyer_id),
  foreign key (seller_id, buyer_id) references buyers on delete cascade
);
create index buyer_erasures_request on buyer_erasures (request_key);
create index buyer_erasures_waiting on buyer_erasures (requested_at) where done_at is null;
create index buyer_erasures_documents on buyer_erasures (documents_until) where documents_until is not null;
alter table buyer_erasures enable row level security;
create policy own_rows on buyer_erasures using (seller_id = current_seller());
grant select on buyer_erasures to hub_seller;

-- As before; an erasure takes away the entries that hold a buyer's or a seller's own words.
create or replace function keep_timeline() returns trigger language plpgsql
  security definer set search_path from current set enable_seqscan = off as $$
declare c record;
begin
  if coalesce(current_setting('hub.erasing', true), '') = 'on' then
    return null;
  end if;
  for c in select seller_id, array_agg(distinct order_id) as ids from removed group by seller_id order by seller_id loop
    if exists (select from orders where seller_id = c.seller_id and id = any (c.ids)) then
      raise exception 'the timeline of an order is only added to' using errcode = 'check_violation', constraint = 'timeline_is_added_to';
    end if;
  end loop;
  return null;
end
$$;
