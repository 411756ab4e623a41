-- Variations have no buffer: a listing that got them kept its own, which nobody could change any more.
update listings l set buffer = 0, on_hand = l.on_hand - l.buffer
where l.buffer > 0 and exists (select from listing_variations v where v.seller_id = l.seller_id and v.listing_id = l.id);
