import { setTimeout as delay } from 'node:timers/promises'
import { HubAway, HubRefusal } from '../hub-client.ts'
import type { Offer } from '../store/offers.ts'
import type { Market } from './market.ts'
import { hour } from '#lib/duration.ts'

/** Links of listings, until they end. */
const links = new WeakMap<Market, Map<string, { url: string; goodUntil: number }>>()
/** Links that are kept at most. */
const mostLinks = 5_000
/** Milliseconds that a page waits for a link: one that comes later is there for the next page. */
const patience = 500

/** Where the hub shows what a product sells for, to be framed; null where there is nothing to show. No page fails because of it. */
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
