-- Codes that members assigned to SKUs, by which scanners know them.
create table sku_codes (
  seller_id bigint not null,
  -- Letters in lower case; a GTIN without zeros in front.
  code text not null check (char_length(code) between 1 and 50 and code = lower(code)),
  sku text not null check (char_length(sku) between 1 and 50),
  -- The member's name as it was.
  assigned_by text not null,
  assigned_at timestamptz not null,
  primary key (seller_id, code)
);
select place_by_seller('sku_codes');
alter table sku_codes add foreign key (seller_id) references sellers on delete cascade;
create index sku_codes_sku on sku_codes (seller_id, sku);
alter table sku_codes enable row level security;
create policy own_rows on sku_codes using (seller_id = current_seller());
grant select, insert, delete on sku_codes to hub_seller;

-- What stock is worth today is read most: without the rows of days past, the list counts and sorts by these alone.
create index stock_values_now_by_sku on stock_values (seller_id, sku, id) include (currency, units, value_minor) where until_day is null;
create index stock_values_now_by_value on stock_values (seller_id, value_value, id) where until_day is null;
