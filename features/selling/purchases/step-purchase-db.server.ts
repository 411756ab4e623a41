import type { SellerDb } from '#db/client.ts'
import type { Row } from '#db/schema.ts'
import { selectOfSeller } from '#db/select-of-seller.ts'
import { takeStep } from '#lib/state-table.ts'
import { addDays, dateAt } from '#lib/zoned-time.ts'
import { purchaseTable, type PurchaseEvent, type PurchaseRefusal } from './purchase.ts'
import {
  factsOfPurchase,
  readPurchaseLines,
  storePurchase,
  type PurchaseChange,
  type PurchaseRow,
} from './purchases-db.server.ts'
import { settlePurchase } from './settle-purchase-db.server.ts'

export interface ChangingPurchase {
  /** Of the shop. */
  seller: { id: number; currency: string; timeZone: string }
  /** A locked order. */
  purchase: PurchaseRow
  /** Terms that change. */
  change?: PurchaseChange
  /** The step to take; null changes only lines and terms. */
  event: Exclude<PurchaseEvent, 'receive'> | null
  /** SKUs that the order had before its lines changed. */
  gone?: readonly string[]
  by: string
  now: Date
}

/** Stores terms of an order and takes a step; costs and advice follow. Returns why the step is refused: nothing is stored. */
export async function stepPurchase(
  db: SellerDb,
  { seller, purchase, change = {}, event, gone, by, now }: ChangingPurchase,
): Promise<PurchaseRefusal | null> {
  const after = { ...purchase, ...change }
  const lines = await readPurchaseLines(db, seller.id, purchase.id)
  const facts = factsOfPurchase(after, lines, seller.currency)
  const step = event && takeStep(purchaseTable, { state: purchase.state, event, facts })
  if (step && !step.ok) return step.reason
  const ordered = async () => ({
    ordered_at: now,
    expected_on:
      after.expected_on ?? addDays(dateAt(now, seller.timeZone), await leadDays(db, seller.id, purchase.supplier_id)),
  })
  await storePurchase(db, {
    sellerId: seller.id,
    purchase,
    change: {
      ...change,
      ...(step ? { state: step.next } : {}),
      ...(step?.next === 'DRAFT' ? { ordered_at: null, mailed_at: null } : {}),
      ...(event === 'order' ? await ordered() : {}),
    },
  })
  await settlePurchase(db, {
    sellerId: seller.id,
    id: purchase.id,
    shopCurrency: seller.currency,
    ...(gone ? { gone } : {}),
    by,
    now,
  })
  return null
}

const leadDays = async (db: SellerDb, sellerId: number, supplier: Row<'suppliers'>['id']): Promise<number> =>
  (await selectOfSeller(db, 'suppliers', sellerId).select('lead_days').where('id', '=', supplier).executeTakeFirst())
    ?.lead_days ?? 0
