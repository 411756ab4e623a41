import { randomBytes } from 'node:crypto'
import type { Database } from '#db/client.ts'
import { addRow } from '#db/testing-row.ts'
import { makePurchase, readPurchase, storePurchase } from './purchases-db.server.ts'
import { assertDefined } from '#lib/assert-defined.ts'
import type { PurchaseNumber } from './purchase.ts'
import { saveSupplierSkus } from './suppliers-db.server.ts'

const now = new Date('2026-11-20T09:00:00Z')

export interface OrderedSku {
  sku: string
  units: number
  /** Minor units of the supplier's currency. */
  price: number
}

/** Adds a supplier that delivers in 14 days. Returns its id. */
export async function addSupplier(
  db: Database,
  seller_id: number,
  change: { currency?: string; name?: string } = {},
): Promise<string> {
  const supplier = {
    seller_id,
    id: randomBytes(6).toString('hex'),
    name: 'Film & Co',
    email: 'orders@film.example',
    currency: 'GBP',
    lead_days: 14,
  }
  await addRow(db.owner, 'suppliers', { ...supplier, ...change })
  return supplier.id
}

/** Adds an order of SKUs that the seller has, with prices of its supplier. */
export async function addPurchase(
  db: Database,
  seller_id: number,
  {
    supplier,
    skus,
    freight = 0,
    state = 'ORDERED',
  }: { supplier: string; skus: readonly OrderedSku[]; freight?: number; state?: 'DRAFT' | 'ORDERED' },
): Promise<{ id: number; number: PurchaseNumber }> {
  return db.asSeller(seller_id, 'write', async (own) => {
    const offered = skus.map(({ sku, price }) => ({
      sku,
      code: null,
      price_minor: price,
      least_units: 1,
      pack_units: 1,
    }))
    await saveSupplierSkus(own, { sellerId: seller_id, supplier, offered })
    const key = randomBytes(8).toString('hex')
    const made = await makePurchase(own, {
      sellerId: seller_id,
      key,
      supplierId: supplier,
      wanted: skus,
      by: 'Ann',
      now,
    })
    const number = assertDefined(made, 'the supplier exists')
    const purchase = assertDefined(await readPurchase(own, { sellerId: seller_id, number }), 'it was made')
    const change = state === 'DRAFT' ? {} : { state, ordered_at: now }
    await storePurchase(own, { sellerId: seller_id, purchase, change: { ...change, freight_minor: freight } })
    return { id: purchase.id, number }
  })
}
