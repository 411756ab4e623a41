import type { Connected } from './connected.ts'
import { mapped } from './mapping.ts'
import { planRound } from './plan.ts'
import { retryRefused } from './retry-refused.ts'
import { nameOfOrder } from './source.ts'
import { matchersOf, stepOfListing } from './to-hub.ts'

type Say = (line: string) => void

/** `plan`: prints what the next round would do, one row per item. */
export async function plan(connected: Connected, say: Say): Promise<void> {
  const counts = new Map<string, number>()
  for await (const { kind, id, name, would, reason } of planRound(connected)) {
    const what = `${kind}: ${would}`
    counts.set(what, (counts.get(what) ?? 0) + 1)
    if (would !== 'leave as it is' || reason) say(`${what}  ${id}  ${name}${reason ? `  (${reason})` : ''}`)
  }
  say('')
  for (const [what, count] of counts) say(`${String(count).padStart(7)}  ${what}`)
  if (counts.size === 0) say('Nothing has changed.')
  say('Nothing was written.')
}

/** `status`: prints the progress, and what is held back with its reason. */
export async function status({ outbox }: Pick<Connected, 'outbox'>, now: Date, say: Say): Promise<void> {
  const round = await outbox.place('round')
  const failure = await outbox.place('failure')
  const seconds = round ? Math.round((now.getTime() - Date.parse(round)) / 1000) : null
  say(seconds === null ? 'No round has been completed.' : `The last round ended ${seconds} seconds ago.`)
  if (failure) say(`The one after it failed: ${failure}`)
  for (const { kind, state, count } of await outbox.counts())
    say(`${String(count).padStart(7)}  ${kind} ${state.toLowerCase()}`)
  for (const { kind, id, name, reason } of await outbox.withReason())
    say(`${kind}  ${nameOfOrder({ id, number: name })}  ${reason}`)
  for (const { kind, key, about, reason } of await outbox.refusedByShop())
    say(`${kind} ${key} of ${about.id}  refused by the shop: ${reason}`)
}

/** `match`: lists listings that resemble one of the hub's; with `accept`, adopts the unambiguous ones. */
export async function match(connected: Connected, { accept }: { accept: boolean }, say: Say): Promise<void> {
  const { source, outbox } = connected
  const matcherOf = matchersOf(connected)
  const counts = { found: 0, taken: 0 }
  for await (const listing of mapped(source.listings(null))) {
    const step = await stepOfListing(connected, listing, matcherOf)
    if (step.do !== 'refuse') continue
    const { by, items } = step.match
    const [item] = items
    const isClear = item !== undefined && items.length === 1 && !(await outbox.listingTakenOver(listing.seller, item))
    counts.found += 1
    say(`${listing.seller}  ${listing.id}  ${listing.listing.title}  is ${items.join(' or ')} by ${by}`)
    if (!accept || !isClear) continue
    await outbox.takeOver(listing, item)
    counts.taken += 1
  }
  if (counts.taken > 0) await outbox.keepPlace('listings', null)
  say(`${counts.found} found, ${counts.taken} taken over.`)
}

/** `match SELLER ID ITEM`: sets the hub's listing that a listing corresponds to; `new` for none. */
export async function matchOne(
  { outbox }: Pick<Connected, 'outbox'>,
  [seller = '', id = '', item = '']: readonly string[],
): Promise<void> {
  await outbox.takeOver({ seller, id }, item === 'new' ? null : item)
  await outbox.keepPlace('listings', null)
}

/** `retry`: resends what was refused, in both directions. Listings are sent in the next round. */
export async function retry(connected: Connected, say: Say): Promise<void> {
  const { listings, orders, shop } = await retryRefused(connected)
  say(`${orders.sent} orders sent, ${orders.refused} refused again.`)
  say(`${shop.told} told to the shop, ${shop.refused} refused again.`)
  if (listings > 0) say(`${listings} listings go with the next round.`)
}
