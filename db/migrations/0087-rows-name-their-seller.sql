-- Rows that hold a seller's or a buyer's data name their seller and go with that seller.

-- Deliveries of a seller's events to the marketplace's endpoints outlived the seller, and went on being sent.
delete from webhook_deliveries d
where seller_id is not null and not exists (select from sellers s where s.id = d.seller_id);
alter table webhook_deliveries add foreign key (seller_id) references sellers on delete cascade;
create index webhook_deliveries_seller on webhook_deliveries (seller_id, entity) where seller_id is not null;

-- Answers to keys of the marketplace hold orders of any seller. Those from before do not say whose: they are forgotten. A request that is
-- repeated after this is known by the ids in it.
alter table api_answers add column seller_id bigint references sellers on delete cascade;
update api_answers a set seller_id = k.seller_id from api_keys k where k.id = a.key_id and k.seller_id is not null;
delete from api_answers where seller_id is null and body is not null;
create index api_answers_seller on api_answers (seller_id) where seller_id is not null;

-- What a browser told of a page, for which seller it was open. Null where members are not to be stored.
alter table page_loads add column seller_id bigint references sellers on delete cascade;
create index page_loads_seller on page_loads (seller_id) where seller_id is not null;
