-- Invoices: numbered by seller without a gap, and kept as they were issued.

alter table print_settings
  -- In front of the number.
  add column invoice_prefix text not null default '' check (char_length(invoice_prefix) <= 12),
  add column tax_number text not null default '' check (char_length(tax_number) <= 40),
  -- At the end of an invoice: why no tax is charged, by when it is to be paid.
  add column invoice_text text not null default '' check (char_length(invoice_text) <= 500);

alter table print_runs
  drop constraint print_runs_document_check,
  add constraint print_runs_document_check check (document in ('slip', 'pick-list', 'label', 'invoice'));

create table invoices (
  seller_id bigint not null references sellers on delete cascade,
  number bigint not null check (number > 0),
  -- Each but the first follows one that is there: no number can be left out, and none taken away but the last.
  previous bigint generated always as (nullif(number - 1, 0)) stored,
  order_id bigint not null,
  issued_at timestamptz not null,
  -- The member's name as it was.
  issued_by text not null,
  -- As it was issued, whatever becomes of order, seller and settings.
  contents jsonb not null check (jsonb_typeof(contents) = 'object'),
  primary key (seller_id, number),
  unique (seller_id, order_id),
  foreign key (seller_id, previous) references invoices (seller_id, number),
  foreign key (seller_id, order_id) references orders
);
alter table invoices enable row level security;
create policy own_rows on invoices using (seller_id = current_seller());
grant select, insert on invoices to hub_seller;
