-- Rules of a shop that choose how parcels are sent.

create table shop_rules (
  seller_id bigint not null,
  id text not null check (id ~ '^[0-9a-f]{12}$'),
  -- The order in which rules apply.
  position smallint not null check (position > 0),
  name text not null check (char_length(name) between 1 and 60),
  is_on boolean not null,
  -- `RuleConditions` and `LabelActions` (`features/core/shipping`).
  conditions jsonb not null check (jsonb_typeof(conditions) = 'object'),
  actions jsonb not null check (jsonb_typeof(actions) = 'object' and actions <> '{}'),
  primary key (seller_id, id),
  unique (seller_id, position)
);
select place_by_seller('shop_rules');
alter table shop_rules add foreign key (seller_id) references sellers on delete cascade;
alter table shop_rules enable row level security;
create policy own_rows on shop_rules using (seller_id = current_seller());
grant select, insert, update, delete on shop_rules to hub_seller;

-- Added to the order once the label is bought.
alter table labels add column tag text;
alter table labels add constraint labels_tag check (char_length(tag) between 1 and 24);
