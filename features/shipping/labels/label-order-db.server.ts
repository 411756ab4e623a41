import { sql } from 'kysely'
import type { SellerDb } from '#db/client.ts'
import type { Row } from '#db/schema.ts'
import type { TaxNumber } from '#features/core/order/tax-number.ts'
import type { OrderNumber } from '#features/core/order/order.ts'
import type { ShipTo } from '#features/orders/order-address/ship-to.ts'
import type { ParcelUnits } from './label.ts'
import { liveStates } from './label.ts'

/** A line of an order with what a label needs of it. */
export interface LabelLine {
  id: number
  line: number
  title: string
  sku: string | null
  /** Units that are neither shipped, cancelled nor in a label that was bought or is being bought. */
  open: number
  ordered: number
  /** What the buyer paid for a unit, without tax and shipping. */
  unitMinor: number
  /** Of one unit; null if unknown. */
  grams: number | null
  /** Of its empty package: the listing's, else the shop's default. */
  emptyGrams: number
  /** The listing's own, else its package's. */
  sizeMm: [number, number, number] | null
  hsCode: string | null
  originCountry: string | null
  description: string | null
  /** Declared for a unit; null: what the buyer paid. */
  valueMinor: number | null
}

export interface LabelOrder {
  id: number
  number: OrderNumber
  currency: string
  address: ShipTo
  email: string | null
  taxNumbers: readonly TaxNumber[]
  service: string | null
  /** What the buyer paid for shipping. */
  shippingMinor: number
  lines: LabelLine[]
}

/** Reads orders that go to an address, by number; others are left out. */
export async function readLabelOrders(
  db: SellerDb,
  sellerId: number,
  numbers: readonly OrderNumber[],
): Promise<LabelOrder[]> {
  const { rows: orders } = await sql<Omit<LabelOrder, 'lines' | 'taxNumbers'> & { taxNumbers: TaxNumber[] | null }>`
    select o.id, o.order_number as number, o.currency, o.buyer_email as email, o.tax_numbers as "taxNumbers",
      o.shipping_service as service, o.shipping_minor as "shippingMinor",
      jsonb_build_object('name', a.name, 'company', a.company, 'line1', a.line1, 'line2', a.line2, 'line3', a.line3,
        'city', a.city, 'region', a.region, 'postal_code', a.postal_code, 'country', a.country, 'phone', a.phone) as address
    from orders o join addresses a on a.seller_id = ${sellerId} and a.id = o.ship_to_address_id
    where o.seller_id = ${sellerId} and o.order_number = any (${[...numbers]}) and o.delivery = 'SHIP'
    order by array_position(${[...numbers]}, o.order_number)`.execute(db)
  const lines = await readLabelLines(
    db,
    sellerId,
    orders.map(({ id }) => id),
  )
  return orders.map((order) => ({
    ...order,
    taxNumbers: order.taxNumbers ?? [],
    lines: lines.flatMap(({ orderId, ...line }) => (orderId === order.id ? line : [])),
  }))
}

async function readLabelLines(
  db: SellerDb,
  sellerId: number,
  orderIds: readonly number[],
): Promise<(LabelLine & { orderId: number })[]> {
  const { rows } = await sql<LabelLine & { orderId: number }>`
    select n.order_id as "orderId", n.id, n.position as line, n.title, n.sku, n.quantity as ordered,
      greatest(0, n.quantity - n.shipped_quantity - n.cancelled_quantity - coalesce(b.units, 0))::integer as open,
      round((n.unit_price_minor * n.quantity - n.discount_minor)::numeric / n.quantity)::bigint as "unitMinor",
      coalesce(c.weight_grams, p.weight_grams) as grams, coalesce(k.empty_grams, 0) as "emptyGrams",
      case when num_nulls(c.length_mm, c.width_mm, c.height_mm) = 0 then array[c.length_mm, c.width_mm, c.height_mm]
        when num_nulls(k.length_mm, k.width_mm, k.height_mm) = 0 then array[k.length_mm, k.width_mm, k.height_mm] end as "sizeMm",
      d.hs_code as "hsCode", d.origin_country as "originCountry", d.description,
      case when d.currency = n.currency then d.value_minor end as "valueMinor"
    from line_items n
    left join listing_contents c on c.seller_id = ${sellerId} and c.listing_id = n.listing_id
    left join products p on p.id = n.product_id
    left join lateral (
      select * from packages k where k.seller_id = ${sellerId} and (k.is_default or k.id = c.package_id)
      order by k.is_default limit 1
    ) k on true
    left join customs_details d on d.seller_id = ${sellerId} and d.sku = n.sku
    left join lateral (
      select sum(u.quantity) as units from label_lines u
      join labels l on l.seller_id = ${sellerId} and l.id = u.label_id and l.case_id is null
        and l.state = any (${[...liveStates]})
      where u.seller_id = ${sellerId} and u.line_item_id = n.id
        and not exists (select from shipments s where s.seller_id = ${sellerId} and s.parcel_key = l.label_key)
    ) b on true
    where n.seller_id = ${sellerId} and n.order_id = any (${[...orderIds]})
    order by n.order_id, n.position`.execute(db)
  return rows
}

/** The units in the parcel of a label, by position of their line. */
export async function readContents(
  db: SellerDb,
  { seller_id: sellerId, id }: Pick<Row<'labels'>, 'seller_id' | 'id'>,
): Promise<ParcelUnits[]> {
  const { rows } = await sql<ParcelUnits>`
    select n.position as line, u.quantity as units
    from label_lines u join line_items n on n.seller_id = ${sellerId} and n.id = u.line_item_id
    where u.seller_id = ${sellerId} and u.label_id = ${id} order by n.position`.execute(db)
  return rows
}
