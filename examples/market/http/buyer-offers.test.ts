import { expect, it } from 'vitest'
import type { HubOffer, HubOrder, OfferBody, OfferStepBody, OrderBody } from '../hub-types.ts'
import { keepBuyerOffer, listBuyerOffers } from '../store/buyer-offers.ts'
import { keepListing, keepSeller } from '../store/offers.ts'
import { fakeHub, listingOf, offerOf, seller, syncingWith } from '../testing.ts'
import { takeEvent } from '../sync/take-event.ts'
import { createApp } from './app.ts'
import type { Market } from './market.ts'

const item = '118304211004'

/** A market with an item that takes offers, and what it asks the hub. */
function openMarket() {
  const hub = fakeHub()
  const syncing = syncingWith(hub)
  keepSeller(syncing.store, seller)
  keepListing(syncing.store, { seller: seller.id, listing: listingOf(item, { takesOffers: true }), heardAt: '' })
  const asked: unknown[] = []
  const failures: string[] = []
  const client: Market['hub'] = {
    ...syncing.hub,
    async makeOffer(_, id, body: OfferBody) {
      asked.push([id.slice(0, 3), body])
      return offerOf(id, { price: body.price, units: body.units, message: body.message })
    },
    async takeOfferStep(_, id, { step, price }: OfferStepBody) {
      asked.push([id, step, ...(price ? [price.value] : [])])
      const known = hub.offers.get(id) ?? offerOf(id)
      const seenAt = step === 'SEEN' ? '2026-11-22T12:00:00.000Z' : known.seenAt
      return { ...known, seenAt, ...(step === 'ACCEPT' ? { state: 'ACCEPTED', turn: null } : {}) }
    },
    setInterest: async (_, of, buyers) => asked.push(['watch', of, buyers.map(({ buyer }) => buyer)]),
  }
  hub.onOrder = (body: OrderBody) => {
    asked.push(['order', body.id, body.lines])
    return { id: body.id, lines: [] } as unknown as HubOrder
  }
  const file = { href: '/style.css', type: 'text/css', text: '' }
  const app = createApp({
    ...syncing,
    hub: client,
    publicUrl: 'http://market.example',
    hubPublicUrl: 'http://hub.example',
    isReady: () => true,
    inStep: { readListing: async () => {} } as unknown as Market['inStep'],
    render: (name, props) => JSON.stringify({ name, ...props }),
    files: { style: file, script: { ...file, href: '/script.js' } },
    say: (line) => failures.push(line),
  })
  let cookie = ''
  const ask = async (path: string, more: RequestInit = {}) => {
    const answer = await app.request(path, { ...more, headers: { cookie } })
    cookie = answer.headers.getSetCookie()[0]?.split(';')[0] ?? cookie
    return answer
  }
  const send = async (path: string, fields: Record<string, string> = {}) => {
    const { frame } = (await (await ask('/sign-in')).json()) as { frame: { token: string } }
    const requestId = 'a-requestId-that-was-drawn'
    return ask(path, { method: 'POST', body: new URLSearchParams({ token: frame.token, requestId, ...fields }) })
  }
  const told = (type: string, offer: HubOffer, timestamp: string) =>
    takeEvent(syncing, { id: `evt_${type}_${timestamp}`, type, timestamp, data: { seller: seller.id, item, offer } })
  const mine = () => listBuyerOffers(syncing.store, 'anna').map(({ offer }) => [offer.state, offer.price.value])
  return { hub, syncing, asked, failures, ask, send, told, mine }
}

it('a buyer makes an offer, and answers what the seller says to it', async () => {
  const market = openMarket()
  const { asked, send, told, mine } = market
  const form = { price: '8', quantity: '2', message: 'Please' }
  expect((await send(`/items/${item}/offers`, form)).headers.get('location')).toBe(`/sign-in?next=/items/${item}`)
  await send('/sign-in', { buyer: 'anna', next: '/' })
  expect((await send(`/items/${item}/offers`, form)).headers.get('location')).toBe('/offers?done=made')
  const body = { item, buyer: 'anna.lantern', units: 2, message: 'Please', madeAt: '2026-11-22T12:00:00.000Z' }
  expect(asked).toEqual([['of-', { ...body, price: { value: '8.00', currency: 'GBP' } }]])
  expect((await send(`/items/${item}/offers`, { ...form, price: 'eight' })).status).toBe(422)
  const id = 'of-a-requestId-that-was-drawn'
  const nine = { value: '9.00', currency: 'GBP' }
  const countered = offerOf(id, { state: 'COUNTERED_BY_SELLER', turn: 'BUYER', price: nine })
  market.hub.offers.set(id, countered)
  await told('offer.countered', countered, '2026-11-22T12:05:00.000Z')
  expect(mine()).toEqual([['COUNTERED_BY_SELLER', '9.00']])
  // A late event does not take it back: the hub is asked.
  await told('offer.received', offerOf(id), '2026-11-22T12:00:00.000Z')
  expect(mine()).toEqual([['COUNTERED_BY_SELLER', '9.00']])
  asked.length = 0
  await send(`/offers/${id}`, { step: 'counter', price: '8.50' })
  await send(`/offers/${id}`, { step: 'accept' })
  expect(asked).toEqual([
    [id, 'COUNTER', '8.50'],
    [id, 'ACCEPT'],
  ])
  expect(mine()).toEqual([['ACCEPTED', '9.00']])
  asked.length = 0
  expect((await send(`/offers/${id}`, { step: 'pay' })).headers.get('location')).toBe('/offers?done=paid')
  await send(`/offers/${id}`, { step: 'pay' })
  const [line, ...others] = asked
  expect(line).toMatchObject(['order', `order-of-${id}-s-1`, [{ item, quantity: 1, unitPrice: nine, offer: id }]])
  expect([others, market.failures]).toEqual([[], []])
})

it('what a seller offers a watcher is seen, and is no other buyer’s', async () => {
  const market = openMarket()
  const { asked, ask, send, told } = market
  await send('/sign-in', { buyer: 'anna', next: '/' })
  await send(`/items/${item}/watch`, { step: 'begin' })
  expect(asked).toEqual([['watch', item, ['anna.lantern']]])
  const sent = offerOf('sent-1', { begunBy: 'SELLER', turn: 'BUYER' })
  market.hub.offers.set(sent.id, sent)
  await told('offer.sent', sent, '2026-11-22T12:05:00.000Z')
  keepBuyerOffer(market.syncing.store, seller.id, offerOf('of-ben', { buyer: 'ben.lantern' }))
  expect(keepBuyerOffer(market.syncing.store, seller.id, offerOf('else', { buyer: 'carl' }))).toBeNull()
  asked.length = 0
  const { offers } = (await (await ask('/offers')).json()) as { offers: { offer: HubOffer }[] }
  await ask('/offers')
  expect(offers.map(({ offer }) => [offer.id, offer.seenAt !== null])).toEqual([['sent-1', true]])
  expect(asked).toEqual([['sent-1', 'SEEN']])
  expect((await send('/offers/of-ben', { step: 'withdraw' })).status).toBe(404)
  expect((await send('/offers/sent-1', { step: 'no such' })).status).toBe(404)
  await send(`/items/${item}/watch`, { step: 'end' })
  expect(asked.at(-1)).toEqual(['watch', item, []])
})
