-- Amounts of an order that are no items, such as gift wrap or a tip: [{"kind": "GIFT_WRAP", "title": "Red paper", "minor": 350,
-- "taxes": []}]. Those above zero are part of subtotal_minor, those below of discount_minor. Null: it has none.
alter table orders add column extras jsonb;
-- previous version: does not write it
alter table orders add constraint orders_extras_check check (jsonb_typeof(extras) = 'array');
