import type { SellerDb } from '#db/client.ts'
import type { SellerStandards } from '#features/core/policy-pack/policy-pack.ts'
import { daysToCome, evaluationDay, evaluationsAround } from '#features/core/seller-level/evaluation.ts'
import {
  chooseWindow,
  countSold,
  nextEvaluation,
  type Evaluation,
} from '#features/core/seller-level/measure-sales-db.server.ts'
import { levelOf, type Prospects, type SellerLevel } from '#features/core/seller-level/seller-level.ts'
import {
  evaluateSales,
  readProspects,
  readReportedLevel,
  type EvaluatedRow,
  type EvaluatedSeller,
} from './evaluate-level-db.server.ts'

export interface Standing {
  /** The level reported by the marketplace, or else the hub's own evaluation. */
  last: Evaluation & { orders: number; level: SellerLevel; isReported: boolean }
  /** As it stands: the level if nothing more happened until then; null if the marketplace has none. */
  next: Evaluation & EvaluatedRow & { daysToCome: number; level: SellerLevel | null }
  prospects: Prospects
}

interface LevelContext {
  standards: SellerStandards
  now: Date
}

export async function readStanding(db: SellerDb, seller: EvaluatedSeller, context: LevelContext): Promise<Standing> {
  // Statements that do not need each other are sent together.
  const [last, next] = await Promise.all([readLast(db, seller, context), readNext(db, seller, context)])
  return { last, ...next }
}

async function readNext(
  db: SellerDb,
  seller: EvaluatedSeller,
  context: LevelContext,
): Promise<Pick<Standing, 'next' | 'prospects'>> {
  const { standards, now } = context
  const upcoming = await nextEvaluation(db, seller, context)
  const on = { sellerId: seller.id, window: upcoming.window, at: now, standards }
  const days = daysToCome(upcoming.window, now, seller.timeZone)
  const [evaluated, prospects] = await Promise.all([evaluateSales(db, seller, on), readProspects(db, on, days)])
  const level = levelOf(evaluated.counts, standards)
  return { next: { ...upcoming, ...evaluated, daysToCome: days, level }, prospects }
}

/** The last evaluation. A level reported by the marketplace is used as it is. */
async function readLast(
  db: SellerDb,
  seller: EvaluatedSeller,
  { standards, now }: LevelContext,
): Promise<Standing['last']> {
  const { last: at } = evaluationsAround(now, seller.timeZone, evaluationDay(standards))
  const [window, reported] = await Promise.all([
    chooseWindow(db, { sellerId: seller.id, evaluation: at, zone: seller.timeZone, standards }),
    readReportedLevel(db, seller.id),
  ])
  const on = { sellerId: seller.id, window, at, standards }
  if (reported) return { at, window, orders: await countSold(db, on), level: reported, isReported: true }
  const { counts } = await evaluateSales(db, seller, on)
  return { at, window, orders: counts.orders, level: levelOf(counts, standards) ?? 'ABOVE_STANDARD', isReported: false }
}
