-- Credit notes: what corrects an invoice where money went back. Numbered by seller in a series of their own without a gap, one a refund,
-- and kept as they were issued.

alter table print_runs
  drop constraint print_runs_document_check,
  add constraint print_runs_document_check check (document in ('slip', 'pick-list', 'label', 'invoice', 'credit-note'));

create table credit_notes (
  seller_id bigint not null references sellers on delete cascade,
  number bigint not null check (number > 0),
  -- As of invoices: no number can be left out, and none taken away but the last.
  previous bigint generated always as (nullif(number - 1, 0)) stored,
  -- The invoice that it corrects.
  invoice bigint not null,
  order_id bigint not null,
  refund_id bigint not null,
  issued_at timestamptz not null,
  -- The member's name as it was.
  issued_by text not null,
  -- As it was issued, whatever becomes of order, seller and settings.
  contents jsonb not null check (jsonb_typeof(contents) = 'object'),
  primary key (seller_id, number),
  unique (seller_id, refund_id),
  foreign key (seller_id, previous) references credit_notes (seller_id, number),
  foreign key (seller_id, invoice) references invoices (seller_id, number),
  foreign key (seller_id, order_id) references orders,
  foreign key (seller_id, refund_id) references refunds
);
create index credit_notes_order on credit_notes (seller_id, order_id);
create index credit_notes_invoice on credit_notes (seller_id, invoice);
alter table credit_notes enable row level security;
create policy own_rows on credit_notes using (seller_id = current_seller());
grant select, insert on credit_notes to hub_seller;
