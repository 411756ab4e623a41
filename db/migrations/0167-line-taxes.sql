-- The taxes of a line as its shop names them: [{"name": "VAT", "rate": "20", "minor": 750, "included": true}]. Those that are not
-- included add up to tax_minor. Null: no names were told.
alter table line_items add column taxes jsonb;
-- previous version: does not write it
alter table line_items add constraint line_items_taxes_check check (jsonb_typeof(taxes) = 'array');
