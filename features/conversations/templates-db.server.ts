import type { SellerDb } from '#db/client.ts'
import type { Row } from '#db/schema.ts'
import type { TakenBack } from '#features/undo/undo.ts'
import { messageLimits } from './message.ts'

/** A text that a seller sends often. */
export type MessageTemplate = Pick<Row<'message_templates'>, 'id' | 'name' | 'body'>

/** A seller's templates, by name. */
export function listTemplates(db: SellerDb, sellerId: number): Promise<MessageTemplate[]> {
  return db
    .selectFrom('message_templates')
    .select(['id', 'name', 'body'])
    .where('seller_id', '=', sellerId)
    .orderBy('name')
    .orderBy('id')
    .execute()
}

/** What became of a template that was to be kept. */
export type SaveTemplateOutcome = { ok: true } | { ok: false; reason: 'unknown' | 'name-taken' | 'too-many' }

/** Keeps a template: a new one, or in place of the one that `id` names. */
export async function saveTemplate(
  db: SellerDb,
  { sellerId, id, name, body }: { sellerId: number; id: string | null; name: string; body: string },
): Promise<SaveTemplateOutcome> {
  const known = await listTemplates(db, sellerId)
  if (id !== null && !known.some((template) => template.id === id)) return { ok: false, reason: 'unknown' }
  if (known.some((other) => other.id !== id && other.name.toLowerCase() === name.toLowerCase()))
    return { ok: false, reason: 'name-taken' }
  if (id === null && known.length >= messageLimits.templates) return { ok: false, reason: 'too-many' }
  if (id === null) await db.insertInto('message_templates').values({ seller_id: sellerId, name, body }).execute()
  else
    await db
      .updateTable('message_templates')
      .set({ name, body })
      .where('seller_id', '=', sellerId)
      .where('id', '=', id)
      .execute()
  return { ok: true }
}

/** What puts a deleted template back. */
export interface TemplateInverse {
  template: MessageTemplate
}

/** Deletes a template, and returns what puts it back; null where there is none such. */
export async function deleteTemplate(db: SellerDb, sellerId: number, id: string): Promise<TemplateInverse | null> {
  const template = await db
    .deleteFrom('message_templates')
    .where('seller_id', '=', sellerId)
    .where('id', '=', id)
    .returning(['id', 'name', 'body'])
    .executeTakeFirst()
  return template ? { template } : null
}

/** Puts a deleted template back; it stays away where another one has its name by now, or there is no room for it. */
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
