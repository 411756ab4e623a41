import { sql, type Transaction } from 'kysely'
import type { Schema } from '#db/schema.ts'
import type { OrderNumber } from '#features/core/order/order.ts'
import { day, hour } from '#lib/duration.ts'
import { cellsOf } from './catalogue.ts'
import { placedAtOf, readScene, sceneOf } from './scene.ts'

export interface StoryOrder {
  id: number
  number: OrderNumber
  placedAt: Date
  totalMinor: number
  /** Picture of its first item. */
  image: string | null
}

interface Finding {
  tx: Transaction<Schema>
  sellerId: number
  zone: string
  now: Date
  playedUntil: Date
}

interface Wanted {
  /** `scene | …`, or `order | status or situation | preferred prefix of the SKU`. */
  head: string
  /** When the story begins. */
  hoursAgo: number
  /** Orders of other stories: a conversation is on one of its own. */
  taken: ReadonlySet<number>
}

/** Orders that fit a story, best and newest first. */
export async function findOrders(finding: Finding, wanted: Wanted): Promise<StoryOrder[]> {
  const { tx, sellerId, now } = finding
  const scene = sceneOf([wanted.head])
  const [, situation = '', sku = ''] = cellsOf(wanted.head)
  const began = new Date(now.getTime() - wanted.hoursAgo * hour)
  const fits = scene === null ? situationOf(situation, began, wanted.taken) : sceneIs(finding, scene)
  const { rows } = await sql<StoryOrder>`
    select o.id, o.order_number as number, o.placed_at as "placedAt", o.total_minor as "totalMinor",
      coalesce(i.image_url, p.image_url) as image
    from orders o
    join line_items l on l.seller_id = ${sellerId} and l.order_id = o.id and l.position = 1
    left join listings i on i.seller_id = ${sellerId} and i.id = l.listing_id
    left join products p on p.id = l.product_id
    where o.seller_id = ${sellerId} and ${fits}
    order by starts_with(l.sku, ${sku}) desc, o.placed_at desc, o.id limit 20`.execute(tx)
  return rows
}

function sceneIs({ zone, now, playedUntil }: Finding, row: string) {
  const scene = readScene(row)
  const placedAt = new Date(placedAtOf(scene, zone, playedUntil).getTime() + now.getTime() - playedUntil.getTime())
  return sql`o.buyer_username = ${scene.buyer} and o.placed_at = ${placedAt}`
}

const has = (table: 'cases' | 'refunds' | 'cancellations' | 'disputes') =>
  sql`exists (select from ${sql.table(table)} x where x.seller_id = o.seller_id and x.order_id = o.id)`
const untroubled = sql`o.payment_status = 'PAID' and not ${has('cases')} and not ${has('refunds')}
  and not ${has('cancellations')} and not ${has('disputes')}`

/** A status that the order had when the story began, or what a case or dispute needs. */
function situationOf(situation: string, began: Date, taken: ReadonlySet<number>) {
  const before = (days: number) => new Date(began.getTime() - days * day)
  const arrived = sql`${untroubled} and o.line_count = 1 and o.delivered and o.delivered_at between ${before(25)} and ${began}`
  switch (situation) {
    case 'ARRIVED':
      return arrived
    case 'ARRIVED_IN_STOCK':
      return sql`${arrived} and i.state = 'ACTIVE' and i.quantity_available > 0`
    case 'MISSING':
      return sql`${untroubled} and o.line_count = 1 and o.delivered_at is null
        and o.fulfilment_status = 'FULFILLED' and o.estimated_delivery_max < ${began}`
    case 'PAID_AND_ARRIVED':
      return sql`${untroubled} and o.delivered and o.delivered_at < ${before(3)}`
    default:
      return sql`o.status = ${situation} and o.id <> all (${[...taken]}::bigint[])
        and case when o.status = 'DELIVERED' then coalesce(o.delivered_at, o.placed_at) else o.placed_at end < ${began}`
  }
}
