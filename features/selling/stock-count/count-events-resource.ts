import { z } from 'zod'
import { isStockOfShop } from '#features/core/listing/stock-owner-db.server.ts'
import { groupBy } from '#lib/group-by.ts'
import { textOf } from '#lib/form-fields.ts'
import { sellerAction } from '#web/guard.server.ts'
import { refuse } from '#web/refusals.ts'
import { data } from '#web/router/router.ts'
import { countedModel, countSums, type CountAnswer } from './count-view.ts'
import { readCodes } from './counted-codes.ts'
import { readCountedItems, readCounts } from './stock-counts-db.server.ts'
import { mostOfItem, takeChanges, type CountChange, type TakenChange } from './take-counts-db.server.ts'

const key = z.string().regex(/^[0-9a-f]{16}$/)
const sent = { id: z.string().max(40), from: key, n: z.int().min(1), count: key }
const countEvents = z
  .array(
    z.union([
      z.object({ ...sent, code: z.string().min(1).max(100) }),
      z.object({ ...sent, number: z.string().max(20), counted: z.int().min(0).max(mostOfItem) }),
    ]),
  )
  .min(1)
  .max(100)
type CountEvents = z.infer<typeof countEvents>

const changeOf = (event: CountEvents[number]): CountChange =>
  'code' in event
    ? { kind: 'codes', codes: readCodes(event.code) }
    : { kind: 'correct', number: event.number, counted: event.counted }

/** Receives scans and corrections from a device, of any of its counts, and returns what became of those of the count in the URL. */
export const action = sellerAction('listings.edit', async ({ form, seller, texts, url, write }) => {
  const events = readEvents(textOf(form, 'events'))
  if (!events) throw refuse('malformed')
  const shown = url.searchParams.get('count')
  const answer = await write(async (db): Promise<CountAnswer> => {
    if (await isStockOfShop(db, seller.id)) throw refuse('malformed')
    const taken: TakenChange[] = []
    for (const [id, own] of groupBy(events, ({ count }) => count)) {
      const changes = own.map((event) => ({ from: event.from, n: event.n, change: changeOf(event) }))
      const outcome = await takeChanges(db, { sellerId: seller.id, id }, changes)
      if (outcome.ok && id === shown) taken.push(...outcome.taken)
    }
    const [count] = shown === null ? [] : await readCounts(db, { sellerId: seller.id, id: shown })
    const items = taken.flatMap((each) => each.items)
    const rows = count ? await readCountedItems(db, { sellerId: seller.id, id: count.id }, items) : []
    const numberOf = new Map(rows.map((row) => [row.item_id, row.stock_number]))
    return {
      results: taken.map(({ sent: { from, n }, outcome, isAgain, items: own }) => ({
        id: `${from}.${n}`,
        outcome,
        isAgain,
        numbers: own.flatMap((item) => numberOf.get(item) ?? []),
      })),
      rows: rows.map((row) => countedModel(row, texts)),
      sums: count ? countSums(count) : null,
    }
  })
  return data(answer)
})

function readEvents(text: string): CountEvents | null {
  try {
    return countEvents.safeParse(JSON.parse(text)).data ?? null
  } catch {
    return null
  }
}
