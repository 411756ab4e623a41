import { selectOfSeller } from '#db/select-of-seller.ts'
import { sql } from 'kysely'
import type { SellerDb } from '#db/client.ts'
import { firstRow } from '#db/one-row.ts'
import { isStockOfShop } from '#features/core/listing/stock-owner-db.server.ts'
import type { CaseNumber } from '#features/core/order/order-case.ts'
import type { OrderNumber } from '#features/core/order/order.ts'
import type { WrittenOrderEvent } from '#features/core/order/order-event.ts'
import { readOrderEvents } from '#features/core/order/order-events-db.server.ts'
import { areThere, readRestocked } from './case-restock-db.server.ts'
import { sendsBack, type RestockedUnits } from './case-restock.ts'
import { readCase, readCircumstances, type KeptCase, type KeptCircumstances } from './cases-db.server.ts'

export type CaseEvent = Extract<WrittenOrderEvent, { kind: 'CASE_STEP' }>

interface CaseContext {
  order_number: OrderNumber
  buyer_username: string
  placed_at: Date
  delivered_at: Date | null
  expected_at: Date | null
  parcel: string | null
  title: string
  sku: string | null
  /** Units of each part of the kits, as the order was made of them; null if it is none. */
  parts: string | null
  category: string | null
  image_url: string | null
  return_days: number | null
  /** Units of the listing sold, including this case's, and returned in other cases. */
  sold: number
  sent_back: number
  /** Orders of the buyer, including this one. */
  orders: number
  first_order_at: Date
  cases: number
  positive: number
}

export interface CaseDetails extends KeptCase {
  events: CaseEvent[]
  photos: { hash: string; alt: string }[]
  circumstances: KeptCircumstances
  context: CaseContext
  /** Null if no returned unit is back in stock; `isThere` unless they were sold since. */
  restocked: (RestockedUnits & { isThere: boolean }) | null
  /** Whether the marketplace's shop counts the stock. */
  isStockOfShop: boolean
}

export async function loadCase(
  db: SellerDb,
  { sellerId, number }: { sellerId: number; number: CaseNumber },
): Promise<CaseDetails | null> {
  const found = await readCase(db, sellerId, number)
  if (!found) return null
  const { row } = found
  const events = await readOrderEvents(db, sellerId, row.order_id)
  const restocked = await readRestocked(db, row)
  return {
    ...found,
    events: events.filter((event): event is CaseEvent => event.kind === 'CASE_STEP' && event.subject === number),
    photos: await readPhotos(db, sellerId, row.id),
    circumstances: await readCircumstances(db, found),
    context: await readContext(db, found),
    restocked: restocked && { ...restocked, isThere: await areThere(db, found, restocked.units) },
    isStockOfShop: await isStockOfShop(db, sellerId, found.line.listingId),
  }
}

function readPhotos(db: SellerDb, sellerId: number, caseId: number) {
  return selectOfSeller(db, 'case_photos', sellerId)
    .select(['hash', 'alt'])
    .where('case_id', '=', caseId)
    .orderBy('position')
    .execute()
}

async function readContext(db: SellerDb, { row, line }: KeptCase): Promise<CaseContext> {
  const { seller_id: seller } = row
  const found = await sql<CaseContext>`
    select o.order_number, o.buyer_username, o.placed_at, o.delivered_at, o.estimated_delivery_max as expected_at,
      l.title, l.sku, i.category, coalesce(i.image_url, p.image_url) as image_url,
      (select string_agg(concat_ws(' ', s.carrier, s.tracking_number), ', ' order by s.id)
        from shipments s join shipment_lines c on c.seller_id = ${seller} and c.shipment_id = s.id
        where s.seller_id = ${seller} and c.line_item_id = l.id) as parcel,
      (select string_agg(k.units * ${row.units}::integer || ' × ' || k.sku, ', ' order by k.nth)
        from line_parts k where k.seller_id = ${seller} and k.line_item_id = l.id) as parts,
      (select t.days from listing_policies u
        join seller_policies t on t.seller_id = ${seller} and t.kind = u.kind and t.id = u.policy_id
        where u.seller_id = ${seller} and u.listing_id = ${line.listingId} and u.kind = 'RETURN') as return_days,
      (select coalesce(sum(quantity - cancelled_quantity), 0)::integer from line_items
        where seller_id = ${seller} and listing_id = ${line.listingId}) as sold,
      (select coalesce(sum(c.units), 0)::integer from cases c
        join line_items a on a.seller_id = ${seller} and a.id = c.line_item_id
        where c.seller_id = ${seller} and c.kind = 'RETURN' and c.id <> ${row.id} and a.listing_id = ${line.listingId}
          and exists (select from order_events e
            where e.seller_id = ${seller} and e.order_id = c.order_id and e.kind = 'CASE_STEP' and e.subject = c.case_number
              and e.after ->> 'step' = any (${[...sendsBack]}))) as sent_back,
      (select count(*)::integer from orders where seller_id = ${seller} and buyer_username = o.buyer_username) as orders,
      (select min(placed_at) from orders where seller_id = ${seller} and buyer_username = o.buyer_username) as first_order_at,
      (select count(*)::integer from cases c join orders b on b.seller_id = ${seller} and b.id = c.order_id
        where c.seller_id = ${seller} and b.buyer_username = o.buyer_username) as cases,
      (select count(*)::integer from feedback f
        where f.seller_id = ${seller} and f.buyer_username = o.buyer_username and f.rating = 'POSITIVE') as positive
    from orders o
    join line_items l on l.seller_id = ${seller} and l.id = ${row.line_item_id}
    left join listings i on i.seller_id = ${seller} and i.id = l.listing_id
    left join products p on p.id = l.product_id
    where o.seller_id = ${seller} and o.id = ${row.order_id}`.execute(db)
  return firstRow(found)
}
