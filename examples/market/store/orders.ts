import type { HubCase, HubFeedback, HubMessage, HubOrder, OrderBody } from '../hub-types.ts'
import { parse, type Store } from './open-store.ts'

/** An order of one of the market's buyers. */
export interface MarketOrder {
  id: string
  buyer: string
  /** The seller's id in the hub. */
  seller: string
  /** PLACING: sent, and not answered yet. */
  state: 'PLACING' | 'PLACED' | 'REFUSED'
  placedAt: string
  heardAt: string
  body: OrderBody
  /** As the hub has it; null until it has answered. */
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

/** Keeps an order that is about to be sent. One that was sent before stays as it was sent, unless it was refused. */
export function keepPlacing(store: Store, order: Pick<MarketOrder, 'buyer' | 'seller' | 'body'>): void {
  const { id, placedAt } = order.body
  store
    .prepare(
      `insert into orders (id, buyer, seller, state, placed_at, body) values (?, ?, ?, 'PLACING', ?, ?)
       on conflict (id) do update set state = 'PLACING', placed_at = excluded.placed_at, body = excluded.body where state = 'REFUSED'`,
    )
    .run(id, order.buyer, order.seller, placedAt, JSON.stringify(order.body))
}

/** Keeps an order as the hub has it; of one that is not of the market, nothing. */
export function keepOrder(store: Store, order: HubOrder, heardAt = ''): void {
  store
    .prepare(`update orders set state = 'PLACED', json = ?, heard_at = max(heard_at, ?) where id = ?`)
    .run(JSON.stringify(order), heardAt, order.id)
}

/** Notes that the hub does not take an order. */
export function noteRefused(store: Store, id: string): void {
  store.prepare(`update orders set state = 'REFUSED' where id = ? and state = 'PLACING'`).run(id)
}

/** An order by its id. */
export function findOrder(store: Store, id: string): MarketOrder | null {
  const row = store.prepare('select * from orders where id = ?').get(id)
  return row ? orderOf(row) : null
}

/** What a buyer has ordered, the newest first. */
export function listOrders(store: Store, buyer: string): MarketOrder[] {
  return store
    .prepare(`select * from orders where buyer = ? and state <> 'REFUSED' order by placed_at desc, id desc limit 200`)
    .all(buyer)
    .map(orderOf)
}

/** Orders that were sent and not answered. */
export function listPlacing(store: Store): MarketOrder[] {
  return store.prepare(`select * from orders where state = 'PLACING' order by placed_at`).all().map(orderOf)
}

/** Keeps what buyer or seller wrote about an order of the market. */
export function keepMessage(store: Store, message: HubMessage): void {
  store
    .prepare(
      `insert into messages (key, order_id, sent_at, json) select ?, id, ?, ? from orders where id = ?
       on conflict (key) do update set json = excluded.json`,
    )
    .run(message.key, message.sentAt, JSON.stringify(message), message.order)
}

/** What was written about an order, the first first. */
export function listMessages(store: Store, order: string): HubMessage[] {
  return store
    .prepare('select json from messages where order_id = ? order by sent_at, key')
    .all(order)
    .map((row) => parse(row.json) as HubMessage)
}

/** Keeps a case of an order of the market as it stands. */
export function keepCase(store: Store, found: HubCase, heardAt = ''): void {
  store
    .prepare(
      `insert into cases (number, order_id, heard_at, json) select ?, id, ?, ? from orders where id = ?
       on conflict (number) do update set json = excluded.json, heard_at = max(heard_at, excluded.heard_at)`,
    )
    .run(found.number, heardAt, JSON.stringify(found), found.order)
}

/** When a case was heard of last; null where it is not known. */
export function caseHeardAt(store: Store, number: string): string | null {
  const row = store.prepare('select heard_at from cases where number = ?').get(number)
  return row ? String(row.heard_at) : null
}

/** The cases of an order, the first first. */
export function listCases(store: Store, order: string): HubCase[] {
  return store
    .prepare('select json from cases where order_id = ? order by number')
    .all(order)
    .map((row) => parse(row.json) as HubCase)
    .toSorted((a, b) => a.openedAt.localeCompare(b.openedAt))
}

/** What a buyer has said of an order. */
export interface LeftFeedback {
  rating: 'POSITIVE' | 'NEUTRAL' | 'NEGATIVE'
  stars: number
  comment: string
  /** What the seller answers; not there before they do. */
  reply?: { text: string; at: string }
}

/** Keeps a buyer's feedback. */
export function keepFeedback(store: Store, order: string, feedback: LeftFeedback): void {
  store
    .prepare('insert into feedback (order_id, json) values (?, ?) on conflict do nothing')
    .run(order, JSON.stringify(feedback))
}

/** Keeps what a seller answers to the feedback of an order; an answer that is older than the one that is known is not news. */
export function keepReply(store: Store, { order, reply, repliedAt }: HubFeedback): void {
  const feedback = order === null ? null : findFeedback(store, order)
  if (order === null || !feedback || reply === null || repliedAt === null) return
  if (feedback.reply && feedback.reply.at > repliedAt) return
  store
    .prepare('update feedback set json = ? where order_id = ?')
    .run(JSON.stringify({ ...feedback, reply: { text: reply, at: repliedAt } }), order)
}

/** A buyer's feedback of an order. */
export function findFeedback(store: Store, order: string): LeftFeedback | null {
  const row = store.prepare('select json from feedback where order_id = ?').get(order)
  return row ? (parse(row.json) as LeftFeedback) : null
}
