import type { HubQuestion } from '../hub-types.ts'
import { parse, type Store } from './open-store.ts'

/** A buyer as the hub knows them, by their name in the market. */
export const hubBuyer = (buyer: string) => ({ id: `market-${buyer}`, username: `${buyer}.lantern` })

/** Name in the market of whoever asked. */
export const askedBy = ({ buyer }: HubQuestion): string | null => buyer.id?.replace(/^market-/, '') ?? null

/** Stores a buyer's question with its answers, unless more messages of it are known. */
export function keepQuestion(store: Store, question: HubQuestion): void {
  const buyer = askedBy(question)
  if (buyer === null) return
  const known = findQuestion(store, question.item, buyer)
  if (known && known.messages.length > question.messages.length) return
  store
    .prepare(
      `insert into questions (item, buyer, json) values (?, ?, ?)
       on conflict (item, buyer) do update set json = excluded.json`,
    )
    .run(question.item, buyer, JSON.stringify(question))
}

export function findQuestion(store: Store, item: string, buyer: string | null): HubQuestion | null {
  const row = store.prepare('select json from questions where item = ? and buyer = ?').get(item, buyer)
  return row ? (parse(row.json) as HubQuestion) : null
}
