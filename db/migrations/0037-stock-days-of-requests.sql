-- Requests that post costs keep the units of the day, too: on a cluster, all that a transaction does has one role.
grant insert, update on stock_days to hub_seller;
