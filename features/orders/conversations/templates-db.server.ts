import { deleteOfSeller, updateOfSeller } from '#db/change-of-seller.ts'
import { sql } from 'kysely'
import type { SellerDb } from '#db/client.ts'
import type { OfSeller } from '#db/compile-once.ts'
import { readBatchPart, type BatchPart } from '#db/read-batch.ts'
import type { Row } from '#db/schema.ts'
import type { TakenBack } from '#features/machinery/undo/undo.ts'
import { messageLimits } from './message.ts'

export type MessageTemplate = Pick<Row<'message_templates'>, 'id' | 'name' | 'body'>

export const messageTemplates: BatchPart<OfSeller, MessageTemplate[]> = {
  statement: (at) =>
    sql`select id, name, body from message_templates where seller_id = ${at((on) => on.sellerId)} order by name, id`,
  read: (rows) => rows,
}

export function listTemplates(db: SellerDb, sellerId: number): Promise<MessageTemplate[]> {
  return readBatchPart(db, messageTemplates, { sellerId })
}

export type SaveTemplateOutcome = { ok: true } | { ok: false; reason: 'unknown' | 'name-taken' | 'too-many' }

interface NewTemplate {
  sellerId: number
  name: string
  body: string
}

/** Inserts a template, or replaces the one with `id`. Only the database compares names. */
export async function saveTemplate(
  db: SellerDb,
  { id, ...template }: NewTemplate & { id: string | null },
): Promise<SaveTemplateOutcome> {
  return id === null ? addTemplate(db, template) : changeTemplate(db, { ...template, id })
}

async function addTemplate(db: SellerDb, { sellerId, name, body }: NewTemplate): Promise<SaveTemplateOutcome> {
  const known = await listTemplates(db, sellerId)
  if (known.length >= messageLimits.templates) return { ok: false, reason: 'too-many' }
  const row = await db
    .insertInto('message_templates')
    .values({ seller_id: sellerId, name, body })
    .onConflict((conflict) => conflict.doNothing())
    .returning('id')
    .executeTakeFirst()
  return row ? { ok: true } : { ok: false, reason: 'name-taken' }
}

async function changeTemplate(
  db: SellerDb,
  { sellerId, id, name, body }: NewTemplate & { id: string },
): Promise<SaveTemplateOutcome> {
  const { rows } = await sql<{ id: string; is_own: boolean }>`
    select id, id = ${id} as is_own from message_templates
    where seller_id = ${sellerId} and (id = ${id} or lower(name) = lower(${name}))`.execute(db)
  if (!rows.some((row) => row.is_own)) return { ok: false, reason: 'unknown' }
  if (rows.some((row) => !row.is_own)) return { ok: false, reason: 'name-taken' }
  await updateOfSeller(db, 'message_templates', sellerId).set({ name, body }).where('id', '=', id).execute()
  return { ok: true }
}

export type TemplateInverse = NonNullable<Awaited<ReturnType<typeof deleteTemplate>>>

export async function deleteTemplate(db: SellerDb, sellerId: number, id: string) {
  const template = await deleteOfSeller(db, 'message_templates', sellerId)
    .where('id', '=', id)
    .returning(['id', 'name', 'body'])
    .executeTakeFirst()
  return template ? { template } : null
}

/** Restores a deleted template unless its name is taken or the limit reached. */
export async function restoreTemplate(
  db: SellerDb,
  { sellerId, inverse: { template } }: { sellerId: number; inverse: TemplateInverse },
): Promise<TakenBack> {
  const known = await listTemplates(db, sellerId)
  if (known.length >= messageLimits.templates) return { back: 0, left: 1 }
  const row = await db
    .insertInto('message_templates')
    .values({ ...template, seller_id: sellerId })
    .onConflict((conflict) => conflict.doNothing())
    .returning('id')
    .executeTakeFirst()
  return row ? { back: 1, left: 0 } : { back: 0, left: 1 }
}
