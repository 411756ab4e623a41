import type { SellerDb } from '#db/client.ts'
import type { LevelRules, SellerStandards } from '#features/policy-pack/policy-pack.ts'
import { daysToCome, evaluationsAround, type EvaluationWindow } from './evaluation.ts'
import {
  chooseWindow,
  countEvaluated,
  readProspects,
  readToldLevel,
  type Evaluated,
  type MeasuredSeller,
} from './seller-level-db.server.ts'
import type { Counts, Prospects, SellerLevel } from './seller-level.ts'

/** An evaluation, and what it rests on. */
export interface Evaluation {
  at: Date
  window: EvaluationWindow
  counts: Counts
}

/** How a shop stands: at the last evaluation, and for the next one as of now. */
export interface Standing {
  /** The marketplace's own word; null where it has none. */
  told: SellerLevel | null
  last: Evaluation
  next: Evaluation & { daysToCome: number }
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
export async function nextWindow(db: SellerDb, seller: MeasuredSeller, { standards, levels, now }: Asked) {
  const { next } = evaluationsAround(now, seller.timeZone, levels.evaluatedOn)
  const asked = { sellerId: seller.id, evaluation: next, zone: seller.timeZone, standards }
  return { at: next, window: await chooseWindow(db, asked) }
}

/** Reads how a shop stands. */
export async function readStanding(db: SellerDb, seller: MeasuredSeller, asked: Asked): Promise<Standing> {
  const { standards, levels, now } = asked
  const zone = seller.timeZone
  const { last } = evaluationsAround(now, zone, levels.evaluatedOn)
  const whose = { sellerId: seller.id, zone, standards }
  const past = await chooseWindow(db, { ...whose, evaluation: last })
  const coming = await nextWindow(db, seller, asked)
  const on = asOfNow(seller.id, coming.window, now)
  const days = daysToCome(coming.window, now, zone)
  return {
    told: await readToldLevel(db, seller.id),
    last: {
      at: last,
      window: past,
      counts: await countEvaluated(db, seller, { sellerId: seller.id, window: past, at: last, standards }),
    },
    next: { ...coming, counts: await countEvaluated(db, seller, { ...on, standards }), daysToCome: days },
    prospects: await readProspects(db, on, days),
  }
}
