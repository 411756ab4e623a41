-- The taxes of a line as its shop names them: [{"name": "VAT", "rate": "20", "minor": 750, "included": true}]. Those that are not
-- included add up to tax_minor. Null: no names were told.
alter table line_items add column taxes jsonb check (jsonb_typeof(taxes) = 'array');
