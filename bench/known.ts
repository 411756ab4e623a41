import { sql } from 'kysely'
import type { Database } from '#db/client.ts'
import { day } from '#lib/duration.ts'

export interface Known {
  sellerId: number
  memberId: string
  orders: number
  /** Number of the seller's active, out-of-stock and on-hold listings. */
  activeListings: number
  stockItems: number
  /** Five orders: delivered, to be shipped, with many lines, refunded, cancelled. */
  orderNumbers: string[]
  buyer: string
  /** A model code in few of the seller's titles. */
  rareWord: string
  itemNumber: string
  sku: string
  tracking: string
  /** A title that matches no product exactly. */
  likeTitle: string
  /** EPIDs: the best-selling product overall, and one of the seller's latest sale. */
  epids: { hottest: string; usual: string }
  day: (ago: number) => string
}

export const measuredSeller = 1
export const measuredMember = { id: 'bench-owner', email: 'owner@bench.example' }
/** The owner of the second largest seller. */
export const neighbourEmail = 'neighbour@bench.example'

type Found = Omit<Known, 'sellerId' | 'memberId' | 'day' | 'orderNumbers' | 'epids'> & {
  numbers: string[]
  hottest: string
  usual: string
}

/** Reads the names and ids; the same each time, even after other suites added orders. */
export async function readKnown(db: Database, now: Date): Promise<Known> {
  const { rows } = await sql<Found>`
    select (select sum(orders)::bigint from order_counts where seller_id = ${measuredSeller}) as orders,
      (select count(*) from listings where seller_id = ${measuredSeller} and tab = 'active') as "activeListings",
      (select count(*) from stock_items where seller_id = ${measuredSeller} and is_stocked) as "stockItems",
      array[${one('order_number', `status = 'DELIVERED'`)}, ${one('order_number', `status = 'AWAITING_SHIPMENT'`)},
        ${one('order_number', `line_count = 5`)}, ${one('order_number', `status = 'REFUNDED'`)}, ${one('order_number', `status = 'CANCELLED'`)}] as numbers,
      (select buyer_username from orders where seller_id = ${measuredSeller} and buyer_username !~ '^(bench|open)-'
        group by 1 order by count(*) desc, 1 limit 1) as buyer,
      (select (regexp_match(title, ' (M[0-9a-f]{5})( |$)'))[1] from listings where seller_id = ${measuredSeller} and title ~ ' M[0-9a-f]{5}( |$)' order by id offset 40 limit 1) as "rareWord",
      (select item_number from listings where seller_id = ${measuredSeller} order by id offset 90 limit 1) as "itemNumber",
      (select sku from listings where seller_id = ${measuredSeller} order by id offset 120 limit 1) as sku,
      (select title || ' boxed' from listings where seller_id = ${measuredSeller} order by id offset 150 limit 1) as "likeTitle",
      (select epid from products where id = (select product_id from line_items group by 1 order by count(*) desc, 1 limit 1)) as hottest,
      (select epid from products where id = (select product_id from line_items
        where seller_id = ${measuredSeller} and product_id is not null order by id desc limit 1)) as usual,
      (select tracking_number from shipments where seller_id = ${measuredSeller} order by id offset 1000 limit 1) as tracking`.execute(
    db.owner,
  )
  const { numbers, hottest, usual, ...known } = rows[0]!
  return {
    ...known,
    sellerId: measuredSeller,
    memberId: measuredMember.id,
    epids: { hottest, usual },
    orderNumbers: numbers.filter((number) => number !== null),
    day: (ago) => new Date(now.getTime() - ago * day).toISOString().slice(0, 10),
  }
}

const one = (column: string, where: string) =>
  sql.raw(
    `(select ${column} from orders where seller_id = ${measuredSeller} and ${where} order by id desc offset 3 limit 1)`,
  )
