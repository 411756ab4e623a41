import type { SellerDb } from '#db/client.ts'
import type { OfferKey, SellerAnswer } from '#features/core/offer/offer.ts'
import type { OfferLimits } from '#features/core/policy-pack/offer-limits.ts'
import { moveOffer, undoOfferStep, type MoveOutcome, type OfferTerms } from '#features/core/offer/offers-db.server.ts'
import type { TakenBack } from '#features/machinery/undo/undo.ts'
import { keepUndo } from '#features/machinery/undo/undos-db.server.ts'

export interface OffersInverse {
  keys: OfferKey[]
}

export interface AnsweredOffer {
  key: OfferKey
  /** Version that the answer is based on; null: whichever. */
  version: number | null
  /** Of a counteroffer. */
  terms?: OfferTerms
}

export interface OffersAnswer {
  sellerId: number
  member: { id: string; name: string }
  offers: readonly AnsweredOffer[]
  step: SellerAnswer | 'withdraw'
  message?: string | null
  dueAt?: Date | null
  now: Date
  limits: OfferLimits
}

export interface AnsweredOffers {
  done: OfferKey[]
  refused: { key: OfferKey; reason: Extract<MoveOutcome, { ok: false }>['reason'] }[]
  /** Null if nothing was answered, or nothing can be undone. */
  undo: string | null
}

const undoSteps = { accept: 'offerAccept', decline: 'offerDecline', counter: 'offerCounter' } as const

/** Answers offers for a member, each or not. The buyers are told once the answers cannot be undone any more. */
export async function answerOffers(db: SellerDb, answer: OffersAnswer): Promise<AnsweredOffers> {
  const { sellerId, member, offers, step, now, limits, ...how } = answer
  const tellAt = step === 'withdraw' || limits.undoWithin === 0 ? null : new Date(now.getTime() + limits.undoWithin)
  const done: OfferKey[] = []
  const refused: AnsweredOffers['refused'] = []
  // In a fixed order: two members may answer the same offers at once.
  for (const { key, ...offer } of offers.toSorted((a, b) => (a.key < b.key ? -1 : 1))) {
    const by = { by: 'SELLER', memberName: member.name } as const
    const moved = await moveOffer(db, { sellerId, offer: { key }, step, now, tellAt, ...by, ...how, ...offer }, limits)
    if (moved.ok) done.push(key)
    else refused.push({ key, reason: moved.reason })
  }
  if (tellAt === null || done.length === 0 || step === 'withdraw') return { done, refused, undo: null }
  const undo = await keepUndo(db, {
    sellerId,
    memberId: member.id,
    kind: 'offers',
    step: undoSteps[step],
    said: { n: done.length },
    inverse: { keys: done } satisfies OffersInverse,
    now,
  })
  return { done, refused, undo }
}

/** Undoes answers whose buyers have not been told. */
export async function takeOffersBack(
  db: SellerDb,
  { sellerId, inverse, now }: { sellerId: number; inverse: OffersInverse; now: Date },
): Promise<TakenBack> {
  let back = 0
  for (const key of inverse.keys) back += (await undoOfferStep(db, { sellerId, key, now })).ok ? 1 : 0
  return { back, left: inverse.keys.length - back }
}
