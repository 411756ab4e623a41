import { updateOfSeller, deleteOfSeller } from '#db/change-of-seller.ts'
import { selectOfSeller } from '#db/select-of-seller.ts'
import { sql, type Kysely, type RawBuilder } from 'kysely'
import { isConcurrencyConflict, retryWhen } from '#db/failure.ts'
import { oneRow } from '#db/one-row.ts'
import type { Schema } from '#db/schema.ts'
import { addOrderEvents } from '#features/core/order/order-events-db.server.ts'
import { removedUsername } from '#features/core/order/removed-buyer.ts'
import type { SellerDb } from '#db/client.ts'
import { forgetBodies } from '#features/developers/webhooks/bodies-db.server.ts'
import { eraseDocuments } from './erase-documents-db.server.ts'
import { keptColumns, keptEntries } from './erasure-map.ts'
import { buyersTerms, eraseMentions, hasTerm, type NamedOrder } from './mentions-db.server.ts'
import { openOrders } from './open-orders-db.server.ts'

interface Erasing {
  sellerId: number
  buyerId: number
  requestKey: string
  now: Date
}

/** Orders per transaction. */
const ordersAPiece = 100

/**
 * Erases a buyer's personal data at one seller. Returns false if an open order delays it. Runs in batches, can be
 * resumed, and is idempotent.
 */
export async function eraseBuyer(db: Kysely<Schema>, erasing: Erasing): Promise<boolean> {
  for (;;) {
    // A worker on a file may hold rows that are deleted.
    const erase = () => db.transaction().execute((all) => erasePiece(all, erasing))
    const piece = await retryWhen(erase, isConcurrencyConflict)
    if (piece !== 'more') return piece === 'done'
  }
}

async function erasePiece(db: SellerDb, erasing: Erasing): Promise<'more' | 'waits' | 'done'> {
  const { sellerId, buyerId, requestKey, now } = erasing
  // A concurrent new order of the buyer waits for this lock.
  const buyer = await selectOfSeller(db, 'buyers', sellerId)
    .selectAll()
    .where('id', '=', buyerId)
    .forUpdate()
    .executeTakeFirst()
  if (!buyer) return 'done'
  if ((await openOrders(db, erasing)).length > 0) return 'waits'
  const username = removedUsername(requestKey)
  const orders: NamedOrder[] = await selectOfSeller(db, 'orders', sellerId)
    .select(['id', 'order_number as number', 'external_id', 'buyer_username', 'buyer_name', 'buyer_email'])
    .where('buyer_id', '=', buyerId)
    .where('buyer_username', '<>', username)
    .orderBy('id')
    .limit(ordersAPiece)
    .forNoKeyUpdate()
    .execute()
  if (orders.length > 0) {
    const terms = buyersTerms(buyer, await addressesOf(db, erasing), orders)
    await eraseMentions(db, { sellerId, orders, terms })
    // Offers name their buyer as at that time; orders alone know former names.
    const names = await formerNames(db, erasing, orders)
    const offers = await eraseOffers(db, erasing, { names, username })
    await forgetBodies(db, { sellerId, orderIds: [], threads: [], offers })
    await eraseOrders(db, { ...erasing, ids: orders.map(({ id }) => id), username })
    return 'more'
  }
  const terms = buyersTerms(buyer, await addressesOf(db, erasing), [])
  await eraseMentions(db, { sellerId, orders: [], terms })
  // Again: what was being sent while an order was erased may have been rendered before.
  const erased = await selectOfSeller(db, 'orders', sellerId).select('id').where('buyer_id', '=', buyerId).execute()
  const threads = await eraseQuestions(db, erasing, terms)
  const offers = await eraseOffers(db, erasing, { names: [buyer.username ?? username], username })
  await forgetBodies(db, { sellerId, orderIds: erased.map(({ id }) => id), threads, offers })
  await emptyRows(db, 'feedback', {
    where: sql`seller_id = ${sellerId} and (buyer_id = ${buyerId} or buyer_username = ${buyer.username ?? username})`,
    set: { buyer_username: username },
  })
  await emptyRows(db, 'addresses', { where: sql`seller_id = ${sellerId} and buyer_id = ${buyerId}` })
  await emptyRows(db, 'buyers', { where: sql`seller_id = ${sellerId} and id = ${buyerId}` })
  await updateOfSeller(db, 'buyer_erasures', sellerId)
    .set({ done_at: now, documents_until: await eraseDocuments(db, erasing) })
    .where('buyer_id', '=', buyerId)
    .execute()
  return 'done'
}

/**
 * Deletes the buyer's questions about listings. Answers that listings show stay, unless they name the buyer. Returns the
 * questions' keys.
 */
async function eraseQuestions(
  db: SellerDb,
  { sellerId, buyerId }: Erasing,
  terms: readonly string[],
): Promise<string[]> {
  const ofBuyer = sql`seller_id = ${sellerId} and buyer_id = ${buyerId}`
  await erasePictures(db, sellerId, { ofOrders: sql`false`, ofMessages: ofBuyer })
  const { rows: gone } = await sql<{ key: string }>`
    delete from conversation_messages where ${ofBuyer} returning message_key as key`.execute(db)
  const listed = await selectOfSeller(db, 'listing_questions', sellerId)
    .select(['message_key', 'question', 'answer'])
    .where(sql<boolean>`message_key = any (${gone.map(({ key }) => key)}::text[])`)
    .execute()
  const naming = listed.filter(({ question, answer }) => hasTerm(`${question} ${answer}`, terms))
  await sql`delete from listing_questions where seller_id = ${sellerId}
    and message_key = any (${naming.map((row) => row.message_key)}::text[])`.execute(db)
  const { rows } = await sql<{ thread: string }>`delete from conversations where ${ofBuyer} returning thread`.execute(
    db,
  )
  return rows.map(({ thread }) => thread)
}

/** User names of orders that no other buyer has now. */
async function formerNames(
  db: SellerDb,
  { sellerId, buyerId }: Erasing,
  orders: readonly NamedOrder[],
): Promise<string[]> {
  const { rows } = await sql<{ former: string }>`
    select distinct former from unnest(${orders.map((order) => order.buyer_username)}::text[]) former
    where not exists (select from buyers b where b.seller_id = ${sellerId} and b.username = former and b.id <> ${buyerId})`.execute(
    db,
  )
  return rows.map(({ former }) => former)
}

/**
 * Closes the buyer's offers, removes their name and the words of both sides, and forgets what interests them. Returns the
 * offers' keys.
 */
async function eraseOffers(
  db: SellerDb,
  { sellerId, buyerId }: Erasing,
  { names, username }: { names: readonly string[]; username: string },
): Promise<string[]> {
  const isNamed = sql<boolean>`buyer_username = any (${[...names]}::text[])`
  await deleteOfSeller(db, 'interested_buyers', sellerId).where(isNamed).execute()
  const { rows } = await sql<{ id: number; key: string; step: string | null }>`
    select id, offer_key as key, case when turn = 'SELLER' then 'withdraw' when turn = 'BUYER' then 'decline'
      when state = 'ACCEPTED' and order_id is null then 'not-pay' end as step
    from buyer_offers where seller_id = ${sellerId} and (${isNamed}
      or order_id in (select id from orders where seller_id = ${sellerId} and buyer_id = ${buyerId}))
    order by id`.execute(db)
  for (const [step, open] of Map.groupBy(rows, (row) => row.step))
    if (step) await sql`select move_offers(${sellerId}, ${open.map(({ id }) => id)}::bigint[], ${step})`.execute(db)
  const ids = rows.map(({ id }) => id)
  const ofOffers = (column: string) => sql`seller_id = ${sellerId} and ${sql.ref(column)} = any (${ids}::bigint[])`
  await sql`update buyer_offers set tell_at = null, told = null where ${ofOffers('id')}`.execute(db)
  await emptyRows(db, 'buyer_offers', { where: ofOffers('id'), set: { buyer_username: username } })
  await emptyRows(db, 'buyer_offer_steps', { where: ofOffers('offer_id') })
  return rows.map(({ key }) => key)
}

const addressesOf = (db: SellerDb, { sellerId, buyerId }: Erasing) =>
  selectOfSeller(db, 'addresses', sellerId).selectAll().where('buyer_id', '=', buyerId).execute()

interface ErasedOrders extends Erasing {
  ids: readonly number[]
  username: string
}

async function eraseOrders(db: SellerDb, { sellerId, ids, username, now }: ErasedOrders): Promise<void> {
  const ofOrders = sql`seller_id = ${sellerId} and order_id = any (${[...ids]}::bigint[])`
  await sql`select set_config('hub.erasing', 'on', true)`.execute(db)
  await sql`delete from order_events where ${ofOrders} and kind <> all (${[...keptEntries]}::text[])`.execute(db)
  await sql`select set_config('hub.erasing', '', true)`.execute(db)
  await erasePictures(db, sellerId, { ofOrders, ofMessages: ofOrders })
  await sql`delete from label_files where seller_id = ${sellerId}
    and label_id in (select id from labels where ${ofOrders})`.execute(db)
  await emptyRows(db, 'labels', { where: ofOrders })
  await emptyRows(db, 'cases', { where: ofOrders })
  await emptyRows(db, 'disputes', { where: ofOrders })
  await emptyRows(db, 'feedback', { where: ofOrders, set: { buyer_username: username } })
  for (const table of ['order_notes', 'order_tags', 'conversations', 'conversation_messages'] as const)
    await sql`delete from ${sql.table(table)} where ${ofOrders}`.execute(db)
  await emptyRows(db, 'orders', {
    where: sql`seller_id = ${sellerId} and id = any (${[...ids]}::bigint[])`,
    set: { buyer_username: username },
  })
  await sql`select write_order_terms(${sellerId}, ${[...ids]}::bigint[])`.execute(db)
  await addOrderEvents(db, {
    sellerId,
    at: now,
    actor: { kind: 'MARKETPLACE' },
    events: ids.map((orderId) => ({
      orderId,
      kind: 'BUYER_ERASED',
      subject: 'buyer',
      before: null,
      after: {},
      requestKey: `erase ${orderId}`,
    })),
  })
}

/** Deletes pictures of cases, disputes and messages, and their files if unused elsewhere. */
async function erasePictures(
  db: SellerDb,
  sellerId: number,
  { ofOrders, ofMessages }: Record<'ofOrders' | 'ofMessages', RawBuilder<unknown>>,
): Promise<void> {
  const { rows } = await sql<{ hash: string }>`
    with photos as (
      delete from case_photos where seller_id = ${sellerId} and case_id in (select id from cases where ${ofOrders}) returning hash
    ), evidence as (
      delete from dispute_evidence where seller_id = ${sellerId}
        and dispute_id in (select id from disputes where ${ofOrders}) returning hash
    ), sent as (
      delete from message_pictures where seller_id = ${sellerId}
        and message_id in (select id from conversation_messages where ${ofMessages}) returning hash
    )
    select hash from photos union select hash from evidence union select hash from sent`.execute(db)
  const hashes = rows.map(({ hash }) => hash)
  if (hashes.length === 0) return
  await sql`
    delete from pictures p where p.seller_id = ${sellerId} and p.hash = any (${hashes}::text[])
      and not exists (select from listing_pictures l where l.seller_id = ${sellerId} and l.hash = p.hash)
      and not exists (select from message_pictures m where m.seller_id = ${sellerId} and m.hash = p.hash)
      and not exists (select from case_photos c where c.seller_id = ${sellerId} and c.hash = p.hash)
      and not exists (select from dispute_evidence e where e.seller_id = ${sellerId} and e.hash = p.hash)`.execute(db)
}

type EmptiedTable = keyof typeof keptColumns

interface Emptied {
  where: RawBuilder<unknown>
  set?: Readonly<Record<string, string>>
}

/** Clears all text and JSON columns of a table's rows, except those kept. */
async function emptyRows(db: SellerDb, table: EmptiedTable, { where, set = {} }: Emptied): Promise<void> {
  const { columns } = await oneRow(
    db,
    sql<{ columns: { name: string; isNullable: boolean; type: string }[] }>`
    select coalesce(jsonb_agg(jsonb_build_object('name', attname, 'isNullable', not attnotnull, 'type', format_type(atttypid, null))), '[]') as columns
    from pg_attribute where attrelid = to_regclass(${table}) and attnum > 0 and not attisdropped and attgenerated = ''
      and format_type(atttypid, null) in ('text', 'text[]', 'jsonb', 'bytea')`,
  )
  const kept: readonly string[] = keptColumns[table]
  const emptied = columns
    .filter(({ name }) => !kept.includes(name))
    .map(({ name, isNullable, type }) => {
      const value = set[name] ?? (isNullable ? null : emptyOf(type))
      return sql`${sql.ref(name)} = ${value}`
    })
  await sql`update ${sql.table(table)} set ${sql.join(emptied)} where ${where}`.execute(db)
}

const emptyOf = (type: string) => (type === 'jsonb' ? '{}' : type === 'text[]' ? '{}' : '')
