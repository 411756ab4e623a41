import { updateOfSeller } from '#db/change-of-seller.ts'
import { selectOfSeller } from '#db/select-of-seller.ts'
import type { SellerDb } from '#db/client.ts'
import type { Row } from '#db/schema.ts'
import { hasPictures } from '#features/core/listing-pictures/pictures-db.server.ts'
import { touchOrders, lockOrders, type LockedOrder } from '#features/core/order/locked-orders-db.server.ts'
import type { PolicyPack } from '#features/core/policy-pack/policy-pack.ts'
import {
  disputeFee,
  isDecided,
  nextDisputeState,
  type DisputeNumber,
  type DisputeRefusal,
  type DisputeStep,
} from './dispute.ts'
import { postDispute } from './post-dispute-db.server.ts'
import { sql } from 'kysely'
import type { OrderNumber } from '#features/core/order/order.ts'

export interface DisputeAnswer {
  text: string
  /** Uploaded pictures and documents, in their order; a document has a name. */
  files: readonly EvidenceFile[]
}

export interface EvidenceFile {
  hash: string
  /** Null for a picture. */
  name: string | null
}

export interface DisputeMove {
  sellerId: number
  number: DisputeNumber
  step: DisputeStep
  /** With `contest` only. */
  answer?: DisputeAnswer
  by?: string
  now: Date
  policyPack: Pick<PolicyPack, 'dispute'>
}

export type DisputeOutcome =
  | { ok: true; dispute: Row<'disputes'> }
  | { ok: false; reason: 'unknown' | 'unknown-file' }
  | { ok: false; reason: DisputeRefusal; dispute: Row<'disputes'> }

/**
 * Applies a step to a dispute, with what it does to the seller's money; all changes of disputes go through it. Locks the
 * order, so that one of two answers counts; a dispute whose time to answer is over is lost first.
 */
export async function moveDispute(db: SellerDb, move: DisputeMove): Promise<DisputeOutcome> {
  const { sellerId, number, step, answer, now } = move
  const found = await lockDispute(db, sellerId, number)
  if (!found) return { ok: false, reason: 'unknown' }
  const hashes = answer?.files.map(({ hash }) => hash) ?? []
  if (!(await hasPictures(db, sellerId, hashes))) return { ok: false, reason: 'unknown-file' }
  const locked = await settleDispute(db, found, move)
  if (step === 'time-out') return { ok: true, dispute: locked.dispute }
  const taken = nextDisputeState(locked.dispute.state, step)
  if (!taken.ok) return { ok: false, reason: taken.reason, dispute: locked.dispute }
  return { ok: true, dispute: await take(db, locked, { ...move, at: now }) }
}

/** Loses a dispute that was not answered in time, as of its deadline. */
async function settleDispute(db: SellerDb, locked: LockedDispute, move: DisputeMove): Promise<LockedDispute> {
  const { state, respond_by: at } = locked.dispute
  if (state !== 'ACTION_NEEDED' || at > move.now) return locked
  return { ...locked, dispute: await take(db, locked, { ...move, step: 'time-out', at }) }
}

async function take(
  db: SellerDb,
  { dispute, order }: LockedDispute,
  { step, answer, by, at, now, policyPack }: DisputeMove & { at: Date },
): Promise<Row<'disputes'>> {
  const taken = nextDisputeState(dispute.state, step)
  if (!taken.ok) throw new Error(`dispute ${dispute.dispute_number} in ${dispute.state} refuses ${step}`)
  const { next, effects } = taken
  const isAnswer = step === 'contest' || step === 'accept'
  const moved = await updateOfSeller(db, 'disputes', dispute.seller_id)
    .set({
      state: next,
      ...(isAnswer ? { answered_at: at, answered_by: by ?? null, answer: answer?.text || null } : {}),
      ...(isDecided(next) ? { closed_at: at } : {}),
      ...(effects.includes('charge-fee') ? { fee_minor: disputeFee(dispute.currency, policyPack) } : {}),
    })
    .where('id', '=', dispute.id)
    .returningAll()
    .executeTakeFirstOrThrow()
  if (answer && answer.files.length > 0)
    await db
      .insertInto('dispute_evidence')
      .values(
        answer.files.map(({ hash, name }, index) => ({
          seller_id: dispute.seller_id,
          dispute_id: dispute.id,
          position: index + 1,
          hash,
          name,
        })),
      )
      .execute()
  await touchOrders(db, dispute.seller_id, [order.id])
  // Posted now, however long its deadline has passed: a settled month stays as it is.
  for (const effect of effects) await postDispute(db, effect, { dispute: moved, order, at: now })
  return moved
}

interface LockedDispute {
  order: LockedOrder
  dispute: Row<'disputes'>
}

/** Locks the order of a dispute and reads the dispute; null if the seller has none. */
async function lockDispute(db: SellerDb, sellerId: number, number: DisputeNumber): Promise<LockedDispute | null> {
  const { rows } = await sql<{ number: OrderNumber }>`
    select o.order_number as number from disputes d join orders o on o.seller_id = ${sellerId} and o.id = d.order_id
    where d.seller_id = ${sellerId} and d.dispute_number = ${number}`.execute(db)
  const order = rows[0] && (await lockOrders(db, sellerId, [rows[0].number])).get(rows[0].number)
  if (!order) return null
  const dispute = await selectOfSeller(db, 'disputes', sellerId)
    .selectAll()
    .where('dispute_number', '=', number)
    .executeTakeFirstOrThrow()
  return { order, dispute }
}
