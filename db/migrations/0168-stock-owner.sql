-- Who keeps count of a seller's stock: members and their tools in the hub, or the marketplace's shop. Null: nobody was named, and
-- both may change it.
alter table sellers add column stock_owner text;
-- previous version: does not write it
alter table sellers add constraint sellers_stock_owner_check check (stock_owner in ('HUB', 'SHOP'));
