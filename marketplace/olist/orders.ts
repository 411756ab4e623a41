import { add, copyKnown, moment, nextKey, prepare, promisedDay, type Step } from './step.ts'

/** The data does not name the carrier. */
export const olistCarrier = 'Olist logistics'

/** Tables with work on orders done in the hub. */
const workTables = [
  'refunds',
  'order_events',
  'order_notes',
  'order_tags',
  'conversations',
  'conversation_messages',
  'cases',
  'invoices',
  'credit_notes',
  'printed_orders',
  'pack_events',
] as const

const comparing = 'Comparing with what is here'

const known: Step[] = [
  copyKnown(
    comparing,
    'known_orders',
    'select seller_id, id, external_id, order_number, unit_count, version from orders',
  ),
  copyKnown(comparing, 'known_lines', 'select seller_id, order_id, quantity from line_items', 'seller_id, order_id'),
  copyKnown(comparing, 'known_payments', 'select seller_id, order_id, external_id, amount_minor from payments'),
  copyKnown(comparing, 'known_transactions', 'select seller_id, order_id, state from transactions'),
  copyKnown(comparing, 'known_shipments', 'select seller_id, order_id, carrier from shipments'),
  copyKnown(comparing, 'known_feedback', 'select seller_id, order_id, external_id, reply from feedback'),
  ...workTables.map((table) => copyKnown(comparing, `known_${table}`, `select seller_id, order_id from ${table}`)),
]

const sales: Step[] = [
  // Olist has a row per unit; equal units become one line.
  prepare(
    'Gathering lines',
    'olist_lines',
    `select order_id, seller_id, product_id, price, ship_by, min(item) as first_item, count(*)::integer as quantity, sum(freight)::bigint as freight
      from olist_items group by order_id, seller_id, product_id, price, ship_by`,
  ),
  // An order with several sellers is split into one per seller; status and dates determine its outcome.
  prepare(
    'Gathering orders',
    'olist_sales',
    `select l.order_id, s.id as seller_id, l.seller_id as external_seller, o.status, o.placed_at, o.approved_at, o.carrier_at, o.delivered_at, o.estimated_at,
        c.person_id, c.zip, c.city, c.state, l.first_item, l.lines, l.units, l.subtotal, l.shipping, l.ship_by,
        pay.state as payment_state, coalesce(p.payments, 0) as payments, coalesce(p.payments, 0) = 0 and pay.state = 'PAID' as unrecorded_payment,
        order_payment_status(pay.state = 'PENDING', case when pay.state = 'PAID' then 1 end, 0,
          case when pay.state = 'PAID' then 1 else coalesce(p.payments, 0) end) as payment_status,
        o.carrier_at is not null or o.delivered_at is not null or o.status in ('shipped', 'delivered') as shipped,
        o.delivered_at is not null or o.status = 'delivered' as delivered,
        o.status in ('canceled', 'unavailable') as cancelled
      from (
        select order_id, seller_id, min(first_item) as first_item, count(*)::integer as lines, sum(quantity)::integer as units,
          sum(quantity * price)::bigint as subtotal, sum(freight)::bigint as shipping, min(ship_by) as ship_by
        from olist_lines group by order_id, seller_id
      ) l
      join olist_orders o using (order_id)
      join hub_sellers s on s.external_id = l.seller_id
      join olist_customers c using (customer_id)
      left join (select order_id, count(*) as payments from olist_payments group by order_id) p using (order_id)
      cross join lateral (
        select case when o.status = 'created' then 'PENDING' when o.status = 'canceled' and o.approved_at is null then 'FAILED' else 'PAID' end as state
      ) pay`,
  ),
  // A payment is divided among sellers by price and freight; the parts add up exactly.
  prepare(
    'Dividing payments',
    'olist_shares',
    `select p.order_id, p.position, p.method, p.installments, part.seller_id, part.amount
      from olist_payments p
      join (
        select order_id, array_agg(seller_id order by first_item) as sellers, array_agg(subtotal + shipping order by first_item) as weights
        from olist_sales group by order_id
      ) s using (order_id)
      cross join lateral unnest(s.sellers,
        case when cardinality(s.sellers) = 1 then array[p.amount] else allocate(p.amount, s.weights) end) as part (seller_id, amount)`,
  ),
  ...known,
  // Existing orders that lack lines or payments, because rows were rejected earlier, are recreated under their number
  // unless they were edited in the hub. A zero payment, or a rejected seller's share, counts as lacking.
  prepare(
    comparing,
    'hub_known',
    `with here as (
        select s.*, k.id, k.order_number, k.id is null or (k.unit_count < s.units and s.units > (
          select coalesce(sum(l.quantity), 0) from known_lines l where l.seller_id = k.seller_id and l.order_id = k.id
        )) as lacks_lines, (
          k.version > 1
            or exists (select from known_feedback f where f.seller_id = k.seller_id and f.order_id = k.id
              and (f.reply is not null or not exists (select from olist_reviews r where r.review_id = f.external_id)))
            or exists (select from known_payments p where p.seller_id = k.seller_id and p.order_id = k.id and p.external_id is not null)
            or exists (select from known_transactions t where t.seller_id = k.seller_id and t.order_id = k.id and t.state <> 'PROCESSING')
            or exists (select from known_shipments x where x.seller_id = k.seller_id and x.order_id = k.id and x.carrier <> '${olistCarrier}')
            or ${workTables.map((table) => `exists (select from known_${table} w where w.seller_id = k.seller_id and w.order_id = k.id)`).join(' or ')}
        ) as touched
        from olist_sales s left join known_orders k on k.seller_id = s.seller_id and k.external_id = s.order_id
      ), told as (select order_id, seller_id, sum(amount) as amount from olist_shares group by 1, 2
      ), paid as (
        select h.seller_id, h.id, count(*) as payments, sum(p.amount_minor) as amount
        from here h join known_payments p on p.seller_id = h.seller_id and p.order_id = h.id group by 1, 2
      ), several as (
        select order_id, bool_or(id is null) or bool_or(lacks_lines) and not bool_or(touched) as anew
        from here group by 1 having count(*) > 1
      )
      select h.order_id, h.seller_id, h.id, h.order_number, h.touched, (
        h.lacks_lines or coalesce(paid.payments, 0) < h.payments + h.unrecorded_payment::integer
          or coalesce(paid.amount, 0) = 0 and coalesce(told.amount, 0) > 0
          or coalesce(several.anew, false) and coalesce(paid.amount, 0) <> coalesce(told.amount, 0)
      ) as incomplete
      from here h
      left join told using (order_id, seller_id)
      left join paid on paid.seller_id = h.seller_id and paid.id = h.id
      left join several using (order_id)
      where h.id is not null`,
  ),
  {
    phase: comparing,
    sql: `delete from orders o using hub_known k where k.incomplete and not k.touched and o.seller_id = k.seller_id and o.id = k.id`,
    counts: { name: 'orders', as: 'changed' },
  },
  prepare(
    'Numbering orders',
    'hub_orders',
    `select s.*, coalesce(s.known_id, ${nextKey('orders')}) as id, coalesce(s.known_number, order_number(nextval('order_serials'))) as order_number,
        case when s.shipped then ${nextKey('shipments')} end as shipment_id
      from (
        select s.*, k.id as known_id, k.order_number as known_number
        from olist_sales s left join hub_known k using (seller_id, order_id)
        where k.id is null or (k.incomplete and not k.touched)
        order by s.placed_at, s.order_id, s.first_item
      ) s`,
  ),
]

const buyers: Step[] = [
  copyKnown('Naming buyers', 'known_buyers', 'select seller_id, id, username, name, external_id from buyers'),
  // The data has no names: buyers are named by their first city and id prefix.
  prepare(
    'Naming buyers',
    'hub_buyers',
    `select n.seller_id, n.person_id, coalesce(k.id, ${nextKey('buyers')}) as id, k.id is null as fresh,
        coalesce(k.username, n.slug || '-' || n.code) as username, coalesce(k.name, 'Customer ' || n.code) as name
      from (
        select g.*, case when count(*) over (partition by g.seller_id, g.slug, left(g.person_id, 8)) > 1
            or exists (select from known_buyers b where b.seller_id = g.seller_id and b.username = g.slug || '-' || left(g.person_id, 8))
          then g.person_id else left(g.person_id, 8) end as code
        from (
          select seller_id, person_id,
            coalesce(nullif(trim(both '-' from regexp_replace(search_form((array_agg(city order by id))[1]), '[^a-z]+', '-', 'g')), ''), 'buyer') as slug
          from hub_orders group by seller_id, person_id
        ) g
      ) n
      left join known_buyers k on k.seller_id = n.seller_id and k.external_id = n.person_id`,
  ),
  add(
    'buyers',
    'buyers',
    `(seller_id, id, username, name, external_id) select seller_id, id, username, name, person_id from hub_buyers where fresh order by seller_id, id`,
  ),
  copyKnown(
    'Gathering addresses',
    'known_addresses',
    'select seller_id, id, buyer_id, city, postal_code, region, line1 from addresses',
    'seller_id, buyer_id',
  ),
  prepare(
    'Gathering addresses',
    'hub_addresses',
    `select g.seller_id, g.person_id, g.zip, g.city, g.state, b.id as buyer_id, b.name, coalesce(k.id, ${nextKey('addresses')}) as id, k.id is null as fresh
      from (select distinct seller_id, person_id, zip, city, state from hub_orders) g
      join hub_buyers b using (seller_id, person_id)
      left join lateral (
        select min(a.id) as id from known_addresses a
        where not b.fresh and a.seller_id = g.seller_id and a.buyer_id = b.id and a.line1 is null
          and a.city = initcap(g.city) and (a.postal_code, a.region) is not distinct from (g.zip, g.state)
      ) k on true`,
  ),
  add(
    'addresses',
    'addresses',
    `(seller_id, id, buyer_id, name, city, region, postal_code, country)
      select seller_id, id, buyer_id, name, initcap(city), state, zip, 'BR' from hub_addresses where fresh order by seller_id, id`,
  ),
]

const orders: Step[] = [
  add(
    'orders',
    'orders',
    `(seller_id, id, order_number, external_id, external_status, buyer_id, buyer_username, ship_to_address_id, ship_to_country, placed_at, paid_at,
        ship_by, ship_rule, estimated_delivery_max, shipped_at, delivered, delivered_at, currency, subtotal_minor, shipping_minor, line_count, unit_count,
        payment_status, fulfilment_status, cancel_state)
      select o.seller_id, o.id, o.order_number, o.order_id, o.status, b.id, b.username, a.id, 'BR', ${moment('o.placed_at')},
        case when o.payment_state = 'PAID' then ${moment('o.approved_at')} end, ${moment('o.ship_by')}, case when o.ship_by is not null then 'IMPORTED' end, ${promisedDay('o.estimated_at')},
        ${moment('o.carrier_at')}, o.delivered, ${moment('o.delivered_at')}, 'BRL', o.subtotal, o.shipping, o.lines, o.units,
        o.payment_status, case when o.shipped then 'FULFILLED' else 'NOT_STARTED' end, case when o.cancelled then 'CANCELED' else 'NONE_REQUESTED' end
      from hub_orders o
      join hub_buyers b using (seller_id, person_id)
      join hub_addresses a on a.seller_id = o.seller_id and a.person_id = o.person_id and a.city = o.city
        and (a.zip, a.state) is not distinct from (o.zip, o.state)
      order by o.seller_id, o.placed_at, o.id`,
  ),
]

const lines: Step[] = [
  prepare(
    'Gathering lines',
    'hub_lines',
    `select o.seller_id, ${nextKey('line_items')} as id, o.id as order_id, o.shipment_id, o.shipped, o.cancelled, l.ship_by, l.quantity, l.price, l.freight,
        row_number() over (partition by o.seller_id, o.id order by l.first_item) as position,
        i.id as listing_id, i.product_id, i.item_number, i.sku, i.title
      from hub_orders o
      join olist_lines l on l.order_id = o.order_id and l.seller_id = o.external_seller
      join hub_products p on p.external_id = l.product_id
      join hub_listings i on i.seller_id = o.seller_id and i.product_id = p.id`,
  ),
  add(
    'line items',
    'line_items',
    `(seller_id, id, order_id, position, listing_id, product_id, item_number, sku, title, currency, quantity, unit_price_minor, shipping_minor,
        shipped_quantity, cancelled_quantity, ship_by)
      select seller_id, id, order_id, position, listing_id, product_id, item_number, sku, title, 'BRL', quantity, price, freight,
        case when shipped then quantity else 0 end, case when cancelled and not shipped then quantity else 0 end, ${moment('ship_by')}
      from hub_lines order by seller_id, order_id, position`,
  ),
]

/** Orders without lines: the listings they refer to come in between. */
export const orderSteps: Step[] = [...buyers, ...orders]
export const saleSteps: Step[] = sales
export const lineSteps: Step[] = lines
