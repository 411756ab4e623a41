-- Products that sellers share, and each seller's listings of them. Each product's model code is a rare word.

insert into products (id, epid, brand, title, category, weight_grams)
select id, (1000000000 + id)::text, brand, concat_ws(' ', adjective, brand, thing, model), category, 50 + id % 2000
from generate_series(1, greatest(500, current_setting('bench.orders')::bigint / 50)) as id,
lateral (
  select
    bench.pick(array['Vintage', 'Vintage', 'Vintage', 'New', 'Rare', 'Boxed', 'Refurbished', 'Used', 'Mint', 'Original'], id, 21) as adjective,
    bench.pick(array['Leica', 'Zeiss', 'Canon', 'Nikon', 'Olympus', 'Pentax', 'Rollei', 'Minolta', 'Yashica', 'Mamiya', 'Voigtländer', 'Agfa', 'Kodak', 'Ilford', 'Sekonic', 'Gossen', 'Hasselblad', 'Konica', 'Ricoh', 'Contax'], id, 22) as brand,
    bench.pick(array['camera body', 'prime lens 50 mm f/1.8', 'zoom lens 35-70 mm', 'light meter', 'leather case', 'lens cap', 'film 36 exposures', 'flash unit', 'tripod head', 'viewfinder', 'filter set', 'shutter release', 'strap', 'focusing screen', 'bellows', 'enlarger'], id, 23) as thing,
    bench.pick(array['Cameras', 'Lenses', 'Accessories', 'Film', 'Darkroom'], id, 24) as category,
    'M' || lpad(to_hex(id * 7919 % 1048576), 5, '0') as model
) words;

insert into listings (seller_id, id, item_number, product_id, title, sku, category, condition, state, end_reason, price_minor, currency,
  quantity_available, on_hand, quantity_sold, watchers, views_30d, starts_at, ends_at, ended_at, out_of_stock_since, created_at)
select s.id, l.id, item_number(l.id), p.id,
  left(concat_ws(' ', p.title, bench.pick(array['black', 'chrome', 'silver', 'with box', 'tested', 'from 1968', 'for parts', 'top'], l.id, 32)), 80),
  'SKU-' || s.id || '-' || l.place, p.category, bench.pick(array['NEW', 'LIKE_NEW', 'VERY_GOOD', 'GOOD', 'ACCEPTABLE'], l.id, 33),
  l.state, case when l.state = 'ENDED' then 'EXPIRED' end,
  (round(300 + exp(bench.draw(l.id, 34) * 5) * 120) * case s.currency when 'JPY' then 1.5 else 1 end)::bigint, s.currency,
  units.on_shelf, units.on_shelf, (bench.draw(l.id, 36) * 30)::integer,
  (bench.draw(l.id, 37) * 40)::integer, (bench.draw(l.id, 38) * 400)::integer,
  case l.state when 'DRAFT' then null when 'SCHEDULED' then now + bench.draw(l.id, 42) * interval '30 days' else now - bench.draw(l.id, 42) * interval '200 days' end,
  case when l.state <> 'DRAFT' then now + interval '30 days' + bench.draw(l.id, 39) * interval '30 days' end,
  case when l.state = 'ENDED' then now - make_interval(days => 1 + (bench.draw(l.id, 40) * 60)::integer) end,
  case when l.state = 'OUT_OF_STOCK' then now - bench.draw(l.id, 43) * interval '80 days' end, now - interval '200 days' - bench.draw(l.id, 44) * interval '20 days'
from bench.sellers s
cross join (select current_setting('bench.now')::timestamptz as now) clock
cross join lateral (
  select place, s.listings_before + place as id,
    (array['ACTIVE', 'ACTIVE', 'ACTIVE', 'ACTIVE', 'ACTIVE', 'ACTIVE', 'ACTIVE', 'ACTIVE', 'ACTIVE', 'ACTIVE', 'ACTIVE', 'ACTIVE', 'ACTIVE', 'OUT_OF_STOCK',
      'OUT_OF_STOCK', 'ON_HOLD', 'DRAFT', 'SCHEDULED', 'ENDED', 'ENDED'])[1 + floor(bench.draw(s.listings_before + place, 41) * 20)::integer] as state
  from generate_series(1, s.listings) as place
) l
cross join lateral (
  select case when l.state in ('OUT_OF_STOCK', 'ENDED') then 0 else 1 + (bench.draw(l.id, 35) * 20)::integer end as on_shelf
) units
join products p on p.id = 1 + floor(bench.draw(l.id, 31) * greatest(500, current_setting('bench.orders')::bigint / 50))::bigint;
analyze products, listings;
