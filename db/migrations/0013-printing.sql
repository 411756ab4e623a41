-- What sellers print: how it looks, where things lie, and what was printed for which order, by whom and when.

-- No row: what follows from the seller's country.
create table print_settings (
  seller_id bigint primary key references sellers on delete cascade,
  -- The sender's address under the seller's name, a line a line.
  sender text not null default '' check (char_length(sender) <= 400),
  -- At the end of a packing slip.
  slip_text text not null default '' check (char_length(slip_text) <= 500),
  paper text not null check (paper in ('A4', 'LETTER')),
  -- Which label, as the hub calls them.
  label_format text not null check (label_format ~ '^[a-z0-9-]{1,30}$')
);

-- Where in the stock room a thing lies. By SKU, which stays the same when its listing is put up again.
create table bins (
  seller_id bigint not null references sellers on delete cascade,
  sku text not null check (char_length(sku) between 1 and 50),
  bin text not null check (char_length(bin) between 1 and 20),
  primary key (seller_id, sku)
);

-- One pass through the printer: one document for some orders, in an order of their own.
create table print_runs (
  seller_id bigint not null references sellers on delete cascade,
  -- It stands in addresses: drawn at random.
  id text not null check (id ~ '^[0-9a-f]{16}$'),
  document text not null check (document in ('slip', 'pick-list', 'label')),
  -- The member's name as it was.
  printed_by text not null,
  printed_at timestamptz not null,
  -- Of labels: which, and how many places of the first sheet are used up already.
  label_format text,
  labels_used smallint not null default 0 check (labels_used >= 0),
  primary key (seller_id, id),
  unique (seller_id, id, document),
  check ((label_format is null) = (document <> 'label'))
);

create table printed_orders (
  seller_id bigint not null,
  run_id text not null,
  position integer not null check (position > 0),
  order_id bigint not null,
  document text not null,
  primary key (seller_id, run_id, position),
  foreign key (seller_id, run_id, document) references print_runs (seller_id, id, document) on delete cascade,
  foreign key (seller_id, order_id) references orders on delete cascade
);
-- Whether a document was printed for an order: the list's filter, and the mark on the order.
create index printed_orders_order on printed_orders (seller_id, order_id, document);

do $$
declare
  name text;
begin
  foreach name in array array['print_settings', 'bins', 'print_runs', 'printed_orders']
  loop
    execute format('alter table %I enable row level security', name);
    execute format('create policy own_rows on %I using (seller_id = current_seller())', name);
  end loop;
end
$$;
grant select, insert, update, delete on print_settings, bins to hub_seller;
-- What was printed is not rewritten: it is added, or taken back whole.
grant select, insert, delete on print_runs to hub_seller;
grant select, insert on printed_orders to hub_seller;
