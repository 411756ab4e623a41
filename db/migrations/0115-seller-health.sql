-- How each seller serves buyers, for the operator's list of sellers who fail them: counted by the job `seller-health`
-- from the paid orders of the last months. Requests of sellers do not read it.
create table seller_health (
  seller_id bigint primary key references sellers on delete cascade,
  counted_at timestamptz not null,
  -- Paid orders, and those of them that had to leave by then.
  sold integer not null check (sold >= 0),
  due integer not null check (due between 0 and sold),
  -- Orders whose buyer wrote something that had to be answered by then.
  asked integer not null check (asked >= 0),
  late integer not null check (late between 0 and due),
  cases integer not null check (cases between 0 and sold),
  cancelled integer not null check (cancelled between 0 and sold),
  unanswered integer not null check (unanswered between 0 and asked),
  -- What is above the policy pack's limits.
  failing text[] not null check (failing <@ array['late', 'cases', 'cancelled', 'unanswered']),
  failures smallint not null generated always as (cardinality(failing)) stored,
  harmed integer not null generated always as (late + cases + cancelled + unanswered) stored
);
-- The worst first. Most sellers fail nobody and are not in it.
create index seller_health_worst on seller_health (failures desc, harmed desc, seller_id) where failures > 0;
alter table seller_health enable row level security;
create policy own_rows on seller_health using (seller_id = current_seller());
