import type { SellerDb } from '#db/client.ts'
import type { LevelRules, SellerStandards } from '#features/core/policy-pack/policy-pack.ts'
import { daysToCome, evaluationsAround, type EvaluationWindow } from './evaluation.ts'
import {
  chooseWindow,
  countSold,
  evaluateSales,
  readProspects,
  readToldLevel,
  type Evaluated,
  type EvaluatedRow,
  type MeasuredSeller,
} from './seller-level-db.server.ts'
import { levelOf, type Prospects, type SellerLevel } from './seller-level.ts'

/** An evaluation, by when it is and what it looks at. */
interface Evaluation {
  at: Date
  window: EvaluationWindow
}

/** How a shop stands: at the last evaluation, and for the next one as of now. */
export interface Standing {
  /** The marketplace's own word, or what the hub counts of the last evaluation. */
  last: Evaluation & { orders: number; level: SellerLevel; isTold: boolean }
  next: Evaluation & EvaluatedRow & { daysToCome: number }
  prospects: Prospects
}

/** What is asked of the orders that the next evaluation will look at, as of now. */
export const asOfNow = (sellerId: number, window: EvaluationWindow, now: Date): Evaluated => ({
  sellerId,
  window,
  at: now,
})

interface Asked {
  standards: SellerStandards
  levels: LevelRules
  now: Date
}

/** The next evaluation, and the months that it will look at. */
export async function nextWindow(
  db: SellerDb,
  seller: MeasuredSeller,
  { standards, levels, now }: Asked,
): Promise<Evaluation> {
  const { next } = evaluationsAround(now, seller.timeZone, levels.evaluatedOn)
  const asked = { sellerId: seller.id, evaluation: next, zone: seller.timeZone, standards }
  return { at: next, window: await chooseWindow(db, asked) }
}

/** Reads how a shop stands. */
export async function readStanding(db: SellerDb, seller: MeasuredSeller, asked: Asked): Promise<Standing> {
  const { standards, now } = asked
  const coming = await nextWindow(db, seller, asked)
  const on = asOfNow(seller.id, coming.window, now)
  const days = daysToCome(coming.window, now, seller.timeZone)
  return {
    last: await readLast(db, seller, asked),
    next: { ...coming, ...(await evaluateSales(db, seller, { ...on, standards })), daysToCome: days },
    prospects: await readProspects(db, on, days),
  }
}

/** What was. Where the marketplace says what came of it, it is not judged again. */
async function readLast(
  db: SellerDb,
  seller: MeasuredSeller,
  { standards, levels, now }: Asked,
): Promise<Standing['last']> {
  const { last: at } = evaluationsAround(now, seller.timeZone, levels.evaluatedOn)
  const window = await chooseWindow(db, { sellerId: seller.id, evaluation: at, zone: seller.timeZone, standards })
  const on = { sellerId: seller.id, window, at }
  const told = await readToldLevel(db, seller.id)
  if (told) return { at, window, orders: await countSold(db, on), level: told, isTold: true }
  const { counts } = await evaluateSales(db, seller, { ...on, standards })
  return { at, window, orders: counts.orders, level: levelOf(counts, standards) ?? 'ABOVE_STANDARD', isTold: false }
}
