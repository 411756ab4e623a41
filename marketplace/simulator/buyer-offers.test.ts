import { expect, it } from 'vitest'
import { parseDecimal } from '#lib/money.ts'
import type { OfferAnswer } from './answers.ts'
import type { Offer } from './basket.ts'
import { goOnWithOffer, offerLess, visitOfOffer } from './buyer-offers.ts'
import type { HubClient } from './hub-client.ts'
import type { Marketplace } from './marketplace.ts'
import { homesOf } from './place-order.ts'
import { startPace } from './story-time.ts'

const lens: Offer = {
  seller: 'lens',
  item: '110000000001',
  variation: ['Red', 'M'],
  title: 'Strap (Red, M)',
  currency: 'GBP',
  priceMinor: 5_000,
  takesOffers: true,
  mark: 7,
}
const market = (offer: Offer): Marketplace => ({
  sellers: new Map([['lens', 'GB']]),
  offers: () => [offer],
  hear: async () => {},
})
const pace = startPace({ speed: 60, wall: 0, story: 0 })
const visit = (number: number) => ({ story: 'sim-1', number, homes: homesOf([{ country: 'GB' }]), at: 0, pace })

interface Asked {
  path: string
  body: Record<string, any> // oxlint-disable-line typescript/no-explicit-any -- bodies of several endpoints
}

/** A hub that takes everything, and what it was asked. */
function hub() {
  const asked: Asked[] = []
  const order = { id: 'sim-1-1', status: 'AWAITING_SHIPMENT', placedAt: '2026-11-22T10:00:00Z', paidAt: null }
  const parts = { buyer: { username: 'anna' }, shipTo: null, lines: [], parcels: [], refunds: [] }
  const client = {
    async ask(request: Asked) {
      asked.push(request)
      return { ok: true, status: 200, body: { ...order, ...parts, total: { value: '40.00', currency: 'GBP' } } }
    },
  } as unknown as HubClient
  return { asked, client }
}

it('some buyers offer less, and the same ones in each run', async () => {
  const { asked, client } = hub()
  const made = []
  for (let number = 1; number <= 200; number += 1)
    if (await offerLess(client, market(lens), visit(number))) made.push(number)
  expect(made.length).toBeGreaterThan(8)
  expect(made.length).toBeLessThan(40)
  for (const { body } of asked) {
    expect(body).toMatchObject({ item: lens.item, variation: ['Red', 'M'] })
    expect(parseDecimal(body.price.value, 'GBP')!.minor).toBeLessThan(5_000)
  }
  const [first = 0] = made
  const { asked: again, client: other } = hub()
  await offerLess(other, market(lens), visit(first))
  expect(again).toEqual(asked.slice(0, 1))
  expect(visitOfOffer('sim-1', { id: `sim-1-${first}-offer` })).toBe(first)
  expect([visitOfOffer('sim-1', { id: 'of-1' }), visitOfOffer('sim-1', { id: 'sim-1-x-offer' })]).toEqual([null, null])
  expect(await offerLess(client, market({ ...lens, takesOffers: false }), visit(first))).toBeNull()
})

it('an accepted offer is paid by an order that names it, and a counteroffer is answered', async () => {
  const offer: OfferAnswer = {
    id: 'sim-1-1-offer',
    item: lens.item,
    variation: 'Red, M',
    state: 'ACCEPTED',
    turn: null,
    price: { value: '40.00', currency: 'GBP' },
    units: 1,
    changedAt: '2026-11-22T10:00:00Z',
    order: null,
  }
  const goOn = async (change: Partial<OfferAnswer> = {}) => {
    const { asked, client } = hub()
    const step = await goOnWithOffer(client, market(lens), {
      seller: 'lens',
      offer: { ...offer, ...change },
      coming: visit(1),
    })
    return { step, asked }
  }
  const { step, asked } = await goOn()
  expect(step?.order?.id).toBe('sim-1-1')
  expect(asked).toMatchObject([
    {
      path: '/sellers/lens/orders',
      body: { id: 'sim-1-1', lines: [{ item: lens.item, quantity: 1, unitPrice: offer.price, offer: offer.id }] },
    },
  ])
  const countered = await goOn({ state: 'COUNTERED_BY_SELLER', turn: 'BUYER' })
  expect(countered.asked).toMatchObject([{ path: '/sellers/lens/offers/sim-1-1-offer/steps' }])
  const soldOut = await goOn({ item: '110000000002', variation: null })
  expect(soldOut.asked).toMatchObject([{ body: { lines: [{ item: '110000000002', unitPrice: offer.price }] } }])
  for (const change of [{ order: 'sim-1-1' }, { state: 'DECLINED' }, { item: '110000000002' }, { state: 'OPEN' }])
    expect(await goOn(change)).toEqual({ step: null, asked: [] })
})
