import { randomBytes } from 'node:crypto'
import type { BasketLine } from '../orders/basket.ts'
import type { Store } from './open-store.ts'
import { day } from '#lib/duration.ts'

/** A browser session of the market and its demo user. */
export interface Visit {
  id: string
  /** Anti-forgery token of its forms. */
  token: string
  buyer: string | null
}

/** Days after which an unused visit expires. */
const visitDays = 30

/** Generates an unguessable id. */
export const draw = () => randomBytes(18).toString('base64url')

export function findVisit(store: Store, id: string): Visit | null {
  const row = store.prepare('select id, token, buyer from visits where id = ?').get(id)
  return row
    ? { id: String(row.id), token: String(row.token), buyer: row.buyer === null ? null : String(row.buyer) }
    : null
}

/** Starts a visit and deletes expired ones. */
export function beginVisit(store: Store, now: Date): Visit {
  const visit = { id: draw(), token: draw(), buyer: null }
  const before = new Date(now.getTime() - visitDays * day).toISOString()
  store.prepare('delete from visits where seen_at < ?').run(before)
  store
    .prepare('insert into visits (id, token, seen_at) values (?, ?, ?)')
    .run(visit.id, visit.token, now.toISOString())
  return visit
}

/** Signs a buyer in under a new id (against session fixation), keeping the basket. */
export function signVisitIn(store: Store, visit: Visit, { buyer, now }: { buyer: string | null; now: Date }): Visit {
  const next = { id: draw(), token: draw(), buyer }
  store
    .prepare('insert into visits (id, token, buyer, seen_at) values (?, ?, ?, ?)')
    .run(next.id, next.token, buyer, now.toISOString())
  store.prepare('update chosen set visit = ? where visit = ?').run(next.id, visit.id)
  store.prepare('delete from visits where id = ?').run(visit.id)
  return next
}

export function readLines(store: Store, visit: string): BasketLine[] {
  return store
    .prepare('select item, choice, quantity from chosen where visit = ? order by rowid')
    .all(visit)
    .map((row) => ({ item: String(row.item), choice: String(row.choice), quantity: Number(row.quantity) }))
}

/** Sets the quantity of an item; zero removes it. */
export function setLine(store: Store, visit: string, { item, choice, quantity }: BasketLine): void {
  if (quantity <= 0) {
    store.prepare('delete from chosen where visit = ? and item = ? and choice = ?').run(visit, item, choice)
    return
  }
  store
    .prepare(
      `insert into chosen (visit, item, choice, quantity) values (?, ?, ?, ?)
       on conflict (visit, item, choice) do update set quantity = excluded.quantity`,
    )
    .run(visit, item, choice, quantity)
}
