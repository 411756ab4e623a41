-- Sales by listing are ranked by their sums of a period, without reading the rows, and those shown found by key.
create index sold_days_of_listings on sold_days (seller_id, currency, day, key) include (gross_minor) where part = 'listing';
create index sold_days_of_listing on sold_days (seller_id, currency, key, day) where part = 'listing';
