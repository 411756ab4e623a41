import { expect, it } from 'vitest'
import { report } from './report.ts'
import { retryRefused } from './retry-refused.ts'
import { runRound } from './round.ts'
import { ShopRefusal, type HubOffer, type ShopOffer, type SourceOffers } from './source.ts'
import { inStep } from './testing-round.ts'

const price = { value: '38.00', currency: 'GBP' }
const shopOffer = (id: string, steps: ShopOffer['steps'] = []): ShopOffer => ({
  seller: 's-42',
  id,
  changedAt: '2026-11-23T10:00:00Z',
  offer: { listing: 'p-17', buyer: 'anna', price, madeAt: '2026-11-23T10:00:00Z' },
  steps,
})

/** A shop with offers, beside a hub that has its listing. */
async function shopWithOffers() {
  const test = await inStep()
  const [listing] = [...test.hub.listings.values()]
  const hubOffer = (id: string, change: Partial<HubOffer> = {}): HubOffer => ({
    id,
    key: `key-${id}`,
    item: listing!.item,
    variation: null,
    buyer: 'anna',
    state: 'OPEN',
    turn: 'SELLER',
    price,
    units: 1,
    message: null,
    mayCounter: true,
    changedAt: '2026-11-23T10:00:00.000Z',
    dueAt: '2026-11-25T10:00:00.000Z',
    order: null,
    ...change,
  })
  const told: string[] = []
  const list: ShopOffer[] = []
  const offers: SourceOffers = {
    async *list() {
      yield* list
    },
    async apply({ id }, { state }) {
      if (test.shop.refuses !== null) throw new ShopRefusal(test.shop.refuses)
      told.push(`${id}: ${state}`)
    },
    refuse: async ({ id }, { code }) => void told.push(`${id} refused: ${code}`),
  }
  test.connected.source.offers = offers
  const happen = (offer: HubOffer) => {
    test.hub.offers.set(offer.id, offer)
    test.hub.offers.set(offer.key, offer)
    const data = { seller: 's-42', item: offer.item, offer }
    test.hub.events.push({ id: `evt_${test.hub.events.length}`, type: 'offer.changed', data })
  }
  const round = async () => {
    await runRound(test.connected)
    return told.splice(0)
  }
  return { ...test, list, hubOffer, happen, round }
}

it('offers go in with what buyers did, and answers come out, each once', async () => {
  const { asked, list, hub, hubOffer, happen, round } = await shopWithOffers()
  asked.length = 0
  list.push(shopOffer('of-1', [{ step: 'COUNTER', price, takenAt: '2026-11-23T10:05:00Z' }]), shopOffer('of-2'))
  hub.offers.set('of-1', hubOffer('of-1'))
  expect(await round()).toEqual(['of-2 refused: not-on-offer'])
  expect(asked).toEqual(['placeOffer of-1', 'addOfferStep of-1', 'placeOffer of-2'])
  list.length = 0
  // The seller is to answer: nothing is to be told.
  happen(hubOffer('of-1'))
  expect(await round()).toEqual([])
  happen(hubOffer('of-1', { state: 'COUNTERED_BY_SELLER', turn: 'BUYER' }))
  happen(hubOffer('of-1', { state: 'ACCEPTED', turn: null }))
  happen(hubOffer('of-9', { state: 'ACCEPTED', turn: null, item: '999999999999' }))
  expect(await round()).toEqual(['of-1: ACCEPTED'])
  happen(hubOffer('of-1', { state: 'ACCEPTED', turn: null }))
  expect(await round()).toEqual([])
  // A buyer's step that comes too late: the shop gets the offer as it stands.
  list.push(shopOffer('of-1', [{ step: 'WITHDRAW', takenAt: '2026-11-23T10:09:00Z' }]))
  expect(await round()).toEqual(['of-1: ACCEPTED'])
})

it('an answer that the shop refuses is listed until it is sent again', async () => {
  const { connected, hub, shop, hubOffer, happen, round } = await shopWithOffers()
  shop.refuses = 'The offer is closed.'
  happen(hubOffer('of-1', { state: 'DECLINED', turn: null }))
  expect(await round()).toEqual([])
  await report(connected, { name: 'kit', every: 1_000 })
  expect(hub.reports.at(-1)).toMatchObject({
    takesOffers: true,
    refused: [{ direction: 'TO_SHOP', kind: 'OFFER', id: 'key-of-1', about: 'p-17', reason: 'The offer is closed.' }],
  })
  shop.refuses = null
  expect((await retryRefused(connected)).shop).toEqual({ told: 1, refused: 0 })
  delete connected.source.offers
  await report(connected, { name: 'kit', every: 1_000 })
  expect(hub.reports.at(-1)).toMatchObject({ takesOffers: false })
})
