-- Counts of stock: what was scanned or typed, beside what was expected, until somebody applies it.

create table stock_counts (
  seller_id bigint not null,
  -- In addresses: drawn at random.
  id text not null default left(replace(gen_random_uuid()::text, '-', ''), 16) check (id ~ '^[0-9a-f]{16}$'),
  -- The member's name as it was.
  counted_by text not null,
  made_at timestamptz not null,
  -- The form that added codes last: sent again, it adds none.
  added_key text not null,
  -- Codes that name no SKU, or several.
  unknown_codes text[] not null default '{}' check (cardinality(unknown_codes) <= 10000),
  -- When it was last applied; null until then.
  applied_at timestamptz,
  primary key (seller_id, id)
);
select place_by_seller('stock_counts');
alter table stock_counts add foreign key (seller_id) references sellers on delete cascade;
create index stock_counts_made on stock_counts (seller_id, made_at, id);
alter table stock_counts enable row level security;
create policy own_rows on stock_counts using (seller_id = current_seller());
grant select, insert, update, delete on stock_counts to hub_seller;

create table stock_count_rows (
  seller_id bigint not null,
  count_id text not null,
  item_id bigint not null,
  -- What was on hand when it was first counted.
  expected integer not null check (expected >= 0),
  counted integer not null check (counted between 0 and 1000000),
  -- Left, because it changed since, or because orders have reserved more than were counted.
  state text not null default 'OPEN' check (state in ('OPEN', 'DONE', 'CHANGED', 'RESERVED')),
  -- What was on hand, or reserved, when it was left.
  found integer,
  primary key (seller_id, count_id, item_id)
);
select place_by_seller('stock_count_rows');
alter table stock_count_rows add foreign key (seller_id, count_id) references stock_counts on delete cascade;
alter table stock_count_rows
  add foreign key (seller_id, item_id) references stock_items (seller_id, id) on delete cascade;
create index stock_count_rows_item on stock_count_rows (seller_id, item_id);
alter table stock_count_rows enable row level security;
create policy own_rows on stock_count_rows using (seller_id = current_seller());
grant select, insert, update, delete on stock_count_rows to hub_seller;
