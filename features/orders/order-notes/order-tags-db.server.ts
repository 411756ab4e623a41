import { sql } from 'kysely'
import type { SellerDb } from '#db/client.ts'
import { insertRows } from '#db/insert-rows.ts'
import { readBatchPart, type BatchPart } from '#db/read-batch.ts'
import { lockOrders } from '#features/core/order/locked-orders-db.server.ts'
import type { Actor } from '#features/core/order/order-event.ts'
import { addOrderEvents } from '#features/core/order/order-events-db.server.ts'
import type { OrderNumber } from '#features/core/order/order.ts'
import type { TakenBack } from '#features/machinery/undo/undo.ts'
import { knownSpelling, tagsAfter, type TagRequest } from './tag.ts'

export function listTags(db: SellerDb, sellerId: number): Promise<string[]> {
  return readBatchPart(db, tagsOfOrders, { sellerId })
}

/** Tags of a seller's orders, found by a loose index scan. */
export const tagsOfOrders: BatchPart<{ sellerId: number }, string[]> = {
  statement: (at) => {
    const sellerId = at((on) => on.sellerId)
    return sql`
      with recursive tags as (
        (select t.tag from order_tags t where t.seller_id = ${sellerId} order by t.tag limit 1)
        union all
        select next.tag from tags, lateral (
          select t.tag from order_tags t where t.seller_id = ${sellerId} and t.tag > tags.tag order by t.tag limit 1
        ) next
      ) select tag from tags`
  },
  read: (rows: { tag: string }[]) => rows.map(({ tag }) => tag),
}

export async function readTags(
  db: SellerDb,
  sellerId: number,
  orderIds: readonly number[],
): Promise<Map<number, string[]>> {
  const { rows } = await sql<{ order_id: number; tags: string[] }>`
    select order_id, array_agg(tag order by tag) as tags from order_tags
    where seller_id = ${sellerId} and order_id = any (${[...orderIds]}::bigint[]) group by order_id`.execute(db)
  return new Map(rows.map(({ order_id, tags }) => [order_id, tags.toSorted()]))
}

export interface TagChange extends TagRequest {
  numbers: readonly OrderNumber[]
}

/** Undo data of a tag change: removes added tags and adds removed ones. */
export interface TagsInverse {
  changes: readonly TagChange[]
}

interface Tagging {
  sellerId: number
  actor: Actor
  now: Date
}

/** Orders per batch, limited by the parameters of a statement. */
const ordersAPart = 1000

/** Adds and removes tags of orders and records it in their timelines. Skips orders that would exceed the limit. */
export async function changeTags(db: SellerDb, { change, ...tagging }: Tagging & { change: TagChange }) {
  const known = change.add.length > 0 ? await listTags(db, tagging.sellerId) : []
  const tagChange = { add: change.add.map((tag) => knownSpelling(tag, known)), remove: change.remove }
  const all = { changed: 0, full: 0, inverse: new Map<string, TagChange & { numbers: OrderNumber[] }>() }
  // A fixed order prevents deadlocks between members who tag the same orders.
  const numbers = change.numbers.toSorted()
  for (let from = 0; from < numbers.length; from += ordersAPart) {
    const part = await changePart(db, tagging, { ...tagChange, numbers: numbers.slice(from, from + ordersAPart) })
    all.full += part.full
    all.changed += part.changed.length
    for (const { number, added, removed } of part.changed) {
      const key = JSON.stringify([added, removed])
      const same = all.inverse.get(key) ?? { add: removed, remove: added, numbers: [] }
      same.numbers.push(number)
      all.inverse.set(key, same)
    }
  }
  return { changed: all.changed, full: all.full, inverse: { changes: [...all.inverse.values()] } }
}

interface Changed {
  orderId: number
  number: OrderNumber
  before: readonly string[]
  after: readonly string[]
  added: string[]
  removed: string[]
}

async function changePart(db: SellerDb, { sellerId, actor, now }: Tagging, { numbers, ...tagChange }: TagChange) {
  const orders = [...(await lockOrders(db, sellerId, numbers)).values()]
  const tags = await readTags(
    db,
    sellerId,
    orders.map(({ id }) => id),
  )
  const changed: Changed[] = []
  let full = 0
  for (const { id: orderId, order_number: number } of orders) {
    const before = tags.get(orderId) ?? []
    const after = tagsAfter(before, tagChange)
    if (after === null) full += 1
    else if (after.join() !== before.join())
      changed.push({
        orderId,
        number,
        before,
        after,
        added: after.filter((tag) => !before.includes(tag)),
        removed: before.filter((tag) => !after.includes(tag)),
      })
  }
  await writeTags(db, sellerId, changed)
  if (changed.length > 0)
    await addOrderEvents(db, {
      sellerId,
      at: now,
      actor,
      events: changed.map(({ orderId, before, after }) => ({
        orderId,
        kind: 'TAGS_CHANGED',
        subject: 'tags',
        before: tagFacts(before),
        after: tagFacts(after),
        requestKey: null,
      })),
    })
  return { changed, full }
}

const tagFacts = (tags: readonly string[]) => (tags.length > 0 ? { tags: [...tags] } : null)

async function writeTags(db: SellerDb, sellerId: number, changed: readonly Changed[]): Promise<void> {
  const rowsOf = (of: 'added' | 'removed') =>
    changed.flatMap((order) => order[of].map((tag) => ({ seller_id: sellerId, order_id: order.orderId, tag })))
  const removed = rowsOf('removed')
  if (removed.length > 0)
    await sql`delete from order_tags t
      using unnest(${removed.map((row) => row.order_id)}::bigint[], ${removed.map(({ tag }) => tag)}::text[]) gone (id, tag)
      where t.seller_id = ${sellerId} and t.order_id = gone.id and t.tag = gone.tag`.execute(db)
  await insertRows(db, 'order_tags', rowsOf('added'))
}

/** Undoes a tag change for orders whose tags have not changed since. */
export async function takeTagsBack(
  db: SellerDb,
  { inverse, ...tagging }: Tagging & { inverse: TagsInverse },
): Promise<TakenBack> {
  let [back, all] = [0, 0]
  for (const change of inverse.changes) {
    all += change.numbers.length
    back += (await changeTags(db, { ...tagging, change })).changed
  }
  return { back, left: all - back }
}
