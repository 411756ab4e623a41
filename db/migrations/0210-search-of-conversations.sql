-- On a cluster a search reads the tables of its view in place of the view, as the seller: row-level security holds for them.
grant select on conversation_search to hub_seller;
