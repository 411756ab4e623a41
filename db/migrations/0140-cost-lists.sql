-- The list of SKUs with costs, by SKU and by what is left.
create index costed_skus_by_sku on costed_skus (seller_id, sku, id);
create index costed_skus_by_stock on costed_skus (seller_id, stock_units, id);
