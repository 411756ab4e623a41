import type { Kysely } from 'kysely'
import { overAllSellers, type SellerDb } from '#db/client.ts'
import type { Schema } from '#db/schema.ts'
import { undoLasts, type UndoKind, type UndoSaid, type UndoStep } from './undo.ts'

/** A step that was taken just now, with what takes it back. */
export interface StepToKeep {
  sellerId: number
  /** Who took it: nobody else takes it back. */
  memberId: string
  kind: UndoKind
  step: UndoStep
  said: UndoSaid
  /** The inverse: what to put back where nothing was changed since. As JSON; the kind's reader knows its form. */
  inverse: object
  now: Date
  /** Of a wish that may come twice: the second one meets the first (unique violation). Drawn at random otherwise. */
  id?: string
}

/** A step as it is read again. */
export interface KeptStep {
  id: string
  kind: UndoKind
  step: UndoStep
  said: UndoSaid
  inverse: object
}

/** Keeps how a step is taken back, in the step's own transaction. Returns its id. */
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

/** Which steps: of a member of a seller, as long as they can be taken back. */
interface Wanted {
  sellerId: number
  memberId: string
  ids: readonly string[]
  now: Date
}

/** A step that can be taken back still; null where it cannot. */
export async function findUndo(db: SellerDb, { ids: [id = ''], ...whose }: Wanted): Promise<KeptStep | null> {
  const { sellerId, memberId, now } = whose
  const row = await db
    .selectFrom('undos')
    .select(['id', 'kind', 'step', 'said', 'inverse'])
    .where('seller_id', '=', sellerId)
    .where('member_id', '=', memberId)
    .where('id', '=', id)
    .where('made_at', '>', earliest(now))
    .executeTakeFirst()
  return row ? kept(row) : null
}

/** The steps of a kind that a member can take back still, the latest first. */
export async function listUndos(
  db: SellerDb,
  { sellerId, memberId, kind, now, limit }: Omit<Wanted, 'ids'> & { kind: UndoKind; limit: number },
): Promise<(KeptStep & { madeAt: Date })[]> {
  const rows = await db
    .selectFrom('undos')
    .select(['id', 'kind', 'step', 'said', 'inverse', 'made_at'])
    .where('seller_id', '=', sellerId)
    .where('member_id', '=', memberId)
    .where('kind', '=', kind)
    .where('made_at', '>', earliest(now))
    .orderBy('made_at', 'desc')
    .limit(limit)
    .execute()
  return rows.map(({ made_at: madeAt, ...row }) => ({ ...kept(row), madeAt }))
}

/** Takes steps out, to be taken back in the same transaction: each can be once, however often it is asked for. */
export async function takeUndos(db: SellerDb, { sellerId, memberId, ids, now }: Wanted): Promise<KeptStep[]> {
  if (ids.length === 0) return []
  const rows = await db
    .deleteFrom('undos')
    .where('seller_id', '=', sellerId)
    .where('member_id', '=', memberId)
    .where('id', 'in', ids)
    .where('made_at', '>', earliest(now))
    .returning(['id', 'kind', 'step', 'said', 'inverse'])
    .execute()
  return rows.map(kept)
}

/** Kinds and steps are written by `keepUndo` alone. */
const kept = (row: Omit<KeptStep, 'kind' | 'step'> & { kind: string; step: string }) => row as KeptStep

/** Removes what can be taken back no longer, of all sellers. A job runs it (`server/jobs.ts`). */
export async function removeOldUndos(owner: Kysely<Schema>, now: Date): Promise<void> {
  await owner.deleteFrom('undos').where('made_at', '<=', earliest(now)).modifyEnd(overAllSellers).execute()
}

const earliest = (now: Date) => new Date(now.getTime() - undoLasts)
