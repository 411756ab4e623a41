import { randomBytes } from 'node:crypto'
import type { BasketLine } from '../orders/basket.ts'
import type { Store } from './open-store.ts'
import { day } from '#lib/duration.ts'

/** A browser that visits the market, and the demo name that it has chosen. */
export interface Visit {
  id: string
  /** Goes with each form, so that no other site can send one. */
  token: string
  buyer: string | null
}

/** Days after which a visit that nobody came back to is forgotten. */
const visitDays = 30

/** Draws a name that nobody guesses. */
export const draw = () => randomBytes(18).toString('base64url')

/** The visit of a cookie; null where there is none such. */
export function findVisit(store: Store, id: string): Visit | null {
  const row = store.prepare('select id, token, buyer from visits where id = ?').get(id)
  return row
    ? { id: String(row.id), token: String(row.token), buyer: row.buyer === null ? null : String(row.buyer) }
    : null
}

/** Begins a visit, and forgets old ones. */
export function beginVisit(store: Store, now: Date): Visit {
  const visit = { id: draw(), token: draw(), buyer: null }
  const before = new Date(now.getTime() - visitDays * day).toISOString()
  store.prepare('delete from visits where seen_at < ?').run(before)
  store
    .prepare('insert into visits (id, token, seen_at) values (?, ?, ?)')
    .run(visit.id, visit.token, now.toISOString())
  return visit
}

/** Signs a buyer in: under a new id, so that whoever knew the former one has nothing. The basket comes along. */
export function signVisitIn(store: Store, visit: Visit, { buyer, now }: { buyer: string | null; now: Date }): Visit {
  const next = { id: draw(), token: draw(), buyer }
  store
    .prepare('insert into visits (id, token, buyer, seen_at) values (?, ?, ?, ?)')
    .run(next.id, next.token, buyer, now.toISOString())
  store.prepare('update chosen set visit = ? where visit = ?').run(next.id, visit.id)
  store.prepare('delete from visits where id = ?').run(visit.id)
  return next
}

/** What is in a visit's basket. */
export function readLines(store: Store, visit: string): BasketLine[] {
  return store
    .prepare('select item, choice, quantity from chosen where visit = ? order by rowid')
    .all(visit)
    .map((row) => ({ item: String(row.item), choice: String(row.choice), quantity: Number(row.quantity) }))
}

/** Sets how many of a thing are in the basket; none takes it out. */
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
