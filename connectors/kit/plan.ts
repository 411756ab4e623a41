import type { Connected } from './connected.ts'
import { HubRefusal, type ListingAnswer } from './hub-client.ts'
import { findGone, readsAllListings } from './end-listings.ts'
import { Unmapped } from './source.ts'
import { orRefusal } from './or-refusal.ts'
import { planOrders } from './plan-orders.ts'
import { unmappedRow, type PlannedRow } from './planned-row.ts'
import { sinceOf } from './round.ts'
import { listingsTogether } from './send-listings.ts'
import type { ListingBody } from './source.ts'
import { matchersOf, stepOfListing } from './to-hub.ts'
import { readDue } from './to-shop.ts'

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
  yield* planOrders(connected)
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

/** A listing’s row, with what would be sent of it; null if nothing is. */
interface HeldRow {
  row: PlannedRow
  body: ListingBody | null
}

async function answered({ hub }: Pick<Connected, 'hub'>, held: readonly HeldRow[]): Promise<PlannedRow[]> {
  const told = new Map<PlannedRow, PlannedRow>()
  const sent = held.flatMap(({ row, body }) => (body ? { row, body } : []))
  for (const [seller, own] of Map.groupBy(sent, ({ row }) => row.seller)) {
    const bodies = own.map(({ row: { id }, body }) => ({ listing: id, ...body }))
    const answers = await orRefusal(hub.saveListings(seller, bodies, { isDry: true }))
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
