import { setTimeout as delay } from 'node:timers/promises'
import { HubAway, HubRefusal } from '../hub-client.ts'
import type { Offer } from '../store/offers.ts'
import type { Market } from './market.ts'
import { hour } from '#lib/duration.ts'

/** Cached links by listing, until they expire. */
const links = new WeakMap<Market, Map<string, { url: string; goodUntil: number }>>()
/** Maximum cached links. */
const mostLinks = 5_000
/** Milliseconds a page waits for a link; a later one is used by the next page. */
const patience = 500

/** URL of the hub's product summary for framing; null if unavailable. Never fails the page. */
export async function summaryOf(
  market: Market,
  { listing, seller }: Offer,
): Promise<{ url: string; origin: string } | null> {
  if (listing.epid === null) return null
  const known = links.get(market) ?? new Map<string, { url: string; goodUntil: number }>()
  links.set(market, known)
  const now = market.now().getTime()
  const kept = known.get(listing.item)
  const found = kept && kept.goodUntil > now ? kept : await Promise.race([ask(), delay(patience, null, { ref: false })])
  if (!found) return null
  return { url: found.url, origin: new URL(found.url).origin }

  async function ask() {
    try {
      const { url, expiresAt } = await market.hub.summaryLink(seller.id, listing.item)
      if (known.size >= mostLinks) known.clear()
      const link = { url, goodUntil: new Date(expiresAt).getTime() - hour }
      known.set(listing.item, link)
      return link
    } catch (error) {
      if (error instanceof HubAway || error instanceof HubRefusal) return null
      throw error
    }
  }
}
