-- Sales by listing and category have a row for the extras of orders: days with extras are summed anew, once no process of the
-- previous version is left to sum them.
insert into sold_days_due (seller_id, day, noted_at)
select seller_id, day_of(placed_at), now() + interval '1 hour' from orders where extras is not null
group by seller_id, day_of(placed_at);

-- The taxes page reads the lines whose taxes have names.
create index line_items_taxed on line_items (seller_id, order_id) where taxes is not null;
