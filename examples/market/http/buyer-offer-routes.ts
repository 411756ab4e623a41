import type { Hono } from 'hono'
import { parseDecimal, toDecimal } from '#lib/money.ts'
import { HubAway, HubRefusal } from '../hub-client.ts'
import type { Amount } from '../hub-types.ts'
import { offeredGroup, variationOf } from '../orders/basket.ts'
import { quoteGroup } from '../orders/quote-group.ts'
import { placeOrder } from '../orders/place-orders.ts'
import type { Notice } from '../pages/frame.tsx'
import { findBuyerOffer, keepBuyerOffer, listBuyerOffers, setWatch, type BuyerOffer } from '../store/buyer-offers.ts'
import { findOffer } from '../store/offers.ts'
import { hubBuyer } from '../store/questions.ts'
import { draw } from '../store/visits.ts'
import { report } from '../sync/report.ts'
import { exampleAddress } from './basket-routes.ts'
import type { Market } from './market.ts'
import { formOf, frameOf, textOf, type MarketContext, type VisitEnv } from './visit.ts'

/** What a buyer offers for items, and does about offers; other buyers' offers respond 404. */
export function addBuyerOffers(app: Hono<VisitEnv>, market: Market): void {
  const { store, hub, render } = market

  app.get('/offers', async (c) => {
    const { buyer } = c.get('visit')
    if (buyer === null) return c.redirect('/sign-in?next=/offers', 303)
    await noteSeen(buyer)
    const text = dones.get(c.req.query('done') ?? '')
    return show(c, buyer, text === undefined ? null : { tone: 'good', text })
  })

  app.post('/items/:item/offers', async (c) => {
    const form = await formOf(c)
    const [{ buyer }, item] = [c.get('visit'), c.req.param('item')]
    if (buyer === null) return signIn(c, item)
    const offer = findOffer(store, item)
    const variation = offer && variationOf(offer.listing, textOf(form, 'choice'))
    const requestId = textOf(form, 'requestId')
    if (!offer || variation === undefined || !/^[\w-]{20,40}$/.test(requestId)) return c.notFound()
    return attempt(c, buyer, 'made', async () => {
      const made = await hub.makeOffer(offer.seller.id, `of-${requestId}`, {
        item,
        ...(variation ? { variation: variation.values } : {}),
        buyer: hubBuyer(buyer).username,
        price: priceOf(form, offer.listing.price),
        units: Math.min(99, Math.max(1, Math.trunc(Number(textOf(form, 'quantity'))) || 1)),
        message: textOf(form, 'message').slice(0, 2_000) || null,
        madeAt: market.now().toISOString(),
      })
      keepBuyerOffer(store, offer.seller.id, made)
    })
  })

  app.post('/items/:item/watch', async (c) => {
    const form = await formOf(c)
    const [{ buyer }, item] = [c.get('visit'), c.req.param('item')]
    if (buyer === null) return signIn(c, item)
    const offer = findOffer(store, item)
    if (!offer) return c.notFound()
    const since = market.now().toISOString()
    const watchers = setWatch(store, { buyer, item, since, isOn: textOf(form, 'step') === 'begin' })
    const all = watchers.map((each) => ({ ...each, interest: 'WATCHING' as const }))
    await report(() => hub.setInterest(offer.seller.id, item, all))
    return c.redirect(`/items/${item}`, 303)
  })

  app.post('/offers/:id', async (c) => {
    const form = await formOf(c)
    const own = findBuyerOffer(store, c.req.param('id'))
    if (!own || own.buyer !== c.get('visit').buyer) return c.notFound()
    const step = textOf(form, 'step')
    if (step === 'pay') return attempt(c, own.buyer, 'paid', () => pay(own))
    const taken = steps.get(step)
    if (!taken) return c.notFound()
    return attempt(c, own.buyer, step, async () => {
      const price = taken === 'COUNTER' ? { price: priceOf(form, own.offer.price) } : {}
      const body = { step: taken, ...price, takenAt: market.now().toISOString() }
      keepBuyerOffer(store, own.seller, await hub.takeOfferStep(own.seller, own.offer.id, body))
    })
  })

  const signIn = (c: MarketContext, item: string) => c.redirect(`/sign-in?next=/items/${item}`, 303)

  /** Tells sellers that a buyer has looked at what they were offered. */
  async function noteSeen(buyer: string): Promise<void> {
    const takenAt = market.now().toISOString()
    for (const { seller, offer } of listBuyerOffers(store, buyer))
      if (offer.begunBy === 'SELLER' && offer.state === 'OPEN' && offer.seenAt === null)
        await report(async () => {
          keepBuyerOffer(store, seller, await hub.takeOfferStep(seller, offer.id, { step: 'SEEN', takenAt }))
        })
  }

  function show(c: MarketContext, buyer: string, notice: Notice | null, status: 200 | 409 | 422 | 503 = 200) {
    const now = market.now().toISOString()
    const offers = listBuyerOffers(store, buyer).map((each) => ({
      ...each,
      title: findOffer(store, each.offer.item)?.listing.title ?? each.offer.item,
      isDue: each.offer.order === null && each.offer.dueAt !== null && each.offer.dueAt <= now,
    }))
    return c.html(render('buyerOffers', { frame: frameOf(c, market), offers, requestId: draw(), notice }), status)
  }

  async function attempt(c: MarketContext, buyer: string, done: string, work: () => Promise<void>) {
    try {
      await work()
      return c.redirect(`/offers?done=${done}`, 303)
    } catch (error) {
      if (error instanceof NoAmount) return show(c, buyer, { tone: 'bad', text: 'Write the price as 38.00.' }, 422)
      if (error instanceof HubRefusal) return show(c, buyer, { tone: 'bad', text: refusalText(error) }, 409)
      if (error instanceof HubAway) return show(c, buyer, { tone: 'bad', text: 'Try again in a moment.' }, 503)
      throw error
    }
  }

  /** Orders what an offer is for. Its id names the order, so that it is paid once. */
  async function pay({ buyer, seller, offer }: BuyerOffer): Promise<void> {
    const sold = findOffer(store, offer.item)
    if (!sold) throw new HubRefusal({ type: 'about:blank', title: 'It is not on offer any more', status: 409 })
    const checkout = { id: `order-of-${offer.id}`.slice(0, 60), buyer, ...exampleAddress(buyer) }
    await placeOrder(market, await quoteGroup(hub, offeredGroup(sold, offer), checkout), checkout)
    keepBuyerOffer(store, seller, await hub.offer(seller, offer.id))
    await market.inStep.readListing(seller, offer.item)
  }
}

const steps = new Map([
  ['accept', 'ACCEPT'],
  ['decline', 'DECLINE'],
  ['counter', 'COUNTER'],
  ['withdraw', 'WITHDRAW'],
] as const) as ReadonlyMap<string, 'ACCEPT' | 'DECLINE' | 'COUNTER' | 'WITHDRAW'>

/** Messages after a form. */
const dones: ReadonlyMap<string, string> = new Map([
  ['made', 'Your offer is with the seller.'],
  ['accept', 'You have accepted: pay for it.'],
  ['decline', 'You have declined.'],
  ['counter', 'Your counteroffer is with the seller.'],
  ['withdraw', 'You have withdrawn your offer.'],
  ['paid', 'Thank you: it is ordered. No money has moved.'],
])

class NoAmount extends Error {}

/** The typed price, in the currency of another. */
function priceOf(form: FormData, { currency }: Amount): Amount {
  const amount = parseDecimal(textOf(form, 'price'), currency)
  if (!amount || amount.minor <= 0) throw new NoAmount()
  return { value: toDecimal(amount), currency }
}

const texts: Readonly<Record<string, string>> = {
  'not-enough-stock': 'The seller has fewer left.',
  'not-on-offer': 'This is not on offer any more.',
  'wrong-amount': 'An offer is less than the item’s price.',
  'not-possible-now': 'That is not possible any more, as the offer stands now.',
}

const refusalText = ({ code, problem }: HubRefusal): string =>
  texts[code] ?? `The seller’s side refused it: ${problem.errors?.[0]?.detail ?? problem.title}`
