-- Fewer checks for each posting: `check_postings` looks for the lines of a whole statement at once.

-- A line that went alone took its postings along and left their entry unbalanced.
alter table ledger_postings drop constraint ledger_postings_seller_id_line_item_id_fkey;
drop index ledger_postings_line;

-- Only `count_postings` writes hours, of entries that refer to the seller; `remove_ledger_hours` removes them with the seller.
alter table ledger_hours drop constraint ledger_hours_seller_id_fkey;

-- Few entries reverse another.
alter table ledger_entries drop constraint ledger_entries_seller_id_reverses_id_key;
-- previous version: the constraint refused the same rows.
create unique index ledger_entries_reverses on ledger_entries (seller_id, reverses_id) where reverses_id is not null;
