import type { SellerDb } from '#db/client.ts'
import { nameStockCause } from '#features/core/listing/stock-cause-db.server.ts'
import { readListing } from '#features/selling/listing-form/form/content-db.server.ts'
import { editListing, editVariations, type RowEditOutcome } from '#features/selling/listings/listing-edits-db.server.ts'
import type { InventoryItem } from './inventory-rows.ts'
import { ruleViolation } from './refusals.ts'
import { SellError } from './sell-error.ts'
import type { SellCall } from './sell-route.ts'
import { assertDefined } from '#lib/assert-defined.ts'

export interface Change {
  priceMinor?: number
  quantity?: number
}

/** Changes price or quantity of an active listing; throws an error for the tool if that is impossible. */
export async function storeOffer(
  { hub, seller }: SellCall,
  db: SellerDb,
  { item_number: itemNumber, version, position }: InventoryItem,
  wanted: Change,
): Promise<void> {
  const edit = { sellerId: seller.id, itemNumber, version, now: hub.now() }
  await nameStockCause(db, { kind: 'API' })
  const outcome =
    position === null
      ? await editListing(db, { ...edit, read: () => wanted })
      : await editVariations(db, { ...edit, rows: await rowsWith(db, seller.id, { itemNumber, position, wanted }) })
  if (!outcome.ok) throw refusalOf(outcome)
}

async function rowsWith(
  db: SellerDb,
  sellerId: number,
  { itemNumber, position, wanted }: { itemNumber: string; position: number; wanted: Change },
) {
  const { content } = assertDefined(
    await readListing(db, sellerId, itemNumber),
    'its offer was read in this transaction',
  )
  return content.variations.map((variation, index) => ({
    priceMinor: variation.priceMinor ?? 0,
    quantity: variation.quantity ?? 0,
    ...(index + 1 === position && wanted),
  }))
}

function refusalOf(outcome: RowEditOutcome & { ok: false }): SellError {
  switch (outcome.reason) {
    case 'stale':
      return new SellError(25025)
    case 'broken-rule':
      return ruleViolation({ field: 'offer', problem: outcome.problem })
    case 'not-found':
    case 'not-here':
    case 'unreadable':
    case 'has-variations':
      return new SellError(25713)
  }
}
