-- What sellers sold and offer of each product, for the market summary of all sellers. On a cluster a job copies it to the
-- coordinator, so that a page asks one server; a single server reads the sellers' own tables.
create table product_line_copies (
  seller_id bigint not null references seller_names on delete cascade,
  id bigint not null,
  product_id bigint not null,
  listing_id bigint not null,
  currency text not null,
  quantity integer not null,
  unit_price_minor bigint not null,
  discount_minor bigint not null,
  shipping_minor bigint not null,
  placed_at timestamptz not null,
  primary key (seller_id, id)
);
alter table product_line_copies enable row level security;
create policy own_rows on product_line_copies using (seller_id = current_seller());
create index product_line_copies_product on product_line_copies (product_id, currency, placed_at);

create table product_listing_copies (
  seller_id bigint not null references seller_names on delete cascade,
  id bigint not null,
  product_id bigint not null,
  currency text not null,
  condition text not null,
  state text not null,
  price_minor bigint not null,
  primary key (seller_id, id)
);
alter table product_listing_copies enable row level security;
create policy own_rows on product_listing_copies using (seller_id = current_seller());
create index product_listing_copies_product on product_listing_copies (product_id);

alter table seller_names add column products_copied_at timestamptz;

do $$
begin
  if is_divided() then
    perform read_product_copies();
  else
    create view product_lines as
    select i.seller_id, i.id, i.product_id, i.listing_id, i.currency, i.quantity, i.unit_price_minor, i.discount_minor, i.shipping_minor,
      o.placed_at
    from line_items i join orders o on o.seller_id = i.seller_id and o.id = i.order_id
    where o.payment_status not in ('PENDING', 'FAILED') and o.cancel_state <> 'CANCELED';
    create view product_listings as
    select seller_id, id, product_id, currency, condition, state, price_minor from listings;
  end if;
end
$$;
