import type { HubCase, HubFeedback, HubMessage, HubOrder, OrderBody } from '../hub-types.ts'
import { parse, type Store } from './open-store.ts'

export interface MarketOrder {
  id: string
  buyer: string
  /** The seller's id in the hub. */
  seller: string
  /** PLACING: sent, without a response yet. */
  state: 'PLACING' | 'PLACED' | 'REFUSED'
  placedAt: string
  heardAt: string
  body: OrderBody
  /** The hub's order; null before its response. */
  order: HubOrder | null
}

type Row = Record<string, unknown>

const orderOf = (row: Row): MarketOrder => ({
  id: String(row.id),
  buyer: String(row.buyer),
  seller: String(row.seller),
  state: row.state as MarketOrder['state'],
  placedAt: String(row.placed_at),
  heardAt: String(row.heard_at),
  body: parse(row.body) as OrderBody,
  order: row.json === null ? null : (parse(row.json) as HubOrder),
})

/** Stores an order before sending; whether it is new. An order already sent is unchanged unless refused. */
export function keepPlacing(store: Store, order: Pick<MarketOrder, 'buyer' | 'seller' | 'body'>): boolean {
  const { id, placedAt } = order.body
  const { changes } = store
    .prepare(
      `insert into orders (id, buyer, seller, state, placed_at, body) values (?, ?, ?, 'PLACING', ?, ?)
       on conflict (id) do update set state = 'PLACING', placed_at = excluded.placed_at, body = excluded.body where state = 'REFUSED'`,
    )
    .run(id, order.buyer, order.seller, placedAt, JSON.stringify(order.body))
  return changes > 0
}

/** Stores the hub's state of an order; ignores orders of other channels. */
export function keepOrder(store: Store, order: HubOrder, heardAt = ''): void {
  store
    .prepare(`update orders set state = 'PLACED', json = ?, heard_at = max(heard_at, ?) where id = ?`)
    .run(JSON.stringify(order), heardAt, order.id)
}

/** Marks an order as refused; whether it was not before. */
export function noteRefused(store: Store, id: string): boolean {
  return store.prepare(`update orders set state = 'REFUSED' where id = ? and state = 'PLACING'`).run(id).changes > 0
}

export function findOrder(store: Store, id: string): MarketOrder | null {
  const row = store.prepare('select * from orders where id = ?').get(id)
  return row ? orderOf(row) : null
}

/** A buyer's orders, newest first. */
export function listOrders(store: Store, buyer: string): MarketOrder[] {
  return store
    .prepare(`select * from orders where buyer = ? and state <> 'REFUSED' order by placed_at desc, id desc limit 200`)
    .all(buyer)
    .map(orderOf)
}

export function listPlacing(store: Store): MarketOrder[] {
  return store.prepare(`select * from orders where state = 'PLACING' order by placed_at`).all().map(orderOf)
}

export function keepMessage(store: Store, message: HubMessage): void {
  store
    .prepare(
      `insert into messages (key, order_id, sent_at, json) select ?, id, ?, ? from orders where id = ?
       on conflict (key) do update set json = excluded.json`,
    )
    .run(message.key, message.sentAt, JSON.stringify(message), message.order)
}

/** Messages about an order, oldest first. */
export function listMessages(store: Store, order: string): HubMessage[] {
  return store
    .prepare('select json from messages where order_id = ? order by sent_at, key')
    .all(order)
    .map((row) => parse(row.json) as HubMessage)
}

export function keepCase(store: Store, found: HubCase, heardAt = ''): void {
  store
    .prepare(
      `insert into cases (number, order_id, heard_at, json) select ?, id, ?, ? from orders where id = ?
       on conflict (number) do update set json = excluded.json, heard_at = max(heard_at, excluded.heard_at)`,
    )
    .run(found.number, heardAt, JSON.stringify(found), found.order)
}

/** Last update of a case; null if unknown. */
export function caseHeardAt(store: Store, number: string): string | null {
  const row = store.prepare('select heard_at from cases where number = ?').get(number)
  return row ? String(row.heard_at) : null
}

/** Cases of an order, oldest first. */
export function listCases(store: Store, order: string): HubCase[] {
  return store
    .prepare('select json from cases where order_id = ? order by number')
    .all(order)
    .map((row) => parse(row.json) as HubCase)
    .toSorted((a, b) => a.openedAt.localeCompare(b.openedAt))
}

export interface LeftFeedback {
  rating: 'POSITIVE' | 'NEUTRAL' | 'NEGATIVE'
  stars: number
  comment: string
  reply?: { text: string; at: string }
}

export function keepFeedback(store: Store, order: string, feedback: LeftFeedback): void {
  store
    .prepare('insert into feedback (order_id, json) values (?, ?) on conflict do nothing')
    .run(order, JSON.stringify(feedback))
}

/** Stores the seller's reply unless a newer one is known. */
export function keepReply(store: Store, { order, reply, repliedAt }: HubFeedback): void {
  const feedback = order === null ? null : findFeedback(store, order)
  if (order === null || !feedback || reply === null || repliedAt === null) return
  if (feedback.reply && feedback.reply.at > repliedAt) return
  store
    .prepare('update feedback set json = ? where order_id = ?')
    .run(JSON.stringify({ ...feedback, reply: { text: reply, at: repliedAt } }), order)
}

export function findFeedback(store: Store, order: string): LeftFeedback | null {
  const row = store.prepare('select json from feedback where order_id = ?').get(order)
  return row ? (parse(row.json) as LeftFeedback) : null
}
