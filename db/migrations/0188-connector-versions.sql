-- Which program reports a connection, by its own version and that of its kit.
alter table connections
  add column connector_version text,
  add column kit_version text;
alter table connections add constraint connections_connector_version_check
  check (char_length(connector_version) between 1 and 60);
alter table connections add constraint connections_kit_version_check check (char_length(kit_version) between 1 and 60);
