import { randomBytes } from 'node:crypto'
import { sql } from 'kysely'
import type { Database } from '#db/client.ts'
import { parseSaleKey } from '#features/core/sale-event/sale-event.ts'
import { assertDefined } from '#lib/assert-defined.ts'
import { takeSellerStep } from './move-sale-db.server.ts'
import { addSaleListings, makeSale, type SaleForm, type SaleRow } from './sale-events-db.server.ts'

export const euRule = { days: 30, knownDays: 30 }

/** Adds a draft of 20 % off in the week of 1 December 2026. */
export function addSale(
  db: Database,
  sellerId: number,
  listings: readonly number[],
  change: Partial<SaleForm> = {},
): Promise<SaleRow> {
  return db.asSeller(sellerId, 'write', async (own) => {
    const sale = await makeSale(own, {
      sellerId,
      key: assertDefined(parseSaleKey(randomBytes(6).toString('hex')), 'it is hex'),
      form: {
        name: 'Winter',
        percent: 20,
        price_minor: null,
        ending: 'NONE',
        starts_at: new Date('2026-12-01T00:00:00Z'),
        ends_at: new Date('2026-12-08T00:00:00Z'),
        ...change,
      },
      currency: 'GBP',
      zone: 'Europe/London',
      rule: euRule,
      by: 'Ann',
      now: new Date('2026-11-20T09:00:00Z'),
    })
    await addSaleListings(own, { sellerId, id: sale.id }, listings)
    return sale
  })
}

/** Says that the first known prices of a seller's listings are known since a moment. */
export const knowPrices = (db: Database, sellerId: number, since = new Date('2026-06-01T00:00:00Z')) =>
  sql`
    update listing_prices h set since = ${since} where h.seller_id = ${sellerId} and not exists (
      select from listing_prices e
      where e.seller_id = ${sellerId} and e.listing_id = h.listing_id and e.variation = h.variation and e.since < h.since
    )`.execute(db.owner)

/** Adds a sale and schedules it. */
export async function scheduleSale(
  db: Database,
  ...sale: Parameters<typeof addSale> extends [unknown, ...infer Rest] ? Rest : never
): Promise<SaleRow> {
  const made = await addSale(db, ...sale)
  const now = new Date('2026-11-20T09:00:00Z')
  const outcome = await db.asSeller(made.seller_id, 'write', (own) =>
    takeSellerStep(own, { sale: made, step: 'schedule', now }),
  )
  if (!outcome.ok) throw new Error(`not scheduled: ${outcome.reason}`)
  return { ...made, state: outcome.state, version: made.version + 1 }
}
