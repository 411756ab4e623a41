import { deleteOfSeller } from '#db/change-of-seller.ts'
import { selectOfSeller } from '#db/select-of-seller.ts'
import type { Kysely } from 'kysely'
import { overAllSellers, type SellerDb } from '#db/client.ts'
import type { Schema } from '#db/schema.ts'
import { undoLifetimeMs, type UndoKind, type UndoTextValues, type UndoStep } from './undo.ts'

export interface StepToKeep {
  sellerId: number
  /** The member who took it; only they can undo it. */
  memberId: string
  kind: UndoKind
  step: UndoStep
  said: UndoTextValues
  /** Undo data as JSON; the handler of its kind knows the format. */
  inverse: object
  now: Date
  /** For idempotent requests: a repeated one violates uniqueness. Random by default. */
  id?: string
}

export interface KeptStep {
  id: string
  kind: UndoKind
  step: UndoStep
  said: UndoTextValues
  inverse: object
}

/** Stores undo data in the transaction of the step; returns its id. */
export async function keepUndo(db: SellerDb, given: StepToKeep): Promise<string> {
  const { sellerId, memberId, kind, step, said, inverse, now, id: own } = given
  const { id } = await db
    .insertInto('undos')
    .values({
      seller_id: sellerId,
      member_id: memberId,
      kind,
      step,
      said: JSON.stringify(said),
      inverse: JSON.stringify(inverse),
      made_at: now,
      ...(own === undefined ? {} : { id: own }),
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  return id
}

interface Wanted {
  sellerId: number
  memberId: string
  ids: readonly string[]
  now: Date
}

/** Finds a step that can still be undone; null if none. */
export async function findUndo(db: SellerDb, { ids: [id = ''], ...whose }: Wanted): Promise<KeptStep | null> {
  const { sellerId, memberId, now } = whose
  const row = await selectOfSeller(db, 'undos', sellerId)
    .select(['id', 'kind', 'step', 'said', 'inverse'])
    .where('member_id', '=', memberId)
    .where('id', '=', id)
    .where('made_at', '>', earliest(now))
    .executeTakeFirst()
  return row ? kept(row) : null
}

/** Lists undoable steps of a kind, latest first. */
export async function listUndos(
  db: SellerDb,
  { sellerId, memberId, kind, now, limit }: Omit<Wanted, 'ids'> & { kind: UndoKind; limit: number },
): Promise<(KeptStep & { madeAt: Date })[]> {
  const rows = await selectOfSeller(db, 'undos', sellerId)
    .select(['id', 'kind', 'step', 'said', 'inverse', 'made_at'])
    .where('member_id', '=', memberId)
    .where('kind', '=', kind)
    .where('made_at', '>', earliest(now))
    .orderBy('made_at', 'desc')
    .limit(limit)
    .execute()
  return rows.map(({ made_at: madeAt, ...row }) => ({ ...kept(row), madeAt }))
}

export async function readUndoKinds(db: SellerDb, { sellerId, memberId, ids, now }: Wanted): Promise<UndoKind[]> {
  const rows = await selectOfSeller(db, 'undos', sellerId)
    .select('kind')
    .distinct()
    .where('member_id', '=', memberId)
    .where('id', 'in', ids)
    .where('made_at', '>', earliest(now))
    .execute()
  return rows.map(({ kind }) => kind as UndoKind)
}

/** Deletes and returns steps, to undo them in the same transaction, so that each is undone only once. */
export async function takeUndos(db: SellerDb, { sellerId, memberId, ids, now }: Wanted): Promise<KeptStep[]> {
  if (ids.length === 0) return []
  const rows = await deleteOfSeller(db, 'undos', sellerId)
    .where('member_id', '=', memberId)
    .where('id', 'in', ids)
    .where('made_at', '>', earliest(now))
    .returning(['id', 'kind', 'step', 'said', 'inverse'])
    .execute()
  return rows.map(kept)
}

/** Only `keepUndo` writes kinds and steps, so the casts are safe. */
const kept = (row: Omit<KeptStep, 'kind' | 'step'> & { kind: string; step: string }) => row as KeptStep

/** Deletes expired undo data of all sellers; run by a job (`server/jobs.ts`). */
export async function removeOldUndos(owner: Kysely<Schema>, now: Date): Promise<void> {
  await owner.deleteFrom('undos').where('made_at', '<=', earliest(now)).modifyEnd(overAllSellers).execute()
}

const earliest = (now: Date) => new Date(now.getTime() - undoLifetimeMs)
