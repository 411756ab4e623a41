import { deleteOfSeller, updateOfSeller } from '#db/change-of-seller.ts'
import { selectOfSeller } from '#db/select-of-seller.ts'
import { sql } from 'kysely'
import type { SellerDb } from '#db/client.ts'
import type { Row } from '#db/schema.ts'
import { forgetBodies } from '#features/developers/webhooks/bodies-db.server.ts'
import { groupOf } from '#features/shipping/tracking-upload/group-rows.server.ts'

/** The fields by which other data refers to an order and its buyer. */
export type NamedOrder = { number: string } & Pick<
  Row<'orders'>,
  'id' | 'external_id' | 'buyer_username' | 'buyer_name' | 'buyer_email'
>

/** Search terms for a buyer and their orders: names, ids, e-mails, phones, streets and order numbers. */
export function buyersTerms(
  buyer: Row<'buyers'>,
  addresses: readonly Row<'addresses'>[],
  orders: readonly NamedOrder[],
): string[] {
  const words = [
    buyer.username,
    buyer.name,
    buyer.external_id,
    ...addresses.flatMap(({ name, line1, phone }) => [name, line1, phone]),
    ...orders.flatMap((order) => [
      order.number,
      order.external_id,
      order.buyer_username,
      order.buyer_name,
      order.buyer_email,
    ]),
  ]
  return [...new Set(words.flatMap((word) => (word === null || word.trim() === '' ? [] : [word.trim()])))]
}

interface Mentions {
  sellerId: number
  orders: readonly NamedOrder[]
  terms: readonly string[]
}

/** Erases copies outside of orders: webhook bodies, API responses, upload rows, files and their names, undo data and searches. */
export async function eraseMentions(db: SellerDb, { sellerId, orders, terms }: Mentions): Promise<void> {
  // Before all else: a file that is being read or written would keep the buyer. Its worker can report no more, and one
  // that was written begins anew.
  await sql`
    update file_runs set state = 'QUEUED', position = case when direction = 'UPLOAD' then position end
    where seller_id = ${sellerId} and has_buyers and state = 'RUNNING'`.execute(db)
  await forgetBodies(db, { sellerId, orderIds: orders.map(({ id }) => id) })
  // A single word must match a whole value; a name with spaces may be part of one.
  const quoted = terms.map((term) => JSON.stringify(term))
  const within = terms.filter((term) => term.includes(' '))
  await sql`
    delete from api_answers where seller_id = ${sellerId}
      and exists (select from unnest(${quoted}::text[]) term where strpos(body, term) > 0)`.execute(db)
  await sql`
    delete from undos where seller_id = ${sellerId}
      and exists (select from unnest(${quoted}::text[]) term where strpos(said::text, term) > 0 or strpos(inverse::text, term) > 0)`.execute(
    db,
  )
  // Carriers write names in capitals. Rows that are not checked yet have their order in their group.
  await sql`
    delete from tracking_rows where seller_id = ${sellerId} and (
      order_number = any (${orders.map(({ number }) => number)}::text[])
      or order_group = any (${orders.map(({ number }) => groupOf.order(number))}::text[])
      or exists (select from unnest(${[...terms]}::text[]) term, unnest(fields) field where lower(field) = lower(term))
      or exists (select from unnest(${quoted}::text[]) term where strpos(lower(edits::text), lower(term)) > 0)
      or exists (select from unnest(${within}::text[]) term
        where strpos(lower(array_to_string(fields, ' ')), lower(term)) > 0 or strpos(lower(edits::text), lower(term)) > 0))`.execute(
    db,
  )
  // Rows of listings that took a name for a title.
  await sql`
    delete from listing_upload_rows where seller_id = ${sellerId}
      and run_id in (select id from file_runs where seller_id = ${sellerId} and has_buyers)
      and (exists (select from unnest(${quoted}::text[]) term
          where strpos(patch::text, term) > 0 or strpos(before::text, term) > 0 or strpos(problems::text, term) > 0)
        or exists (select from unnest(${within}::text[]) term
          where strpos(patch::text, term) > 0 or strpos(before::text, term) > 0 or strpos(problems::text, term) > 0))`.execute(
    db,
  )
  // Uploaded files may name people in any encoding, so they are erased entirely, with the cells that were typed in them.
  await sql`
    update file_runs set plan = plan - 'typed'
    where seller_id = ${sellerId} and has_buyers and plan ? 'typed'`.execute(db)
  await sql`
    delete from file_run_parts where seller_id = ${sellerId}
      and run_id in (select id from file_runs where seller_id = ${sellerId} and has_buyers)`.execute(db)
  await sql`
    delete from upload_records where seller_id = ${sellerId}
      and run_id in (select id from file_runs where seller_id = ${sellerId} and has_buyers)`.execute(db)
  await eraseFileNames(db, sellerId, terms)
  await eraseSearches(db, sellerId, terms)
}

/** Deletes saved views that search for the buyer. */
async function eraseSearches(db: SellerDb, sellerId: number, terms: readonly string[]): Promise<void> {
  const views = await selectOfSeller(db, 'saved_views', sellerId).select(['id', 'name', 'query']).execute()
  const words = new Set(terms.map((term) => term.toLowerCase()))
  const isAbout = (text: string) =>
    text.split(',').some((part) => words.has(part.trim().toLowerCase())) ||
    [...words].some((word) => word.includes(' ') && text.toLowerCase().includes(word))
  const found = views.filter(({ name, query }) => [name, ...new URLSearchParams(query).values()].some(isAbout))
  if (found.length === 0) return
  await deleteOfSeller(db, 'saved_views', sellerId)
    .where(
      'id',
      'in',
      found.map(({ id }) => id),
    )
    .execute()
}

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
async function eraseFileNames(db: SellerDb, sellerId: number, terms: readonly string[]): Promise<void> {
  const runs = await selectOfSeller(db, 'file_runs', sellerId).select(['id', 'file_name']).execute()
  for (const { id, file_name: name } of runs)
    if (hasTerm(name, terms))
      await updateOfSeller(db, 'file_runs', sellerId)
        .set({ file_name: erasedName(name) })
        .where('id', '=', id)
        .execute()
  const notices = await selectOfSeller(db, 'messages', sellerId)
    .select(['key', 'locale', sql<string>`model::text`.as('text')])
    .execute()
  for (const { key, locale, text } of notices)
    if (hasTerm(text, terms))
      await deleteOfSeller(db, 'messages', sellerId).where('key', '=', key).where('locale', '=', locale).execute()
}
