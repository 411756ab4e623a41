-- What a marketplace tells of what happens after a sale, and of who looked at what.

alter table changes
  drop constraint changes_kind_check,
  add constraint changes_kind_check
    check (kind in ('ORDER', 'LISTING', 'PARCEL', 'REFUND', 'CASE', 'DECISION', 'MESSAGE', 'FEEDBACK'));
create trigger waits after insert on conversation_messages referencing new table as changed for each statement execute function mark_rows('MESSAGE');
create trigger waits after insert on feedback referencing new table as changed for each statement execute function mark_rows('FEEDBACK');
create trigger waits_again after update on feedback referencing new table as changed for each statement execute function mark_rows('FEEDBACK');
insert into changes (seller_id, kind, subject_id)
select seller_id, 'MESSAGE', id from conversation_messages
union all select seller_id, 'FEEDBACK', id from feedback;

-- A carrier knows parcels by their number alone.
create index shipments_tracking on shipments (seller_id, tracking_number) where tracking_number is not null;

-- The score beside the seller's name follows what is left. Of two that are left at one moment the second counts both: it waits for
-- the seller's row, and looks afterwards.
create function keep_feedback_score(seller bigint) returns void language plpgsql
  security definer set search_path from current as $$
declare score integer;
begin
  perform from sellers where id = seller for no key update;
  score := feedback_score(seller);
  update sellers set feedback_score = score where id = seller and feedback_score <> score;
end
$$;
revoke execute on function keep_feedback_score from public;
grant execute on function keep_feedback_score to hub_seller;

-- How often a listing was shown and opened on a day of the marketplace's, and how many watched it at its end.
create table listing_traffic (
  seller_id bigint not null,
  listing_id bigint not null,
  day date not null,
  impressions integer not null check (impressions >= 0),
  views integer not null check (views >= 0),
  watchers integer not null check (watchers >= 0),
  primary key (seller_id, listing_id, day),
  foreign key (seller_id, listing_id) references listings on delete cascade
);
alter table listing_traffic enable row level security;
create policy own_rows on listing_traffic using (seller_id = current_seller());
grant select, insert, update on listing_traffic to hub_seller;
