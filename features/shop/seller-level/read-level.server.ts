import type { SellerDb } from '#db/client.ts'
import type { LevelRules, SellerStandards } from '#features/core/policy-pack/policy-pack.ts'
import { daysToCome, evaluationsAround, type EvaluationWindow } from './evaluation.ts'
import {
  chooseWindow,
  countSold,
  evaluateSales,
  readProspects,
  readReportedLevel,
  type Evaluated,
  type EvaluatedRow,
  type MeasuredSeller,
} from './seller-level-db.server.ts'
import { levelOf, type Prospects, type SellerLevel } from './seller-level.ts'

/** An evaluation: its date and the window it covers. */
interface Evaluation {
  at: Date
  window: EvaluationWindow
}

/** The shop's level at the last evaluation, and for the next one as of now. */
export interface Standing {
  /** The level reported by the marketplace, or else the hub's own evaluation. */
  last: Evaluation & { orders: number; level: SellerLevel; isReported: boolean }
  next: Evaluation & EvaluatedRow & { daysToCome: number }
  prospects: Prospects
}

/** The next evaluation's window with the facts known now. */
export const asOfNow = (
  sellerId: number,
  window: EvaluationWindow,
  { now, standards }: Pick<LevelContext, 'now' | 'standards'>,
): Evaluated => ({ sellerId, window, at: now, countHistory: standards.countHistory })

interface LevelContext {
  standards: SellerStandards
  levels: LevelRules
  now: Date
}

/** The next evaluation. */
export async function nextWindow(
  db: SellerDb,
  seller: MeasuredSeller,
  { standards, levels, now }: LevelContext,
): Promise<Evaluation> {
  const { next } = evaluationsAround(now, seller.timeZone, levels.evaluatedOn)
  const context = { sellerId: seller.id, evaluation: next, zone: seller.timeZone, standards }
  return { at: next, window: await chooseWindow(db, context) }
}

/** Reads the shop's level. */
export async function readStanding(db: SellerDb, seller: MeasuredSeller, context: LevelContext): Promise<Standing> {
  // Statements that do not need each other are sent together.
  const [last, next] = await Promise.all([readLast(db, seller, context), readNext(db, seller, context)])
  return { last, ...next }
}

/** The next evaluation as of now, and its prospects. */
async function readNext(
  db: SellerDb,
  seller: MeasuredSeller,
  context: LevelContext,
): Promise<Pick<Standing, 'next' | 'prospects'>> {
  const { standards, now } = context
  const upcoming = await nextWindow(db, seller, context)
  const on = asOfNow(seller.id, upcoming.window, context)
  const days = daysToCome(upcoming.window, now, seller.timeZone)
  const [evaluated, prospects] = await Promise.all([
    evaluateSales(db, seller, { ...on, standards }),
    readProspects(db, on, days),
  ])
  return { next: { ...upcoming, ...evaluated, daysToCome: days }, prospects }
}

/** The last evaluation. A level reported by the marketplace is used as it is. */
async function readLast(
  db: SellerDb,
  seller: MeasuredSeller,
  { standards, levels, now }: LevelContext,
): Promise<Standing['last']> {
  const { last: at } = evaluationsAround(now, seller.timeZone, levels.evaluatedOn)
  const [window, reported] = await Promise.all([
    chooseWindow(db, { sellerId: seller.id, evaluation: at, zone: seller.timeZone, standards }),
    readReportedLevel(db, seller.id),
  ])
  const on = asOfNow(seller.id, window, { now: at, standards })
  if (reported) return { at, window, orders: await countSold(db, on), level: reported, isReported: true }
  const { counts } = await evaluateSales(db, seller, { ...on, standards })
  return { at, window, orders: counts.orders, level: levelOf(counts, standards) ?? 'ABOVE_STANDARD', isReported: false }
}
