-- Shipping policies price zones and services; `price_minor`, one price for all, is left to the previous version.

alter table seller_policies add column shipping jsonb;
update seller_policies set shipping = jsonb_build_object(
  'zones', jsonb_build_array(jsonb_build_object('places', jsonb_build_array('*'), 'services', jsonb_build_array(jsonb_build_object(
    'carrier', '', 'name', '', 'days', null, 'rate', jsonb_build_object('by', 'flat', 'minor', price_minor), 'freeFromMinor', null)))),
  'excluded', '[]'::jsonb, 'handlingDays', null, 'pickup', false, 'splits', false)
where kind = 'FULFILMENT';
-- What shipping costs by zone (`features/core/shipping`).
-- previous version: none is in use, since 1.0.0 is not released
alter table seller_policies add constraint seller_policies_shipping_check check (
  shipping is null
  or coalesce(jsonb_typeof(shipping -> 'zones') = 'array' and jsonb_typeof(shipping -> 'excluded') = 'array', false)
  and not jsonb_path_exists(shipping, '$.zones[*] ? (!(@.places.type() == "array" && @.places.size() > 0 && @.services.type() == "array"))')
  and not jsonb_path_exists(shipping, '$.zones[*].services[*] ? (!(exists(@.rate.by)))')
  and not jsonb_path_exists(shipping, '$.zones[*].services[*].rate.** ? (@.type() == "number" && @ < 0)'));
-- previous version: none is in use, since 1.0.0 is not released
alter table seller_policies drop constraint seller_policies_check;
-- previous version: none is in use, since 1.0.0 is not released
alter table seller_policies add constraint seller_policies_priced check ((shipping is not null) = (kind = 'FULFILMENT'));
