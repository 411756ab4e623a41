import { sql } from 'kysely'
import type { SellerDb } from '#db/client.ts'
import { selectOfSeller } from '#db/select-of-seller.ts'
import { enterCosts, removeCosts, type EnteredCost } from '#features/core/costs/enter-costs-db.server.ts'
import { groupBy } from '#lib/group-by.ts'
import { reckonAdvice } from '#features/selling/reorder/reckon-advice-db.server.ts'
import { landedCosts, wholeUnitCosts } from './landed-cost.ts'
import { readPurchase, readPurchaseLines } from './purchases-db.server.ts'

interface ReceiptLine {
  receipt: string
  position: number
  units: number
  at: Date
}

/** Units that were received and not taken back, in the order of time. */
async function readReceived(db: SellerDb, sellerId: number, id: number): Promise<ReceiptLine[]> {
  const { rows } = await sql<ReceiptLine>`
    select r.receipt_key as receipt, l.position, l.units, r.received_at as at from purchase_receipts r
    join purchase_receipt_lines l on l.seller_id = ${sellerId} and l.receipt_key = r.receipt_key
    where r.seller_id = ${sellerId} and r.purchase_id = ${id} and r.undoes is null
      and not exists (select from purchase_receipts u where u.seller_id = ${sellerId} and u.undoes = r.receipt_key)
    order by r.received_at, r.receipt_key, l.position`.execute(db)
  return rows
}

/** Two unit costs of a receipt, a cent apart, make its sum exact. */
const partsOfCost = ['a', 'b'] as const
const costKey = (receipt: string, part: (typeof partsOfCost)[number]) => `po-${receipt}-${part}`

/**
 * Enters what the received units of a locked order cost with their freight, and takes back what is no longer true.
 * The
 * advice of its SKUs, and of those that are `gone` from it, follows. Call it in the transaction that changed it. Idempotent.
 */
export async function settlePurchase(
  db: SellerDb,
  {
    sellerId,
    id,
    shopCurrency,
    gone = [],
    by,
    now,
  }: { sellerId: number; id: number; shopCurrency: string; gone?: readonly string[]; by: string; now: Date },
): Promise<void> {
  const purchase = await readPurchase(db, { sellerId, id })
  if (!purchase) return
  const lines = await readPurchaseLines(db, sellerId, id)
  const received = await readReceived(db, sellerId, id)
  const landed =
    purchase.currency !== shopCurrency && purchase.rate_micros === null
      ? []
      : landedCosts({
          lines: lines.map((line) => ({
            position: line.position,
            ordered: line.ordered_units,
            received: line.received_units,
            priceMinor: line.price_minor,
            grams: line.grams,
          })),
          received,
          freightMinor: purchase.freight_minor,
          freightBy: purchase.freight_by,
          isClosed: purchase.state === 'RECEIVED',
          currency: purchase.currency,
          shopCurrency,
          rateMicros: purchase.rate_micros,
        })
  const skus = new Map(lines.map(({ position, sku }) => [position, sku]))
  const times = new Map(received.map(({ receipt, at }) => [receipt, at]))
  const wanted = landed.flatMap(({ receipt, position, units, minor }) =>
    wholeUnitCosts(units, minor).map((part, index): EnteredCost => ({
      sku: skus.get(position) ?? '',
      key: costKey(receipt, partsOfCost[index] ?? 'a'),
      currency: shopCurrency,
      unitCostMinor: part.unitCostMinor,
      quantity: part.units,
      since: times.get(receipt) ?? now,
    })),
  )
  await storeCosts(db, { sellerId, wanted, known: await readKnown(db, sellerId, id), by, now })
  await reckonAdvice(db, { sellerId, skus: [...skus.values(), ...gone], now })
}

/** Costs that were entered of all receipts of an order. */
async function readKnown(db: SellerDb, sellerId: number, id: number) {
  const receipts = await selectOfSeller(db, 'purchase_receipts', sellerId)
    .select('receipt_key')
    .where('purchase_id', '=', id)
    .execute()
  const keys = receipts.flatMap(({ receipt_key: key }) => partsOfCost.map((part) => costKey(key, part)))
  const lines = await readPurchaseLines(db, sellerId, id)
  if (keys.length === 0) return []
  return selectOfSeller(db, 'sku_costs', sellerId)
    .select(['sku', 'cost_key', 'currency', 'unit_cost_minor', 'quantity'])
    .where(
      'sku',
      'in',
      lines.map(({ sku }) => sku),
    )
    .where('cost_key', 'in', keys)
    .execute()
}

interface Storing {
  sellerId: number
  wanted: readonly EnteredCost[]
  known: Awaited<ReturnType<typeof readKnown>>
  by: string
  now: Date
}

async function storeCosts(db: SellerDb, { sellerId, wanted, known, by, now }: Storing): Promise<void> {
  const nameOf = (sku: string, key: string) => `${key} ${sku}`
  const names = new Set(wanted.map(({ sku, key }) => nameOf(sku, key)))
  const gone = known.filter(({ sku, cost_key: key }) => !names.has(nameOf(sku, key)))
  for (const [key, own] of groupBy(gone, (row) => row.cost_key))
    await removeCosts(db, { sellerId, skus: own.map(({ sku }) => sku), key })
  const before = new Map(known.map((row) => [nameOf(row.sku, row.cost_key), row]))
  const costs = wanted.filter(({ sku, key, currency, unitCostMinor, quantity }) => {
    const row = before.get(nameOf(sku, key))
    return row?.unit_cost_minor !== unitCostMinor || row.quantity !== quantity || row.currency !== currency
  })
  await enterCosts(db, { sellerId, costs, source: 'PURCHASE', enteredBy: by, now })
}
