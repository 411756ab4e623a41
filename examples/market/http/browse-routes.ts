import type { Hono } from 'hono'
import { isWatching } from '../store/buyer-offers.ts'
import { availableOf } from '../orders/basket.ts'
import {
  findOffer,
  findSeller,
  listCategories,
  listStores,
  pageSize,
  searchOffers,
  type Search,
  type Offer,
} from '../store/offers.ts'
import { findQuestion, hubBuyer, keepQuestion } from '../store/questions.ts'
import { draw } from '../store/visits.ts'
import type { HubSeller } from '../hub-types.ts'
import type { Notice } from '../pages/frame.tsx'
import type { Market } from './market.ts'
import { formOf, frameOf, textOf, type MarketContext, type VisitEnv } from './visit.ts'
import { setTimeout as delay } from 'node:timers/promises'
import { HubAway, HubRefusal } from '../hub-client.ts'
import { hour } from '#lib/duration.ts'

const sorts = ['newest', 'cheapest', 'dearest'] as const
const mostPages = 400

export function addBrowsing(app: Hono<VisitEnv>, market: Market): void {
  const { store, render } = market

  app.get('/', (c) => {
    const { offers } = searchOffers(store, {
      words: '',
      seller: null,
      category: null,
      atFixedPrice: true,
      sort: 'newest',
      page: 1,
    })
    return c.html(
      render('home', {
        frame: frameOf(c, market),
        newest: offers.slice(0, 12),
        categories: listCategories(store),
        stores: listStores(store).slice(0, 12),
        isReady: market.isReady(),
      }),
    )
  })

  app.get('/search', (c) => c.html(results(c, null)))
  app.get('/stores/:seller', (c) => {
    const seller = findSeller(store, c.req.param('seller'))
    return seller && !seller.suspended ? c.html(results(c, seller)) : c.notFound()
  })

  app.get('/items/:item', async (c) => {
    const offer = findOffer(store, c.req.param('item'))
    if (!offer) return c.notFound()
    const refused = c.req.query('left')
    return showItem(c, offer, refused === undefined ? null : { tone: 'bad', text: tooMany(Number(refused)) })
  })

  app.post('/items/:item/questions', async (c) => {
    const form = await formOf(c)
    const offer = findOffer(store, c.req.param('item'))
    const { buyer } = c.get('visit')
    const text = textOf(form, 'text').slice(0, 2_000)
    if (!offer || buyer === null || text === '') return c.notFound()
    const { listing, seller } = offer
    const question = { id: textOf(form, 'requestId'), buyer: hubBuyer(buyer), text, sentAt: market.now().toISOString() }
    try {
      keepQuestion(store, await market.hub.askQuestion(seller.id, listing.item, question))
    } catch (error) {
      if (!(error instanceof HubRefusal)) throw error
      return showItem(c, offer, { tone: 'bad', text: 'The question could not be sent.' })
    }
    return c.redirect(`/items/${encodeURIComponent(listing.item)}#questions`, 303)
  })

  async function showItem(c: MarketContext, offer: Offer, notice: Notice | null) {
    const { listing, seller } = offer
    return c.html(
      render('item', {
        frame: frameOf(c, market),
        listing,
        seller,
        available: availableOf(offer, null),
        isWatched: isWatching(store, c.get('visit').buyer, listing.item),
        notice,
        summary: await summaryOf(market, offer),
        asked: findQuestion(store, listing.item, c.get('visit').buyer)?.messages ?? [],
        requestId: draw(),
      }),
    )
  }

  function results(c: MarketContext, seller: HubSeller | null): string {
    const search = searchFrom(c, seller)
    const { total, offers } = searchOffers(store, search)
    const pages = Math.min(mostPages, Math.ceil(total / pageSize))
    const categories = listCategories(store, search)
    return render('results', { frame: frameOf(c, market), store: seller, search, total, pages, offers, categories })
  }
}

const tooMany = (left: number) =>
  left > 0 ? `Only ${left} can be had: your basket has as many.` : 'This cannot be had any more.'

function searchFrom(c: MarketContext, seller: HubSeller | null): Search {
  const page = Number(c.req.query('page') ?? 1)
  return {
    words: (c.req.query('q') ?? '').slice(0, 200),
    seller: seller?.id ?? null,
    category: c.req.query('category')?.slice(0, 300) || null,
    sort: sorts.find((sort) => sort === c.req.query('sort')) ?? 'newest',
    page: Number.isInteger(page) && page >= 1 && page <= mostPages ? page : 1,
  }
}

const links = new WeakMap<Market, Map<string, { url: string; goodUntil: number }>>()
const mostLinks = 5_000
/** Milliseconds a page waits for a link; a later one is used by the next page. */
const patience = 500

/** URL of the hub's product summary for framing; null if unavailable. Never fails the page. */
async function summaryOf(market: Market, { listing, seller }: Offer): Promise<{ url: string; origin: string } | null> {
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
