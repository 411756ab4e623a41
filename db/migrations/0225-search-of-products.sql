-- A product that got another GTIN: a job writes the search words of its listings anew.
alter table products add column words_due boolean not null default false;
create index products_words_due on products (id) where words_due;
