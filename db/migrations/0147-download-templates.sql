-- Downloads that a shop makes again and again, under a name.

create table download_templates (
  seller_id bigint not null,
  -- In addresses: drawn at random.
  id text not null default left(replace(gen_random_uuid()::text, '-', ''), 16) check (id ~ '^[0-9a-f]{16}$'),
  kind text not null check (kind ~ '^[a-z]+(-[a-z]+)*$'),
  name text not null check (char_length(name) between 1 and 60),
  -- Rows, columns and format, as downloads read them.
  plan jsonb not null check (jsonb_typeof(plan) = 'object'),
  saved_at timestamptz not null,
  primary key (seller_id, id),
  unique (seller_id, kind, name)
);
select place_by_seller('download_templates');
alter table download_templates add foreign key (seller_id) references sellers on delete cascade;
alter table download_templates enable row level security;
create policy own_rows on download_templates using (seller_id = current_seller());
grant select, insert, update, delete on download_templates to hub_seller;
