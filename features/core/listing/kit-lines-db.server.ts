import { selectOfSeller } from '#db/select-of-seller.ts'
import type { SellerDb } from '#db/client.ts'
import type { Row } from '#db/schema.ts'

/** A line of an order that may be of a kit; without `id` it is of none. */
export type KitLine = Partial<Pick<Row<'line_items'>, 'id'>>

type SoldLine = KitLine & Pick<Row<'line_items'>, 'listing_id' | 'sku' | 'variation' | 'quantity'>

/**
 * Splits lines into those whose units are in stock, with the parts of kits as they were sold, and the kits themselves.
 * Parts hold no sale of their own: `isPart`. Reserved units of parts follow their lines in the database, so that parts
 * are left out of lines that hold stock.
 */
export async function splitKits<L extends SoldLine & { holds_stock?: boolean }>(
  db: SellerDb,
  sellerId: number,
  lines: readonly L[],
): Promise<{ lines: (L & { isPart?: true })[]; kits: L[] }> {
  const parts = await readParts(db, sellerId, lines)
  const isKit = ({ id }: L) => id !== undefined && parts.has(id)
  const returned = lines.filter((line) => !isKit(line) || !line.holds_stock)
  return { lines: returned.flatMap((line) => partsOf(line, parts)), kits: lines.filter(isKit) }
}

/** The lines, with the parts of kits instead of these. */
export async function withParts<L extends SoldLine>(
  db: SellerDb,
  sellerId: number,
  lines: readonly L[],
): Promise<(L & { isPart?: true })[]> {
  const parts = await readParts(db, sellerId, lines)
  return lines.flatMap((line) => partsOf(line, parts))
}

type Parts = Map<number, Pick<Row<'line_parts'>, 'sku' | 'units' | 'listing_id' | 'variation'>[]>

function partsOf<L extends SoldLine>(line: L, parts: Parts): (L & { isPart?: true })[] {
  const own = line.id === undefined ? undefined : parts.get(line.id)
  if (!own) return [line]
  return own.map(({ units, ...part }) => ({ ...line, ...part, quantity: line.quantity * units, isPart: true as const }))
}

async function readParts(db: SellerDb, sellerId: number, lines: readonly KitLine[]): Promise<Parts> {
  const ids = lines.flatMap(({ id }) => id ?? [])
  if (ids.length === 0) return new Map()
  const rows = await selectOfSeller(db, 'line_parts', sellerId)
    .select(['line_item_id', 'sku', 'units', 'listing_id', 'variation'])
    .where('line_item_id', 'in', ids)
    .orderBy('nth')
    .execute()
  return Map.groupBy(rows, (row) => row.line_item_id)
}
