-- What members are mailed about that is due, and what was mailed already.

-- What a member chose; without a row the role decides.
create table task_mail_choices (
  seller_id bigint not null,
  member_id text not null,
  -- Each morning all that is late or due; a warning so many hours before a deadline.
  morning boolean not null,
  warn_24 boolean not null,
  warn_4 boolean not null,
  primary key (seller_id, member_id),
  foreign key (seller_id, member_id) references memberships on delete cascade
);
alter table task_mail_choices enable row level security;
create policy own_rows on task_mail_choices using (seller_id = current_seller());
grant select, insert, update on task_mail_choices to hub_seller;

-- A mail is claimed before it is sent, so that of many processes one sends it; one that was claimed and never sent is tried again.
-- `about` is the morning's day, or a deadline with the hours before it: each is mailed once.
create table task_mails (
  seller_id bigint not null,
  member_id text not null,
  about text not null,
  claimed_at timestamptz not null,
  sent_at timestamptz,
  primary key (seller_id, member_id, about),
  foreign key (seller_id, member_id) references memberships on delete cascade
);
create index task_mails_claimed on task_mails (claimed_at);
alter table task_mails enable row level security;
create policy own_rows on task_mails using (seller_id = current_seller());
grant select on task_mails to hub_seller;

-- What is due is looked for by these.
create index refunds_failed on refunds (seller_id) where state = 'FAILED';
create index cancellations_requested on cancellations (seller_id, order_id) where state = 'REQUESTED';
