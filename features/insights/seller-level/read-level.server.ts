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
import { evaluateSales, readProspects, type EvaluatedRow, type EvaluatedSeller } from './evaluate-level-db.server.ts'

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
  /** Evaluates the last evaluation again, even if the job `seller-health` has counted it. */
  again?: boolean
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

/** The last evaluation. A level reported by the marketplace is used as it is, and a counted one changes no more. */
async function readLast(
  db: SellerDb,
  seller: EvaluatedSeller,
  { standards, now, again = false }: LevelContext,
): Promise<Standing['last']> {
  const { last: at } = evaluationsAround(now, seller.timeZone, evaluationDay(standards))
  const [window, { reported, counted }] = await Promise.all([
    chooseWindow(db, { sellerId: seller.id, evaluation: at, zone: seller.timeZone, standards }),
    readLevels(db, seller.id, at),
  ])
  const on = { sellerId: seller.id, window, at, standards }
  const level = reported ?? (again ? null : counted?.level)
  if (level) return { at, window, orders: await countSold(db, on), level, isReported: reported !== null }
  const { counts } = await evaluateSales(db, seller, on)
  return { at, window, orders: counts.orders, level: levelOf(counts, standards) ?? 'ABOVE_STANDARD', isReported: false }
}

interface Levels {
  /** By the marketplace. */
  reported: SellerLevel | null
  /** Of the last evaluation and, as it stands, of the next; by the job `seller-health`, some hours ago. */
  counted: { level: SellerLevel; next: SellerLevel } | null
}

/** The levels that are known without evaluating a shop; those counted before `since` are out of date. */
export async function readLevels(db: SellerDb, sellerId: number, since: Date): Promise<Levels> {
  const { reported, level, next, isNew } = await db
    .selectFrom('sellers as s')
    .leftJoin('seller_health as h', (join) => join.onRef('h.seller_id', '=', 's.id').on('h.seller_id', '=', sellerId))
    .select(({ eb }) => [
      's.level as reported',
      'h.level',
      'h.next_level as next',
      eb('h.counted_at', '>=', since).as('isNew'),
    ])
    .where('s.id', '=', sellerId)
    .executeTakeFirstOrThrow()
  return { reported, counted: isNew && level && next ? { level, next } : null }
}
