-- The search of offers reads names and listings together; an index of names alone is not used.

-- previous version: none is in use, since 1.0.0 is not released
drop view offer_words;
-- previous version: none is in use, since 1.0.0 is not released
drop index buyer_offers_words;
