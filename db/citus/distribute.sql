-- Divides a hub's tables by seller over the servers of a Citus cluster: run once, on the coordinator, as the owner, after
-- `npm run hub -- migrate` and while no hub runs; docs/scale-out.md says when. Names are looked up in the hub's schema:
--   psql -v ON_ERROR_STOP=1 -c 'set search_path to hub' -f db/citus/distribute.sql

-- Triggers on shards are Citus' opt-in: ours keep to one seller, whose rows all lie on one server.
set citus.enable_unsafe_triggers = on;
-- `set local hub.seller_id` goes along to the servers that a transaction asks.
alter database :"DBNAME" set citus.propagate_set_commands = 'local';

-- Accounts stay on the coordinator: nothing there may refer to a divided table.
alter table sessions drop constraint sessions_seller_id_fkey;
alter table memberships drop constraint memberships_seller_id_fkey;
alter table invitations drop constraint invitations_seller_id_fkey;
alter table team_events drop constraint team_events_seller_id_fkey;
alter table saved_views drop constraint saved_views_seller_id_fkey;
alter table api_keys drop constraint api_keys_seller_id_fkey;
alter table webhook_endpoints drop constraint webhook_endpoints_seller_id_fkey;
alter table webhook_deliveries drop constraint webhook_deliveries_seller_id_fkey;
alter table api_answers drop constraint api_answers_seller_id_fkey;
alter table page_loads drop constraint page_loads_seller_id_fkey;
alter table messages drop constraint messages_seller_id_fkey;

-- As do: api_answers, api_keys, credentials, hub_settings, invitations, member_messages, members, memberships, messages, migrations, page_loads,
-- rate_limits, saved_views, sessions, task_mail_choices, task_mails, team_events, two_factors, verifications, webhook_deliveries, webhook_endpoints.

-- What all sellers share is on each server.
select create_reference_table('products');

select create_distributed_table('sellers', 'id');
select create_distributed_table(name, 'seller_id', colocate_with => 'sellers')
from unnest(array[
  'seller_policies', 'pictures', 'picture_removals', 'listings', 'listing_contents', 'listing_policies', 'listing_variations',
  'listing_drafts', 'listing_pictures', 'fetched_pictures', 'merchant_locations', 'tool_offers',
  'buyers', 'addresses', 'ship_calendars', 'orders', 'line_items', 'payments', 'refunds', 'refund_parts',
  'shipments', 'shipment_lines', 'cancellations', 'feedback', 'order_events', 'order_notes', 'order_tags', 'buyer_erasures', 'cases', 'case_photos', 'case_rules',
  'conversations', 'conversation_messages', 'conversation_search', 'message_pictures', 'message_templates', 'order_counts', 'sales_hours', 'listing_counts', 'feedback_weeks', 'seller_health',
  'order_search', 'listing_search', 'print_settings', 'bins', 'print_runs', 'printed_orders', 'invoices', 'credit_notes', 'pack_events',
  'tracking_columns', 'tracking_uploads', 'tracking_upload_rows', 'stock_movements', 'listing_traffic', 'changes', 'change_places', 'events', 'undos'
]) with ordinality as divided (name, place)
order by place;
