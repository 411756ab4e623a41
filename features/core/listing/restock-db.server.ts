import { updateOfSeller } from '#db/change-of-seller.ts'
import { selectOfSeller } from '#db/select-of-seller.ts'
import { sql, type RawBuilder } from 'kysely'
import type { SellerDb } from '#db/client.ts'
import type { Row } from '#db/schema.ts'
import { factsOf, listingStep } from './listing-states.ts'
import { splitKits, withParts, type KitLine } from './kit-lines-db.server.ts'
import { lockStock } from './lock-stock-db.server.ts'
import { soldVariation } from './sold-variation.ts'

type Listing = Pick<
  Row<'listings'>,
  | 'id'
  | 'state'
  | 'format'
  | 'quantity_available'
  | 'on_hand'
  | 'reserved'
  | 'buffer'
  | 'quantity_sold'
  | 'starts_at'
  | 'ends_at'
  | 'out_of_stock_since'
>

const columns = sql`id, state, format, quantity_available, on_hand, reserved, buffer, quantity_sold, starts_at, ends_at, out_of_stock_since`

interface Restocking {
  sellerId: number
  /** Cancelled or returned lines. Lines of deleted listings are skipped. */
  lines: readonly (SoldLine & Pick<Row<'line_items'>, 'holds_stock'>)[]
  now: Date
}

/**
 * Returns units to stock. A sold-out listing goes on sale again; an ended one stays ended, because relisting is the
 * seller's decision. The database releases reservations itself (0027-stock), variations are updated here.
 */
export async function restock(db: SellerDb, { sellerId, lines: all, now }: Restocking): Promise<void> {
  const { lines, kits } = await splitKits(
    db,
    sellerId,
    all.filter(({ quantity }) => quantity > 0),
  )
  const ids = listingsOf(lines)
  // A fixed lock order by id prevents deadlocks.
  await lockStock(db, sellerId, [...ids, ...listingsOf(kits)])
  await countUnsold(db, sellerId, kits)
  const { rows } = await sql<Listing>`
    select ${columns} from listings
    where seller_id = ${sellerId} and id = any (${ids}::bigint[]) and state not in ('DRAFT', 'ENDED') order by id for update`.execute(
    db,
  )
  const isHere = new Set(rows.map(({ id }) => id))
  const returned = lines.filter((line) => line.listing_id !== null && (line.holds_stock || isHere.has(line.listing_id)))
  if (returned.length === 0) return
  const restocked = rows.map((row) => {
    const own = returned.filter((line) => line.listing_id === row.id)
    const units = (some: typeof own) => some.reduce((sum, { quantity }) => sum + quantity, 0)
    const more = withMore(row, units(own.filter((line) => !line.holds_stock)), now)
    return { ...more, quantity_sold: Math.max(0, row.quantity_sold - units(own.filter((line) => !line.isPart))) }
  })
  await addingUnits(
    db,
    sql`
    update listings l set state = n.state, out_of_stock_since = n.out_of_stock_since, on_hand = n.on_hand,
      quantity_sold = n.quantity_sold, version = l.version + 1
    from json_populate_recordset(null::listings, ${JSON.stringify(restocked)}::json) n
    where l.seller_id = ${sellerId} and l.id = n.id`,
  )
  await addToVariations(db, sellerId, returned)
}

/** Runs an update of listings whose changes add up where several of them share one stock (`share_stock`). */
async function addingUnits(db: SellerDb, update: RawBuilder<unknown>): Promise<void> {
  await sql`set local hub.adds_units = 'on'`.execute(db)
  await update.execute(db)
  await sql`set local hub.adds_units = ''`.execute(db)
}

type SoldLine = KitLine & Pick<Row<'line_items'>, 'listing_id' | 'sku' | 'variation' | 'quantity'>

/** Takes units of kits back from what was sold of them; what is left of them follows from their parts. */
async function countUnsold(db: SellerDb, sellerId: number, kits: readonly SoldLine[]): Promise<void> {
  if (kits.length === 0) return
  await sql`
    update listings l set quantity_sold = greatest(0, l.quantity_sold - n.units), version = l.version + 1
    from (
      select k.id, sum(k.units)::integer as units
      from unnest(${kits.map((each) => each.listing_id)}::bigint[], ${kits.map((each) => each.quantity)}::integer[]) k (id, units)
      group by k.id
    ) n
    where l.seller_id = ${sellerId} and l.id = n.id`.execute(db)
}

const listingsOf = (lines: readonly Pick<SoldLine, 'listing_id'>[]) => [
  ...new Set(lines.flatMap((line) => line.listing_id ?? [])),
]

const readVariations = (db: SellerDb, sellerId: number, listingIds: readonly number[]) =>
  selectOfSeller(db, 'listing_variations', sellerId)
    .select(['listing_id', 'position', 'sku', 'axis_values as values', 'quantity'])
    .where('listing_id', 'in', listingIds)
    .execute()

/** Adds units of lines to their variations, unless the shop counts them; negative quantities subtract. */
async function addToVariations(db: SellerDb, sellerId: number, lines: readonly SoldLine[]): Promise<void> {
  const variations = await readVariations(db, sellerId, listingsOf(lines))
  const moved = lines.flatMap((line) => {
    const own = variations.filter((each) => each.listing_id === line.listing_id)
    const variation = soldVariation(own, line)
    return variation ? [{ listing: variation.listing_id, position: variation.position, units: line.quantity }] : []
  })
  if (moved.length === 0) return
  await sql`
    update listing_variations v set quantity = greatest(0, least(1000000, v.quantity + moved.units))
    from (
      select listing, position, sum(units)::integer as units
      from json_to_recordset(${JSON.stringify(moved)}::json) each (listing bigint, position smallint, units integer)
      group by listing, position
    ) moved
    where v.seller_id = ${sellerId} and v.listing_id = moved.listing and v.position = moved.position
      and not exists (select from listings where seller_id = ${sellerId} and id = moved.listing and shop_counts)`.execute(
    db,
  )
}

/**
 * Removes reserved units of a cancelled line from stock on hand, if they were missing. Available units may be fewer
 * because of the buffer.
 */
export async function writeOff(db: SellerDb, { sellerId, lines }: Omit<Restocking, 'now'>): Promise<void> {
  const held = await withParts(
    db,
    sellerId,
    lines.filter((line) => line.holds_stock && line.quantity > 0),
  )
  const ids = listingsOf(held)
  if (ids.length === 0) return
  const gone = ids.map((id) =>
    held.filter((line) => line.listing_id === id).reduce((sum, { quantity }) => sum + quantity, 0),
  )
  await addingUnits(
    db,
    sql`
    update listings l set on_hand = greatest(l.reserved, l.on_hand - gone.units), version = l.version + 1
    from unnest(${ids}::bigint[], ${gone}::integer[]) gone (id, units)
    where l.seller_id = ${sellerId} and l.id = gone.id`,
  ) // What was released of a variation is available, other than of a sold one.
  const parts = held.filter(({ isPart }) => isPart).map((line) => ({ ...line, quantity: -line.quantity }))
  if (parts.length > 0) await addToVariations(db, sellerId, parts)
}

/** Recalculates availability: on hand minus reserved and buffer. Must agree with `keep_stock` in the database. */
function withOnHand(row: Listing, onHand: number): Listing {
  return { ...row, on_hand: onHand, quantity_available: Math.max(0, onHand - row.reserved - row.buffer) }
}

function withMore(row: Listing, units: number, now: Date): Listing {
  const changed = withOnHand(row, row.on_hand + units)
  const step = listingStep(row.state, 'restock', factsOf(changed, now))
  // Scheduled listings keep their state.
  return step.ok ? { ...changed, state: step.next, out_of_stock_since: null } : changed
}

interface Taking {
  sellerId: number
  line: SoldLine
  now: Date
}

/**
 * Deducts units shipped without a sale, such as replacements, as far as available. A listing without units left is out
 * of stock; an auction has sold its only item. `countsAsSold` takes back that `restock` deducted them from what was sold.
 */
export async function takeFromStock(
  db: SellerDb,
  { sellerId, line, now, countsAsSold = false }: Taking & { countsAsSold?: boolean },
): Promise<void> {
  const { lines, kits } = await splitKits(db, sellerId, [{ ...line, holds_stock: false }])
  await lockStock(db, sellerId, listingsOf([...lines, ...kits]))
  if (countsAsSold)
    await countUnsold(
      db,
      sellerId,
      kits.map((kit) => ({ ...kit, quantity: -kit.quantity })),
    )
  for (const each of lines)
    await takeUnits(db, { sellerId, line: each, now, countsAsSold: countsAsSold && kits.length === 0 })
}

async function takeUnits(
  db: SellerDb,
  { sellerId, line, now, countsAsSold }: Taking & { countsAsSold: boolean },
): Promise<void> {
  const { listing_id: listingId } = line
  if (listingId === null) return
  const variation = soldVariation(await readVariations(db, sellerId, [listingId]), line)
  const units = Math.min(line.quantity, variation?.quantity ?? Infinity)
  const { rows } = await sql<Listing>`
    select ${columns} from listings
    where seller_id = ${sellerId} and id = ${listingId} and state not in ('DRAFT', 'ENDED')
      and format <> 'AUCTION' for update`.execute(db)
  const [row] = rows
  if (!row) return
  const less = withOnHand(row, Math.max(row.reserved, row.on_hand - units))
  const step = less.quantity_available === 0 ? listingStep(row.state, 'sellOut', factsOf(less, now)) : null
  const state = step?.ok ? step.next : row.state
  await updateOfSeller(db, 'listings', sellerId)
    .set((build) => ({
      state,
      on_hand: less.on_hand,
      quantity_sold: build('quantity_sold', '+', countsAsSold ? units : 0),
      out_of_stock_since: state === 'OUT_OF_STOCK' ? (row.out_of_stock_since ?? now) : row.out_of_stock_since,
      version: build('version', '+', 1),
    }))
    .where('id', '=', row.id)
    .execute()
  await addToVariations(db, sellerId, [{ ...line, quantity: -units }])
}

/** Takes restocked units out of stock again; false if they are not there any more. */
export async function undoRestocked(db: SellerDb, taking: Taking): Promise<boolean> {
  const { sellerId, line } = taking
  await lockStock(db, sellerId, listingsOf(await withParts(db, sellerId, [line])))
  if (!(await hasUnits(db, sellerId, line))) return false
  await takeFromStock(db, { ...taking, countsAsSold: true })
  return true
}

/** Whether restocked units of a line can be taken out again. Nothing is taken from a listing that has ended. */
export async function hasUnits(db: SellerDb, sellerId: number, line: SoldLine): Promise<boolean> {
  for (const each of await withParts(db, sellerId, [line])) if (!(await hasUnitsOf(db, sellerId, each))) return false
  return true
}

async function hasUnitsOf(
  db: SellerDb,
  sellerId: number,
  { listing_id: listingId, quantity: units, ...sold }: SoldLine,
): Promise<boolean> {
  if (listingId === null) return true
  const listing = await selectOfSeller(db, 'listings', sellerId)
    .select(['on_hand', 'reserved'])
    .where('id', '=', listingId)
    .where('state', 'not in', ['DRAFT', 'ENDED'])
    .where('format', '<>', 'AUCTION')
    .executeTakeFirst()
  if (!listing) return true
  const variations = await readVariations(db, sellerId, [listingId])
  const variation = soldVariation(variations, sold)
  return listing.on_hand - listing.reserved >= units && (variation === null || variation.quantity >= units)
}
