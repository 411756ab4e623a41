import { anyListing, updateRows, addRows, addRow } from '#db/testing-row.ts'
import type { Database } from '#db/client.ts'
import type { NewRow } from '#db/schema.ts'
import { addOrderToShip } from '#features/shipping/fulfilment/testing.ts'

/** Adds a listing of four films with this SKU, on sale since June. */
export async function addStocked(
  db: Database,
  seller_id: number,
  sku: string | null,
  change: Partial<NewRow<'listings'>> = {},
): Promise<number> {
  const { id } = await addRow(db.owner, 'listings', {
    seller_id,
    title: `Film ${sku}`,
    sku,
    ...anyListing,
    category: 'Film',
    price_minor: 500,
    quantity_available: 4,
    starts_at: new Date('2026-06-01T08:00:00Z'),
    ...change,
  })
  return id
}

/** Adds variations with these SKUs and quantities; each is named by its SKU in small letters. */
export async function addVariations(
  db: Database,
  own: { seller_id: number; listing_id: number },
  quantities: Record<string, number>,
): Promise<void> {
  await addRows(
    db.owner,
    'listing_variations',
    Object.entries(quantities).map(([sku, quantity], index) => ({
      ...own,
      position: index + 1,
      axis_values: [sku.toLowerCase()],
      sku,
      price_minor: 500,
      quantity,
    })),
  )
}

/** Adds an order that holds items of a listing, or of its variation with this SKU. Returns its number. */
export async function addHeld(
  db: Database,
  own: { seller_id: number; listing_id: number },
  { quantity, sku = null, placedAt }: { quantity: number; sku?: string | null; placedAt?: Date },
): Promise<string> {
  const { id, number } = await addOrderToShip(db, own.seller_id, [quantity], placedAt ? { placedAt } : {})
  await updateRows(
    db.owner,
    'line_items',
    { seller_id: own.seller_id, order_id: id },
    { listing_id: own.listing_id, sku, variation: sku?.toLowerCase() ?? null, holds_stock: true },
  )
  return number
}
