-- The next pictures to fetch of each seller: the job takes turns, however many are waiting.
create index shop_listings_to_fetch_in_turn on shop_listings (seller_id, fetch_at) where fetch_at is not null;
create index picture_fetches_in_turn on picture_fetches (seller_id, fetch_at) where fetch_at is not null;
