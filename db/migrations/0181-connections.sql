-- Shops that connectors join to the hub, as the connectors report them.
create table connections (
  -- As the connector calls it, such as vendure.
  name text primary key check (char_length(name) between 1 and 100),
  shop text not null check (char_length(shop) between 1 and 60),
  shop_version text check (char_length(shop_version) between 1 and 60),
  reported_at timestamptz not null,
  -- Seconds between its reports.
  reports_every integer not null check (reports_every > 0),
  -- When it last read each side to the end.
  shop_read_at timestamptz,
  hub_read_at timestamptz,
  -- The place of the last event that it has processed.
  events_place bigint,
  -- Why its last round failed; null if it did not.
  failure text,
  listings integer not null check (listings >= 0),
  orders integer not null check (orders >= 0),
  told integer not null check (told >= 0),
  waiting integer not null check (waiting >= 0),
  refused integer not null check (refused >= 0),
  -- When an operator last asked it to send something again; each request has a later one.
  asked_at timestamptz,
  -- The same for all that was refused; null once the connector has done so.
  all_asked_at timestamptz
);

-- What one side refused: the newest of each connection, replaced by each report.
create table connection_refusals (
  connection text not null references connections on delete cascade,
  direction text not null check (direction in ('TO_HUB', 'TO_SHOP')),
  kind text not null check (kind in ('LISTING', 'ORDER', 'PARCEL', 'REFUND', 'STOCK')),
  -- The seller's id in the marketplace.
  seller text not null,
  id text not null,
  -- The order or listing in the shop that a parcel, a refund or stock is of.
  about text,
  reason text not null,
  since timestamptz not null,
  -- When an operator asked to send it again; null once the connector has done so.
  asked_at timestamptz,
  primary key (connection, direction, kind, seller, id)
);
