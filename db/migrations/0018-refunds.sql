-- Refunds that the hub asks the payment side for.

-- By its key a refund is named in pages, forms, the timeline and towards the payment side; whoever asks for it draws it, so that
-- the same wish sent twice is one refund. A refund that came with an import was not asked for here.
--
-- While it is PENDING the payment side is asked from `ask_at` on, by whichever process gets to it; that moves `ask_at` on, so
-- that a process which dies leaves it to another. A refund that is pending elsewhere has none. `round` counts how often it was
-- begun anew after a refusal, `asked` how often the payment side was asked in this round.
alter table refunds
  add column refund_key text not null default left(replace(gen_random_uuid()::text, '-', ''), 12)
    check (refund_key ~ '^[0-9a-z]{12,32}$'),
  add column requested_at timestamptz,
  add column round smallint not null default 1 check (round > 0),
  add column asked smallint not null default 0 check (asked >= 0),
  add column ask_at timestamptz,
  add column refusal text check (refusal in ('DECLINED', 'TOO_OLD')),
  alter column refunded_at drop not null,
  add unique (seller_id, refund_key);
update refunds set refunded_at = null where state <> 'REFUNDED';
alter table refunds
  add check ((state = 'REFUNDED') = (refunded_at is not null)),
  add check (ask_at is null or state = 'PENDING'),
  add check (refusal is null or state = 'FAILED');
create index refunds_to_ask on refunds (ask_at, seller_id) where ask_at is not null;

-- What a refund gives back: of which line, or of the order as a whole; of the price, the shipping or the tax. Together they are
-- the refund. An import may not know them.
create table refund_parts (
  seller_id bigint not null,
  refund_id bigint not null,
  position smallint not null check (position > 0),
  line_item_id bigint,
  kind text not null check (kind in ('ITEM', 'SHIPPING', 'TAX')),
  amount_minor bigint not null check (amount_minor > 0),
  primary key (seller_id, refund_id, position),
  foreign key (seller_id, refund_id) references refunds on delete cascade,
  foreign key (seller_id, line_item_id) references line_items on delete cascade
);
create index refund_parts_line on refund_parts (seller_id, line_item_id) where line_item_id is not null;

alter table refund_parts enable row level security;
create policy own_rows on refund_parts using (seller_id = current_seller());
grant select, insert on refund_parts to hub_seller;
-- What was asked for stays as it was asked; a request only writes what becomes of it.
revoke update, delete on refunds from hub_seller;
grant update (state, refunded_at, round, asked, ask_at, refusal) on refunds to hub_seller;

create function check_refund_parts() returns trigger language plpgsql
  security definer set search_path from current set enable_seqscan = off as $$
declare c record;
begin
  for c in select seller_id, array_agg(distinct refund_id) as ids from changed group by seller_id order by seller_id loop
    if exists (
      select from refunds r
      where r.seller_id = c.seller_id and r.id = any (c.ids)
        and r.amount_minor <> (select sum(amount_minor) from refund_parts where seller_id = c.seller_id and refund_id = r.id)
    ) then
      raise exception 'the parts of a refund are not its amount' using errcode = 'check_violation', constraint = 'parts_are_refund';
    end if;
  end loop;
  return null;
end
$$;
create trigger parts_checked after insert on refund_parts referencing new table as changed for each statement execute function check_refund_parts();

-- Money that went back is gone, whatever a later import or request would like.
create function keep_refunded() returns trigger language plpgsql set search_path from current as $$
begin
  raise exception 'a refund that was made stays' using errcode = 'check_violation', constraint = 'refunded_stays';
end
$$;
create trigger refunded_stays before update of state, amount_minor on refunds for each row
  when (old.state = 'REFUNDED' and (new.state, new.amount_minor) is distinct from (old.state, old.amount_minor))
  execute function keep_refunded();
