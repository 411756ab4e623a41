import type { Connected } from './connected.ts'
import { HubRefusal, type ListingAnswer } from './hub-client.ts'
import { findGone, readsAllListings } from './end-listings.ts'
import { decideOrder } from './decide.ts'
import { Unmapped } from './mapping.ts'
import { orRefusal } from './or-refusal.ts'
import { readsAllOrders, sinceOf } from './round.ts'
import { listingsTogether } from './send-listings.ts'
import type { ListingBody, Named } from './source.ts'
import { matchersOf, stepOfListing } from './to-hub.ts'
import { readDue } from './to-shop.ts'

/** A row of the dry run: what the next round would do with one item. */
export interface PlannedRow extends Named {
  kind: 'listing' | 'order' | 'to the shop'
  /** Title, amount or parcel. */
  name: string
  would: 'add' | 'add as a draft' | 'change' | 'end' | 'leave as it is' | 'refuse' | 'tell'
  /** Reason for a refusal or a draft, or the matched listing. */
  reason: string | null
}

/** Yields what the next round would do. Reads both sides and writes nothing. */
export async function* planRound(connected: Connected): AsyncGenerator<PlannedRow> {
  const { source, outbox } = connected
  const matcherOf = matchersOf(connected)
  const readsAll = await readsAllListings(connected, new Date())
  const found = findGone(connected)
  let held: HeldRow[] = []
  for await (const listing of source.listings(readsAll ? null : sinceOf(await outbox.place('listings')))) {
    found.note(listing)
    if (listing instanceof Unmapped) {
      yield unmappedRow('listing', listing)
      continue
    }
    const step = await stepOfListing(connected, listing, matcherOf)
    const isNew = !(await outbox.find('listing', listing))?.number
    const row: PlannedRow = {
      kind: 'listing',
      seller: listing.seller,
      id: listing.id,
      name: listing.listing.title,
      would: step.do === 'refuse' ? 'refuse' : step.do === 'send' ? (isNew ? 'add' : 'change') : 'leave as it is',
      reason: step.do === 'refuse' ? step.reason : step.do === 'leave' ? `It is ${step.item} in the hub.` : null,
    }
    held.push({ row, body: step.do === 'send' ? step.body : null })
    if (held.length < listingsTogether) continue
    yield* await answered(connected, held)
    held = []
  }
  yield* await answered(connected, held)
  const { ended } = readsAll ? await found.gone() : { ended: [] }
  for (const { seller, id } of ended)
    yield { kind: 'listing', seller, id, name: 'is gone from the shop', would: 'end', reason: null }
  const readsOrders = await readsAllOrders(connected, new Date())
  for await (const order of source.orders(readsOrders ? null : sinceOf(await outbox.place('orders')))) {
    if (order instanceof Unmapped) {
      yield unmappedRow('order', order)
      continue
    }
    const step = decideOrder(order, await outbox.find('order', order))
    const reason = step.do === 'refuse' ? step.reason : step.do === 'change' ? (step.edited?.reason ?? null) : null
    yield {
      kind: 'order',
      seller: order.seller,
      id: order.id,
      name: `${order.total.value} ${order.total.currency}`,
      would: reason ? 'refuse' : step.do === 'place' ? 'add' : step.do === 'change' ? 'change' : 'leave as it is',
      reason,
    }
  }
  const told = new Set<string>()
  const dry = { ...connected, outbox: { ...outbox, keep: async () => {}, takeOver: async () => {} } }
  for await (const { dues } of readDue(dry)) {
    for (const { kind, key, about, name } of dues) {
      if (told.has(`${kind} ${key}`)) continue
      told.add(`${kind} ${key}`)
      yield { kind: 'to the shop', ...about, name, would: 'tell', reason: null }
    }
  }
}

const unmappedRow = (kind: 'listing' | 'order', { seller, id, reason }: Unmapped): PlannedRow => ({
  kind,
  seller,
  id,
  name: 'cannot be read',
  would: 'refuse',
  reason: reason.reason,
})

/** A listing’s row, with what would be sent of it; null if nothing is. */
interface HeldRow {
  row: PlannedRow
  body: ListingBody | null
}

/** Rows with what the hub would make of each listing. A hub of a former version does not tell. */
async function answered({ hub }: Pick<Connected, 'hub'>, held: readonly HeldRow[]): Promise<PlannedRow[]> {
  const told = new Map<PlannedRow, PlannedRow>()
  const sent = held.flatMap(({ row, body }) => (body ? { row, body } : []))
  for (const [seller, own] of Map.groupBy(sent, ({ row }) => row.seller)) {
    const bodies = own.map(({ row: { id }, body }) => ({ listing: id, ...body }))
    const answers = await orRefusal(hub.saveListings(seller, bodies, { isDry: true }))
    if (answers instanceof HubRefusal && answers.code === 'invalid-query') continue
    for (const [nth, { row }] of own.entries()) {
      const answer = answers instanceof HubRefusal ? answers : answers[nth]
      if (answer) told.set(row, { ...row, ...outcomeOf(answer, row) })
    }
  }
  return held.map(({ row }) => told.get(row) ?? row)
}

function outcomeOf(answer: HubRefusal | ListingAnswer, { would }: PlannedRow): Partial<PlannedRow> {
  const refusal = answer instanceof HubRefusal ? answer : answer.problem && new HubRefusal(answer.problem)
  if (refusal) return { would: 'refuse', reason: refusal.message }
  const { problems = [] } = answer as ListingAnswer
  if (problems.length === 0) return {}
  const reason = problems.map(({ detail }) => detail).join(' ')
  return would === 'add' ? { would: 'add as a draft', reason } : { reason: `It is a draft: ${reason}` }
}
