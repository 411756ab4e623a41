-- Names by which sellers are found. A cluster keeps them on the coordinator, so that finding a seller asks no other server.
create table seller_names (
  seller_id bigint primary key,
  username text not null unique,
  display_name text not null,
  external_id text unique
);
create index seller_names_named on seller_names (lower(username));
insert into seller_names (seller_id, username, display_name, external_id)
select id, username, display_name, external_id from sellers;
