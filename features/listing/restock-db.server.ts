import { sql } from 'kysely'
import type { SellerDb } from '#db/client.ts'
import type { Row } from '#db/schema.ts'
import { factsOf, listingStep } from './listing-states.ts'

/** What is read of a listing, and written. */
type Listing = Pick<
  Row<'listings'>,
  'id' | 'state' | 'format' | 'quantity_available' | 'starts_at' | 'ends_at' | 'out_of_stock_since'
>

interface Restocking {
  sellerId: number
  /** What was sold and is not. Of a listing that the marketplace has forgotten there is nothing to put back. */
  lines: readonly Pick<Row<'line_items'>, 'listing_id' | 'sku' | 'quantity'>[]
  now: Date
}

/**
 * Puts back into the stock what was sold and stays here. A listing that had run out is on sale again; one that has ended stays
 * so: putting it up again is the seller's to decide.
 */
export async function restock(db: SellerDb, { sellerId, lines, now }: Restocking): Promise<void> {
  const back = lines.filter((line) => line.listing_id !== null)
  const ids = [...new Set(back.map((line) => line.listing_id!))]
  // By id, so that two never wait for each other in a ring.
  const { rows } = await sql<Listing>`
    select id, state, format, quantity_available, starts_at, ends_at, out_of_stock_since from listings
    where seller_id = ${sellerId} and id = any (${ids}::bigint[]) and state not in ('DRAFT', 'ENDED') order by id for update`.execute(
    db,
  )
  if (rows.length === 0) return
  const isHere = new Set(rows.map(({ id }) => id))
  const returned = back.filter((line) => isHere.has(line.listing_id!))
  const restocked = rows.map((row) => {
    const own = returned.filter((line) => line.listing_id === row.id)
    return withMore(
      row,
      own.reduce((sum, { quantity }) => sum + quantity, 0),
      now,
    )
  })
  await sql`
    update listings l set state = n.state, out_of_stock_since = n.out_of_stock_since, quantity_available = n.quantity_available,
      quantity_sold = greatest(0, l.quantity_sold - (n.quantity_available - l.quantity_available)), version = l.version + 1
    from json_populate_recordset(null::listings, ${JSON.stringify(restocked)}::json) n
    where l.seller_id = ${sellerId} and l.id = n.id`.execute(db)
  // Of a listing with variations the one that was sold, by its SKU.
  await sql`
    update listing_variations v set quantity = least(1000000, v.quantity + back.units)
    from (
      select listing_id, sku, sum(quantity)::integer as units
      from unnest(${returned.map((line) => line.listing_id)}::bigint[], ${returned.map(({ sku }) => sku)}::text[],
        ${returned.map(({ quantity }) => quantity)}::integer[]) line (listing_id, sku, quantity)
      group by listing_id, sku
    ) back
    where v.seller_id = ${sellerId} and v.listing_id = back.listing_id and v.sku = back.sku`.execute(db)
}

function withMore(row: Listing, units: number, now: Date): Listing {
  const changed = { ...row, quantity_available: row.quantity_available + units }
  const step = listingStep(row.state, 'restock', factsOf(changed, now))
  // What is scheduled stays where it is.
  return step.ok ? { ...changed, state: step.next, out_of_stock_since: null } : changed
}
