import { sql } from 'kysely'
import type { SellerDb } from '#db/client.ts'

const words = (text: string) =>
  text
    .normalize('NFKC')
    .toLowerCase()
    .split(/[^\p{L}\p{N}]+/u)
    .filter((word) => word !== '')

/** Whether a text, such as the name of a file, has the words of one of these terms one after another. */
export function hasTerm(text: string, terms: readonly string[]): boolean {
  const joined = ` ${words(text).join(' ')} `
  return terms.some((term) => {
    const wanted = words(term).join(' ')
    return wanted !== '' && joined.includes(` ${wanted} `)
  })
}

/** The name of a file whose own name is erased: its ending alone stays. */
export const erasedName = (fileName: string): string => `file${/\.[a-z0-9]{1,5}$/i.exec(fileName)?.[0] ?? ''}`

/** Erases names of files that name a buyer, and notices to the shop that quote them. */
export async function eraseFileNames(db: SellerDb, sellerId: number, terms: readonly string[]): Promise<void> {
  const runs = await db.selectFrom('file_runs').select(['id', 'file_name']).where('seller_id', '=', sellerId).execute()
  for (const { id, file_name: name } of runs)
    if (hasTerm(name, terms))
      await db
        .updateTable('file_runs')
        .set({ file_name: erasedName(name) })
        .where('seller_id', '=', sellerId)
        .where('id', '=', id)
        .execute()
  const notices = await db
    .selectFrom('messages')
    .select(['key', 'locale', sql<string>`model::text`.as('text')])
    .where('seller_id', '=', sellerId)
    .execute()
  for (const { key, locale, text } of notices)
    if (hasTerm(text, terms))
      await db
        .deleteFrom('messages')
        .where('seller_id', '=', sellerId)
        .where('key', '=', key)
        .where('locale', '=', locale)
        .execute()
}
