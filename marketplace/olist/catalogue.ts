import { add, copyKnown, moment, nextKey, prepare, zone, type Step } from './step.ts'

/** SQL: a readable category name, `Health beauty`. */
function readable(name: string): string {
  return `upper(left(${name}, 1)) || substr(replace(${name}, '_', ' '), 2)`
}

/** SQL: a city for a user name, `sao-paulo`. Some cities include a state; one is an e-mail address, one a number. */
function slug(city: string, state: string): string {
  const place = `regexp_replace(coalesce(${city}, ''), '[/,(@\\\\].*$', '')`
  return `coalesce(nullif(trim(both '-' from regexp_replace(search_form(${place}), '[^a-z]+', '-', 'g')), ''), lower(${state}), 'seller')`
}

const sellers: Step[] = [
  // Existing sellers keep their id. `code` is the shortest distinguishing prefix of the Olist id.
  prepare(
    'Naming sellers',
    'hub_sellers',
    `select external_id, id, fresh, slug || '-' || code as username, initcap(replace(slug, '-', ' ')) || ' ' || code as display_name
      from (
        select n.external_id, coalesce(k.seller_id, ${nextKey('sellers')}) as id, k.seller_id is null as fresh, n.slug,
          case when count(*) over (partition by n.slug, left(n.external_id, 8)) > 1
            or exists (select from seller_names s where s.username = n.slug || '-' || left(n.external_id, 8))
            then n.external_id else left(n.external_id, 8) end as code
        from (select seller_id as external_id, ${slug('city', 'state')} as slug from olist_sellers) n
        left join seller_names k on k.external_id = n.external_id
      ) named`,
  ),
  add(
    'sellers',
    'sellers',
    `(id, username, display_name, external_id, registered_at, country, time_zone, currency)
      select s.id, s.username, s.display_name, s.external_id,
        coalesce(${moment('f.first_sale')}, ${moment('p.starts_at')}, now()), 'BR', '${zone}', 'BRL'
      from hub_sellers s cross join olist_period p
      left join (
        select i.seller_id, min(o.placed_at) as first_sale from olist_items i join olist_orders o using (order_id) group by i.seller_id
      ) f on f.seller_id = s.external_id
      where s.fresh order by s.id`,
  ),
  // On a single server a trigger has named them.
  {
    phase: 'Naming sellers among the accounts',
    sql: `insert into seller_names (seller_id, username, display_name, external_id)
      select id, username, display_name, external_id from hub_sellers where fresh
      on conflict (seller_id) do nothing`,
  },
]

const products: Step[] = [
  prepare(
    'Naming products',
    'hub_products',
    `select n.*, left(n.category || ' ' || n.code, 80) as title
      from (
        select p.product_id as external_id, coalesce(k.id, ${nextKey('products')}) as id, k.id is null as fresh, p.weight_grams,
          case when p.category is null then 'Uncategorised' else ${readable('coalesce(t.english, p.category)')} end as category,
          upper(case when count(*) over (partition by left(p.product_id, 8)) > 1 then left(p.product_id, 50) else left(p.product_id, 8) end) as code
        from olist_products p
        left join olist_translations t on t.category = p.category
        left join products k on k.external_id = p.product_id
      ) n`,
  ),
  // Not analysed: a cluster, which has read this table on the coordinator, refuses it in the same transaction.
  {
    phase: 'Adding products',
    sql: `insert into products (id, epid, external_id, title, category, weight_grams)
      select id, nextval('product_epids')::text, external_id, title, category, weight_grams from hub_products where fresh order by id`,
    counts: { name: 'products', as: 'added' },
  },
]

const listings: Step[] = [
  copyKnown(
    'Reading listings off the sales',
    'known_listings',
    'select seller_id, id, product_id, item_number, title, sku from listings',
  ),
  // One listing per product and seller with new orders. Buyers without delivered items have no purchase.
  prepare(
    'Reading listings off the sales',
    'hub_listings',
    `select distinct on (g.seller_id, g.product_id) g.*, coalesce(k.id, ${nextKey('listings')}) as id,
        coalesce(k.item_number, item_number(nextval('item_numbers'))) as item_number, coalesce(k.title, p.title) as title,
        case when k.id is not null then k.sku
          when exists (select from known_listings x where x.seller_id = g.seller_id and x.sku = p.code) then left(p.external_id, 50)
          else p.code end as sku,
        p.category, k.id is null as fresh, g.last_sale >= period.ends_at - interval '6 months' as active
      from (
        select s.id as seller_id, p.id as product_id, min(o.placed_at) as first_sale, max(o.placed_at) as last_sale,
          (array_agg(l.price order by o.placed_at desc, l.first_item desc))[1] as price,
          sum(case when o.status in ('canceled', 'unavailable') then 0 else l.quantity end)::integer as sold
        from olist_lines l
        join olist_orders o using (order_id)
        join hub_sellers s on s.external_id = l.seller_id
        join hub_products p on p.external_id = l.product_id
        group by s.id, p.id
        having bool_or((l.order_id, s.id) in (select order_id, seller_id from hub_orders))
      ) g
      join hub_products p on p.id = g.product_id
      cross join olist_period period
      left join known_listings k on k.seller_id = g.seller_id and k.product_id = g.product_id
      order by g.seller_id, g.product_id, k.id`,
  ),
  add(
    'listings',
    'listings',
    `(seller_id, id, item_number, product_id, title, sku, category, condition, state, end_reason, price_minor, currency,
        quantity_available, quantity_sold, last_sold_at, starts_at, ended_at, created_at)
      select seller_id, id, item_number, product_id, title, sku, category, 'NEW',
        case when active then 'ACTIVE' else 'ENDED' end, case when active then null else 'EXPIRED' end, price, 'BRL',
        case when active then 1 else 0 end, sold, ${moment('last_sale')}, ${moment('first_sale')},
        case when active then null else ${moment('last_sale')} end, ${moment('first_sale')}
      from hub_listings where fresh order by seller_id, id`,
  ),
  // Unmodified listings follow later or repaired sales.
  {
    phase: 'Bringing listings up to date',
    sql: `update listings l set price_minor = n.price, quantity_sold = n.sold, state = case when n.active then 'ACTIVE' else 'ENDED' end,
        end_reason = case when n.active then null else 'EXPIRED' end, quantity_available = case when n.active then 1 else 0 end,
        ended_at = case when n.active then null else ${moment('n.last_sale')} end
      from hub_listings n
      where not n.fresh and l.seller_id = n.seller_id and l.id = n.id and l.version = 1 and l.currency = 'BRL'
        and (l.price_minor, l.quantity_sold, l.state) is distinct from (n.price, n.sold, case when n.active then 'ACTIVE' else 'ENDED' end)`,
    counts: { name: 'listings', as: 'changed' },
  },
]

/** Sellers and products; runs before the orders. */
export const catalogueSteps: Step[] = [...sellers, ...products]

/** Listings derived from orders; runs between orders and their lines. */
export const listingSteps: Step[] = listings
