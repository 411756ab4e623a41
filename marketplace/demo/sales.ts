import { sql, type Transaction } from 'kysely'
import { selectOfSeller } from '#db/select-of-seller.ts'
import type { Schema } from '#db/schema.ts'
import { parseSaleKey } from '#features/core/sale-event/sale-event.ts'
import { catchUp, moveSale } from '#features/selling/sale-events/move-sale-db.server.ts'
import {
  addSaleListings,
  makeSale,
  readSale,
  type SaleForm,
} from '#features/selling/sale-events/sale-events-db.server.ts'
import { assertDefined } from '#lib/assert-defined.ts'
import { day } from '#lib/duration.ts'
import { addDays, dateAt, momentOf } from '#lib/zoned-time.ts'
import { demoLedgerRules } from './ledger-rules.ts'
import { demoOwner } from './members.ts'

interface ToldSale extends Pick<SaleForm, 'name' | 'percent' | 'ending'> {
  key: string
  /** Days from today until it starts and ends. */
  starts: number
  ends: number
  /** Which of the listings that sell best. */
  listings: readonly [from: number, to: number]
}

const told: readonly ToldSale[] = [
  {
    key: '0d3e5a1e0001',
    name: 'Autumn clear-out',
    percent: 15,
    ending: '99',
    starts: -24,
    ends: -17,
    listings: [0, 8],
  },
  { key: '0d3e5a1e0002', name: 'Film week', percent: 10, ending: 'NONE', starts: -2, ends: 5, listings: [8, 20] },
  {
    key: '0d3e5a1e0003',
    name: 'Gifts under the tree',
    percent: 20,
    ending: '95',
    starts: 7,
    ends: 14,
    listings: [0, 14],
  },
]

/**
 * Says since when prices are known, and adds a sale that ended, one that runs and one to come, of the listings that sell
 * best. Returns the number of rows.
 */
export async function writeSales(
  tx: Transaction<Schema>,
  { sellerId, zone, currency, now }: { sellerId: number; zone: string; currency: string; now: Date },
): Promise<number> {
  await sql`
    update listing_prices h set since = l.starts_at from listings l
    where h.seller_id = ${sellerId} and l.seller_id = ${sellerId} and l.id = h.listing_id and l.starts_at < h.since`.execute(
    tx,
  )
  const rows = await selectOfSeller(tx, 'listings', sellerId)
    .select('id')
    .where('state', '=', 'ACTIVE')
    .where('format', '=', 'FIXED_PRICE')
    .where('currency', '=', currency)
    .where('price_minor', '>=', 500)
    .orderBy('quantity_sold', 'desc')
    .orderBy('id')
    .limit(20)
    .execute()
  const midnight = (days: number) => momentOf(addDays(dateAt(now, zone), days), '00:00', zone)
  for (const { key, name, percent, ending, starts, ends, listings } of told) {
    const chosen = rows.slice(...listings).map(({ id }) => id)
    if (chosen.length === 0) continue
    const made = await makeSale(tx, {
      sellerId,
      key: assertDefined(parseSaleKey(key) ?? undefined, 'it is hexadecimal'),
      form: { name, percent, price_minor: null, ending, starts_at: midnight(starts), ends_at: midnight(ends) },
      currency,
      zone,
      rule: demoLedgerRules.policyPack.wasPrice,
      by: demoOwner.name,
      now: new Date(midnight(starts).getTime() - 9 * day),
    })
    await addSaleListings(tx, { sellerId, id: made.id }, chosen)
    const scheduled = await moveSale(tx, { sale: made, step: 'schedule', now: made.made_at })
    if (!scheduled.ok) throw new Error(`the demo’s sale ${name} is refused: ${scheduled.reason}`)
    const sale = assertDefined((await readSale(tx, sellerId, { id: made.id })) ?? undefined, 'it was made')
    await catchUp(tx, sale, now)
  }
  return told.length
}
