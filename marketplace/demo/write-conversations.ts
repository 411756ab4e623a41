import { sql, type Transaction } from 'kysely'
import { oneRow } from '#db/one-row.ts'
import type { NewRow, Row, Schema } from '#db/schema.ts'
import type { Actor, OrderEvent } from '#features/core/order/order-event.ts'
import { addOrderEvents } from '#features/core/order/order-events-db.server.ts'
import type { PictureStore } from '#features/core/listing-pictures/picture-store.server.ts'
import { hour } from '#lib/duration.ts'
import { assertDefined } from '#lib/assert-defined.ts'
import { takePhotos } from './buyer-photos.ts'
import { insertRows } from './insert.ts'
import { conversationScripts, type ShopConversations, type ScriptedMessage } from './conversation-scripts.ts'

interface TalkOf {
  sellerId: number
  username: string
  member: { id: string; name: string }
  store: PictureStore | null
  now: Date
}

type OrderRow = Pick<Row<'orders'>, 'id' | 'order_number' | 'status' | 'placed_at' | 'delivered_at'> & {
  /** SKU of its first line. */
  sku: string | null
}

/** Writes the notes and conversations of a demo seller, with timelines; returns the number of rows. */
export async function writeConversations(tx: Transaction<Schema>, of: TalkOf): Promise<number> {
  const talk = conversationScripts[of.username]
  if (!talk) return 0
  const rows = talkRows(talk, of, await readOrders(tx, of.sellerId))
  // Messages first: conversation state and flags depend on them.
  await insertRows(tx, { conversation_messages: rows.conversation_messages })
  const photos = await writePhotos(tx, of, rows)
  await insertRows(tx, {
    order_notes: rows.order_notes,
    order_tags: rows.order_tags,
    message_templates: rows.message_templates,
  })
  // Chronologically.
  for (const { at, actor, ...event } of rows.events.toSorted((a, b) => a.at.getTime() - b.at.getTime()))
    await addOrderEvents(tx, { sellerId: of.sellerId, at, actor, events: [event] })
  await sql`update conversations set read_id = last_id where seller_id = ${of.sellerId}
    and order_id = any (${rows.read}::bigint[])`.execute(tx)
  await sql`update conversations set settled_id = last_id where seller_id = ${of.sellerId}
    and order_id = any (${rows.settled}::bigint[])`.execute(tx)
  const written = Object.values(rows).reduce((sum, { length }) => sum + length, 0)
  return written - rows.photographed.length - rows.read.length - rows.settled.length + photos
}

/** Adds photos of the order's first item to messages, with timeline entries. */
async function writePhotos(
  tx: Transaction<Schema>,
  { sellerId, store, now }: TalkOf,
  { photographed, events }: TalkRows,
): Promise<number> {
  if (!store) return 0
  let written = 0
  for (const { key, most } of photographed) {
    const { id: message_id, image } = await oneRow(
      tx,
      sql<{ id: number; image: string | null }>`
      select m.id, coalesce(i.image_url, p.image_url) as image
      from conversation_messages m
      join line_items l on l.seller_id = ${sellerId} and l.order_id = m.order_id and l.position = 1
      left join listings i on i.seller_id = ${sellerId} and i.id = l.listing_id
      left join products p on p.id = l.product_id
      where m.seller_id = ${sellerId} and m.message_key = ${key}`,
    )
    const photos = await takePhotos({ tx, store, sellerId, now }, image, most)
    const pictures = photos.map(({ hash }, index) => ({ seller_id: sellerId, message_id, position: index + 1, hash }))
    await insertRows(tx, { message_pictures: pictures })
    const event = assertDefined(
      events.find(({ subject }) => subject === key),
      'each message has its event',
    )
    event.after = { subject: null, pictures: pictures.length }
    written += pictures.length
  }
  return written
}

/** Newest orders first, so that conversations are about visible ones. */
async function readOrders(tx: Transaction<Schema>, sellerId: number): Promise<OrderRow[]> {
  return tx
    .selectFrom('orders as o')
    .innerJoin('line_items as l', (join) =>
      join.onRef('l.seller_id', '=', 'o.seller_id').onRef('l.order_id', '=', 'o.id').on('l.position', '=', 1),
    )
    .select(['o.id', 'order_number', 'status', 'placed_at', 'delivered_at', 'sku'])
    .where('o.seller_id', '=', sellerId)
    .orderBy('placed_at', 'desc')
    .orderBy('o.id', 'desc')
    .limit(1000)
    .execute()
}

type Event = OrderEvent & { at: Date; actor: Actor; orderId: number; requestKey: string | null }

interface TalkRows {
  conversation_messages: NewRow<'conversation_messages'>[]
  order_notes: NewRow<'order_notes'>[]
  order_tags: NewRow<'order_tags'>[]
  events: Event[]
  message_templates: NewRow<'message_templates'>[]
  /** Messages with photos, by key, and the maximum number. */
  photographed: { key: string; most: number }[]
  read: number[]
  settled: number[]
}

function talkRows(talk: ShopConversations, of: TalkOf, orders: readonly OrderRow[]): TalkRows {
  const { sellerId: seller_id, now } = of
  const taken = new Set<number>()
  const at = (hoursAgo: number) => new Date(now.getTime() - hoursAgo * hour)
  /**
   * The newest order of a status that existed, and was delivered if applicable, before the conversation; preferably
   * with the SKU.
   */
  const take = (status: string, hoursAgo: number, sku = ''): OrderRow[] => {
    const began = at(hoursAgo)
    const all = orders.filter(
      (row) =>
        row.status === status &&
        !taken.has(row.id) &&
        (status === 'DELIVERED' && row.delivered_at ? row.delivered_at : row.placed_at) < began,
    )
    const order = all.find((row) => row.sku?.startsWith(sku)) ?? all[0]
    if (order) taken.add(order.id)
    return order ? [order] : []
  }
  const rows: TalkRows = {
    conversation_messages: [],
    order_notes: [],
    order_tags: [],
    events: [],
    message_templates: talk.templates.map(([name, body], index) => ({
      seller_id,
      id: `template${String(index).padStart(8, '0')}`,
      name,
      body,
    })),
    photographed: [],
    read: [],
    settled: [],
  }
  for (const { status, sku, messages, isRead, isSettled, note, tags } of talk.orders)
    for (const order of take(status, Math.max(...messages.map(([hoursAgo]) => hoursAgo), 1), sku)) {
      messages.forEach((line, index) => addMessage(rows, of, { order, line, index, at: at(line[0]) }))
      if (isRead) rows.read.push(order.id)
      if (isSettled) rows.settled.push(order.id)
      if (note) addNote(rows, of, { order, note, at: at(1) })
      if (tags) addTags(rows, of, { order, tags, at: at(1) })
    }
  return rows
}

const memberOf = ({ member }: TalkOf): Actor => ({ kind: 'MEMBER', ...member })

interface OfOrder {
  order: OrderRow
  at: Date
}

function addMessage(
  rows: TalkRows,
  of: TalkOf,
  { order, line, index, at }: OfOrder & { line: ScriptedMessage; index: number },
) {
  const [, sender, body, photos = 0] = line
  const key = `demo-${order.order_number}-${index}`
  const isOurs = sender === 'us'
  rows.conversation_messages.push({
    seller_id: of.sellerId,
    order_id: order.id,
    message_key: key,
    subject: null,
    sender: isOurs ? 'SELLER' : 'BUYER',
    member_id: isOurs ? of.member.id : null,
    member_name: isOurs ? of.member.name : null,
    body,
    sent_at: at,
  })
  if (photos > 0) rows.photographed.push({ key, most: photos })
  rows.events.push({
    orderId: order.id,
    at,
    actor: isOurs ? memberOf(of) : { kind: 'BUYER' },
    kind: isOurs ? 'MESSAGE_SENT' : 'MESSAGE_RECEIVED',
    subject: key,
    before: null,
    after: { subject: null, pictures: 0 },
    requestKey: `message ${key}`,
  })
}

function addNote(rows: TalkRows, of: TalkOf, { order, note, at }: OfOrder & { note: string }) {
  const { sellerId: seller_id, member } = of
  rows.order_notes.push({ seller_id, order_id: order.id, note, written_by: member.name, written_at: at })
  const event = { kind: 'NOTE_WRITTEN', subject: 'note', before: null, after: { text: note } } as const
  rows.events.push({ ...event, orderId: order.id, at, actor: memberOf(of), requestKey: null })
}

function addTags(rows: TalkRows, of: TalkOf, { order, tags, at }: OfOrder & { tags: readonly string[] }) {
  for (const tag of tags) rows.order_tags.push({ seller_id: of.sellerId, order_id: order.id, tag })
  const event = { kind: 'TAGS_CHANGED', subject: 'tags', before: null, after: { tags: tags.toSorted() } } as const
  rows.events.push({ ...event, orderId: order.id, at, actor: memberOf(of), requestKey: null })
}
