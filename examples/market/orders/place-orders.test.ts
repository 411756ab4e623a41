import { describe, expect, it } from 'vitest'
import { HubAway, HubRefusal } from '../hub-client.ts'
import type { HubOrder } from '../hub-types.ts'
import { findOffer, keepListing, keepSeller } from '../store/offers.ts'
import { findOrder, listOrders } from '../store/orders.ts'
import { fakeHub, listingOf, seller, syncingWith } from '../testing.ts'
import { choiceOf, readBasket } from './basket.ts'
import { placeAgain, placeOrder, type Checkout } from './place-orders.ts'

const checkout: Checkout = {
  id: 'a-checkout-that-was-drawn',
  buyer: 'anna',
  name: 'Anna Example',
  line1: '1 High Street',
  city: 'London',
  postalCode: '',
  country: 'GB',
}
const group = (quantity = 2) =>
  readBasket([{ item: '100000000001', choice: '', quantity }], () => ({
    listing: listingOf('100000000001'),
    seller,
  }))[0]!
const answer = (id: string) => ({ id, number: '12-1', status: 'AWAITING_SHIPMENT' }) as HubOrder
const outOfStock = () =>
  new HubRefusal({
    type: 'urn:seller-hub:problem:not-enough-stock',
    title: 'Not enough stock for the order',
    status: 409,
    errors: [{ pointer: '/lines/0/quantity', detail: 'Units available: 1.' }],
    available: 1,
  })

describe('an order', () => {
  it('is paid, sent to the seller with its postage, and kept as the hub has it', async () => {
    const hub = fakeHub()
    const syncing = syncingWith(hub)
    hub.onOrder = ({ id, lines, payment }) => {
      expect(lines).toMatchObject([{ item: '100000000001', quantity: 2, shipping: { value: '1.65', currency: 'GBP' } }])
      expect(payment.state).toBe('PAID')
      return answer(id)
    }
    const placed = await placeOrder(syncing, group(), checkout)
    expect(placed.state).toBe('PLACED')
    expect(findOrder(syncing.store, placed.id)?.order?.number).toBe('12-1')
    expect(await placeOrder(syncing, group(), checkout)).toEqual(placed)
    expect(hub.asked).toEqual([`place ${placed.id}`])
  })

  it('for more than there is is refused with how many are left, and may be sent again for fewer', async () => {
    const hub = fakeHub()
    const syncing = syncingWith(hub)
    hub.onOrder = ({ id, lines }) => {
      if (lines[0]!.quantity > 1) throw outOfStock()
      return answer(id)
    }
    expect(await placeOrder(syncing, group(), checkout)).toMatchObject({
      state: 'REFUSED',
      reason: 'not-enough-stock',
      item: '100000000001',
      left: 1,
    })
    expect(listOrders(syncing.store, 'anna')).toEqual([])
    expect(await placeOrder(syncing, group(1), checkout)).toMatchObject({ state: 'PLACED' })
  })

  it('takes its units from the market’s at once, which come back if it is refused', async () => {
    const hub = fakeHub()
    const syncing = syncingWith(hub)
    const { store } = syncing
    keepSeller(store, seller)
    const price = { value: '10.00', currency: 'GBP' }
    const variations = ['S', 'M'].map((size) => ({ values: [size], price, sale: null, available: 3 }))
    const listing = listingOf('100000000001', { stock: { available: 6 }, variations })
    keepListing(store, { seller: seller.id, listing, heardAt: '' })
    const units = () => {
      const found = findOffer(store, listing.item)?.listing
      return [found?.stock.available, ...(found?.variations ?? []).map(({ available }) => available)]
    }
    const [basket] = readBasket([{ item: listing.item, choice: choiceOf({ values: ['M'] }), quantity: 2 }], () => ({
      listing,
      seller,
    }))
    hub.onOrder = () => {
      expect(units()).toEqual([4, 3, 1])
      throw outOfStock()
    }
    expect((await placeOrder(syncing, basket!, checkout)).state).toBe('REFUSED')
    expect(units()).toEqual([6, 3, 3])
    hub.onOrder = ({ id }) => answer(id)
    for (const _ of [1, 2]) expect((await placeOrder(syncing, basket!, checkout)).state).toBe('PLACED')
    expect(units()).toEqual([4, 3, 1])
  })

  it('whose answer got lost is sent again to the letter, and is one order', async () => {
    const hub = fakeHub()
    const syncing = syncingWith(hub)
    const sent: string[] = []
    hub.onOrder = (body) => {
      sent.push(JSON.stringify(body))
      if (sent.length === 1) throw new HubAway('lost')
      return answer(body.id)
    }
    const placed = await placeOrder(syncing, group(), checkout)
    expect(placed.state).toBe('PLACING')
    await placeAgain({ ...syncing, now: () => new Date('2026-11-23T12:00:00Z') })
    expect(sent[1]).toBe(sent[0])
    expect(findOrder(syncing.store, placed.id)?.state).toBe('PLACED')
    await placeAgain(syncing)
    expect(sent).toHaveLength(2)
  })
})
