import type { Transaction } from 'kysely'
import type { Schema } from '#db/schema.ts'
import { makePurchase, readPurchase, storePurchase } from '#features/selling/purchases/purchases-db.server.ts'
import { saveSupplier, saveSupplierSkus } from '#features/selling/purchases/suppliers-db.server.ts'
import { reckonAdvice } from '#features/selling/reorder/reckon-advice-db.server.ts'
import { historyDays } from '#features/selling/reorder/reorder-facts.ts'
import { writeSkuDays } from '#features/selling/reorder/sku-days-db.server.ts'
import { assertDefined } from '#lib/assert-defined.ts'
import { day } from '#lib/duration.ts'
import { addDays, dateAt } from '#lib/zoned-time.ts'
import type { History } from './history.ts'
import { demoOwner } from './members.ts'

const suppliers = [
  {
    id: '0d3e00000001',
    name: 'Brightline Wholesale',
    email: 'orders@brightline.example',
    lead_days: 10,
    note: 'Orders until noon leave the same day.',
  },
  { id: '0d3e00000002', name: 'Kontor Weber', email: 'einkauf@kontor-weber.example', lead_days: 21, note: null },
] as const

/** What suppliers take of the price, and the SKUs of the order that is on its way. */
const [share, mostOrdered] = [0.5, 5]

/**
 * Adds suppliers of restocked wares, an order that is on its way, and advice, so that each page is seen at once. Returns
 * the number of rows.
 */
export async function writeSuppliers(
  tx: Transaction<Schema>,
  { sellerId, history, now }: { sellerId: number; history: History; now: Date },
): Promise<number> {
  const { currency } = history.seller
  const wares = history.stock.offers.filter(({ ware, sku, forgotten }) => ware.repeats && sku && !forgotten)
  const midnight = new Date(`${dateAt(now, 'UTC')}T00:00:00Z`).getTime()
  await writeSkuDays(tx, {
    sellerId,
    days: Array.from({ length: historyDays }, (_, ago) => new Date(midnight - ago * day)),
  })
  for (const [nth, supplier] of suppliers.entries()) {
    await saveSupplier(tx, { sellerId, supplier: { ...supplier, currency }, isNew: true, now })
    const offered = wares
      .filter(({ index }) => index % 7 !== 0 && index % 2 === nth)
      .map(({ sku, index, ware }) => ({
        sku,
        code: `${supplier.name.slice(0, 2).toUpperCase()}-${1000 + index}`,
        price_minor: Math.round(ware.priceMinor * share),
        least_units: index % 3 === 0 ? 10 : 1,
        pack_units: index % 4 === 0 ? 6 : 1,
      }))
    await saveSupplierSkus(tx, { sellerId, supplier: supplier.id, offered })
  }
  const skus = [...new Set(wares.map(({ sku }) => sku))]
  await reckonAdvice(tx, { sellerId, skus, now })
  const [first] = suppliers
  const bought = wares.filter(({ index }) => index % 7 !== 0 && index % 2 === 0).slice(0, mostOrdered)
  const madeAt = new Date(now.getTime() - 6 * day)
  const number = assertDefined(
    await makePurchase(tx, {
      sellerId,
      key: '0d3e000000000001',
      supplierId: first.id,
      wanted: bought.map(({ sku }) => ({ sku, units: 12 })),
      by: demoOwner.name,
      now: madeAt,
    }),
    'the supplier was added',
  )
  const purchase = assertDefined(await readPurchase(tx, { sellerId, number }), 'it was made')
  const expected = addDays(dateAt(now, 'UTC'), 4)
  const change = { state: 'ORDERED', ordered_at: madeAt, expected_on: expected, freight_minor: 1490 } as const
  await storePurchase(tx, { sellerId, purchase, change })
  await reckonAdvice(tx, { sellerId, skus, now })
  return suppliers.length + 1 + bought.length
}
