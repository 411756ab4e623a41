import { sql } from 'kysely'
import { deleteOfSeller, updateOfSeller } from '#db/change-of-seller.ts'
import type { SellerDb } from '#db/client.ts'
import { insertRows } from '#db/insert-rows.ts'
import { selectOfSeller } from '#db/select-of-seller.ts'
import {
  dueSteps,
  saleTable,
  type SaleRefusal,
  type SaleState,
  type SaleStep,
  type SellerSaleStep,
} from '#features/core/sale-event/sale-event.ts'
import { takeStep } from '#lib/state-table.ts'
import { checkLine } from './check-line.ts'
import { factsOfSale, readSale, storeSale, termsOf, wasRuleOf, type SaleRow } from './sale-events-db.server.ts'
import { readSaleLines, type SaleLine } from './sale-lines-db.server.ts'

export type SaleOutcome = { ok: true; state: SaleState } | { ok: false; reason: SaleRefusal }

interface Moving {
  sale: SaleRow
  step: SaleStep
  now: Date
}

/** Takes a step of a locked sale. Listeners hear of its listings by triggers, once, in this transaction. */
export async function moveSale(db: SellerDb, { sale, step, now }: Moving): Promise<SaleOutcome> {
  const lines = step === 'schedule' ? await lockLines(db, sale) : []
  const checked = lines.map((line) => ({ line, ...checkLine(line, termsOf(sale), wasRuleOf(sale)) }))
  const unable = checked.filter(({ problem }) => problem !== null).length
  const facts = factsOfSale(sale, { now, listings: lines.length, unable })
  const taken = takeStep(saleTable, { state: sale.state, event: step, facts })
  if (!taken.ok) return taken
  const { seller_id: sellerId, id } = sale
  if (step === 'schedule' && sale.kind === 'PRICE') {
    const rows = checked.map(({ line, saleMinor, was }) => ({
      seller_id: sellerId,
      sale_id: id,
      listing_id: line.listingId,
      variation: line.variation,
      price_minor: saleMinor,
      was_minor: was?.ok ? was.minor : null,
      starts_at: sale.starts_at,
      ends_at: sale.ends_at,
    }))
    await insertRows(db, 'sale_prices', rows)
    await lowerLaterSales(db, sale)
  }
  const endedAt = step === 'end' ? now : step === 'expire' ? sale.ends_at : null
  await storeSale(db, sale, {
    state: taken.next,
    ...(step === 'start' ? { started_at: sale.starts_at } : {}),
    ...(endedAt ? { ended_at: endedAt } : {}),
  })
  if (step === 'withdraw') await deleteOfSeller(db, 'sale_prices', sellerId).where('sale_id', '=', id).execute()
  // One that has not begun is withdrawn, never ended.
  if (step === 'end')
    await updateOfSeller(db, 'sale_prices', sellerId)
      .set({ ends_at: now })
      .where('sale_id', '=', id)
      .where('ends_at', '>', now)
      .execute()
  return { ok: true, state: taken.next }
}

/** The sale's listings with prices that nobody changes until the transaction ends. */
async function lockLines(db: SellerDb, sale: SaleRow): Promise<SaleLine[]> {
  const ids = (await readSaleLines(db, sale)).map(({ listingId }) => listingId)
  await selectOfSeller(db, 'listings', sale.seller_id)
    .select('id')
    .where('id', 'in', [0, ...new Set(ids)])
    .orderBy('id')
    .forNoKeyUpdate()
    .execute()
  return readSaleLines(db, sale)
}

/** A sale scheduled before another one counts in the former prices of that. */
async function lowerLaterSales(db: SellerDb, { seller_id: sellerId, id }: SaleRow): Promise<void> {
  const { rows } = await sql<{ saleId: number; listingId: number; variation: string; minor: number }>`
    select b.sale_id as "saleId", b.listing_id as "listingId", b.variation, a.price_minor as minor
    from sale_prices a
    join sale_prices b on b.seller_id = ${sellerId} and b.listing_id = a.listing_id and b.variation = a.variation and b.sale_id <> a.sale_id
    join sale_events e on e.seller_id = ${sellerId} and e.id = b.sale_id
    where a.seller_id = ${sellerId} and a.sale_id = ${id} and e.state = 'SCHEDULED' and b.was_minor > a.price_minor
      and b.starts_at > a.starts_at and b.starts_at < a.ends_at + make_interval(days => e.was_days)`.execute(db)
  for (const { saleId, listingId, variation, minor } of rows)
    await updateOfSeller(db, 'sale_prices', sellerId)
      .set((own) => ({ was_minor: own.case().when('price_minor', '<', minor).then(minor).end() }))
      .where('sale_id', '=', saleId)
      .where('listing_id', '=', listingId)
      .where('variation', '=', variation)
      .execute()
}

/** Takes the steps of the clock that are due of a locked sale. Returns the sale as it then is. */
export async function catchUp(db: SellerDb, sale: SaleRow, now: Date): Promise<SaleRow> {
  let present = sale
  for (const step of dueSteps(sale.state, factsOfSale(sale, { now, listings: 1, unable: 0 }))) {
    await moveSale(db, { sale: present, step, now })
    present = (await readSale(db, sale.seller_id, { id: sale.id })) ?? present
  }
  return present
}

/** Takes a step of the seller, after those of the clock. */
export async function takeSellerStep(
  db: SellerDb,
  { sale, step, now }: Moving & { step: SellerSaleStep },
): Promise<SaleOutcome> {
  return moveSale(db, { sale: await catchUp(db, sale, now), step, now })
}
