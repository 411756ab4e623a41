-- Goods that came back with a return and are sold again, and the cost that came back with them.
create table returned_goods (
  seller_id bigint not null,
  case_id bigint not null,
  line_item_id bigint not null,
  order_id bigint not null,
  -- Null if the line has none: no cost is known of it.
  sku text,
  currency text not null,
  quantity integer not null check (quantity > 0),
  returned_at timestamptz not null,
  -- The member's name.
  restocked_by text not null,
  -- As posted by the entry; null while no cost is known.
  cost_minor bigint check (cost_minor >= 0),
  entry_id bigint,
  -- How often it was posted: a change reverses the entry before.
  revision integer not null default 0 check (revision >= 0),
  primary key (seller_id, case_id),
  check ((cost_minor is null) = (entry_id is null))
);
select place_by_seller('returned_goods');
alter table returned_goods add foreign key (seller_id, case_id) references cases on delete cascade;
alter table returned_goods add foreign key (seller_id, order_id) references orders on delete cascade;
alter table returned_goods add foreign key (seller_id, line_item_id) references line_items on delete cascade;
create index returned_goods_sku on returned_goods (seller_id, sku, currency, returned_at, case_id);
create index returned_goods_order on returned_goods (seller_id, order_id);
create index returned_goods_line on returned_goods (seller_id, line_item_id);
alter table returned_goods enable row level security;
create policy own_rows on returned_goods using (seller_id = current_seller());
grant select, insert, update, delete on returned_goods to hub_seller;
