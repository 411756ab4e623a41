import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { expectForAll } from '#lib/testing-property.ts'
import { digestOf } from './digest.ts'
import { decideListing, decideOrder, type ListingStep } from './decide.ts'
import { createMatcher, type HubListing } from './match-listings.ts'
import { amountOf, minorOf, totalOf } from './order-total.ts'
import type { SentThing } from './outbox.ts'
import { listingOfShop, orderOfShop } from './testing.ts'

const sentOf = (more: Partial<SentThing>): SentThing => ({
  kind: 'order',
  seller: 's-42',
  id: 'A-1',
  state: 'SENT',
  number: '12-34711-34363',
  parts: {},
  digest: '',
  lineIds: [],
  code: null,
  reason: null,
  ...more,
})

describe('an order of the shop', () => {
  const placed = () => {
    const step = decideOrder(orderOfShop(), null)
    if (step.do !== 'place') throw new Error(`it would be ${step.do}`)
    return sentOf({ parts: step.parts, digest: step.digest })
  }

  it('is placed once, and not again while it is the same', () => {
    expect(decideOrder(orderOfShop(), placed())).toEqual({ do: 'nothing' })
    const later = { ...orderOfShop(), changedAt: '2026-11-23T10:00:00Z' }
    expect(decideOrder(later, placed())).toEqual({ do: 'nothing' })
  })

  it('is kept back if it does not add up to what the shop says', () => {
    const wrong = { ...orderOfShop(), total: { value: '45.01', currency: 'GBP' } }
    expect(decideOrder(wrong, null)).toMatchObject({
      do: 'refuse',
      code: 'does-not-add-up',
      reason: 'It adds up to 45.00 GBP, and the shop says 45.01 GBP.',
    })
  })

  it('that the hub has is changed by parts, and what does not add up any more is kept back with its reason', () => {
    const shop = orderOfShop()
    const moved = { ...shop, order: { ...shop.order, shipTo: { ...shop.order.shipTo!, line1: '10 High Street' } } }
    expect(decideOrder(moved, placed())).toMatchObject({ do: 'change', changed: ['shipTo'], edited: null })
    // Shops often have one name for buyer and recipient.
    const renamed = {
      ...shop.order,
      buyer: { name: 'Ann Example' },
      shipTo: { ...shop.order.shipTo!, name: 'Ann Example' },
    }
    expect(decideOrder({ ...shop, order: renamed }, placed())).toMatchObject({ changed: ['shipTo'], edited: null })
    const cancelled = { ...shop, isCancelled: true, order: { ...shop.order, lines: [] } }
    expect(decideOrder(cancelled, placed())).toMatchObject({ do: 'change', changed: ['cancelled'], edited: null })
    const dearer = { ...shop, total: { value: '46.00', currency: 'GBP' } }
    expect(decideOrder(dearer, placed())).toMatchObject({ changed: [], edited: { code: 'does-not-add-up' } })
    const [line] = moved.order.lines
    const edited = { ...moved, order: { ...moved.order, lines: [{ ...line!, quantity: 2 }] } }
    expect(decideOrder(edited, placed())).toMatchObject({ changed: ['shipTo'], edited: { code: 'does-not-add-up' } })
    const dear = { ...edited, total: { value: '90.00', currency: 'GBP' } }
    expect(decideOrder(dear, placed())).toMatchObject({ changed: ['shipTo', 'lines'], edited: null })
    const other = { ...dear, order: { ...dear.order, buyer: { ...dear.order.buyer, email: 'ann@shop.example' } } }
    expect(decideOrder(other, { ...placed(), parts: { ...placed().parts, about: 'x' } })).toMatchObject({
      changed: ['shipTo', 'lines'],
      edited: { code: 'edited' },
    })
  })

  it('that was sent before shops told how it reaches its buyer is no other order', () => {
    const { order, ...shop } = orderOfShop()
    const { shipTo: _, ...withoutAddress } = order
    const digital = { ...shop, order: { ...withoutAddress, delivery: 'DIGITAL' as const } }
    expect(decideOrder(digital, placed())).toMatchObject({ do: 'change', changed: ['shipTo'], edited: null })
  })

  it('that was refused is placed when it has changed, and not before; one cancelled meanwhile never', () => {
    const { digest } = placed()
    const refused = sentOf({ number: null, state: 'REFUSED', digest })
    expect(decideOrder(orderOfShop(), refused)).toEqual({ do: 'nothing' })
    expect(decideOrder(orderOfShop(), { ...refused, digest: '' })).toMatchObject({ do: 'place' })
    expect(decideOrder({ ...orderOfShop(), isCancelled: true }, null)).toMatchObject({ do: 'lookUp' })
  })
})

const digestIn = (step: ListingStep) => (step.do === 'send' ? step.digest : '')

describe('a listing of the shop', () => {
  const facts = { known: null, takenOver: undefined, match: null, stock: 'shop' } as const

  it('is sent when it is new or changed', () => {
    const listing = listingOfShop()
    const step = decideListing(listing, facts)
    expect(step).toMatchObject({ do: 'send', body: listing.listing })
    const known = sentOf({ kind: 'listing', digest: step.do === 'send' ? step.digest : '' })
    expect(decideListing(listing, { ...facts, known })).toEqual({ do: 'nothing' })
    const fewer = { ...listing, listing: { ...listing.listing, quantity: 1 } }
    expect(decideListing(fewer, { ...facts, known })).toMatchObject({ do: 'send' })
  })

  it('is counted by the shop until its orders are in the hub where that owns the stock, and then told without units', () => {
    const listing = listingOfShop()
    const step = decideListing(listing, { ...facts, stock: 'hub' })
    expect(step).toMatchObject({ do: 'send', body: { quantity: 3 }, counts: 'shop' })
    const sent = sentOf({ kind: 'listing', digest: digestIn(step), parts: { counts: 'shop' } })
    expect(decideListing(listing, { ...facts, stock: 'hub', known: sent })).toEqual({ do: 'nothing' })
    const handed = decideListing(listing, { ...facts, stock: 'hub', known: sent, handsOver: true })
    expect(handed).toMatchObject({ do: 'send', body: { quantity: 3 }, counts: 'hub' })
    const known = sentOf({ kind: 'listing', digest: digestIn(handed), parts: { counts: 'hub' } })
    const sold = { ...listing, listing: { ...listing.listing, quantity: 1 } }
    expect(decideListing(sold, { ...facts, stock: 'hub', known })).toEqual({ do: 'nothing' })
    const renamed = { ...sold, listing: { ...sold.listing, title: 'Lamp' } }
    const change = decideListing(renamed, { ...facts, stock: 'hub', known })
    expect(change).toMatchObject({ do: 'send', body: { title: 'Lamp', quantity: undefined } })
  })

  it('that looks like one of the hub waits until the operator has said what it is', () => {
    const match = { by: 'SKU', items: ['118304211004'] } as const
    expect(decideListing(listingOfShop(), { ...facts, match })).toMatchObject({
      do: 'refuse',
      reason: 'The hub has 118304211004 with the same SKU. Say with `match` whether it is the same.',
    })
    expect(decideListing(listingOfShop(), { ...facts, match, takenOver: null })).toMatchObject({ do: 'send' })
    const same = { ...facts, match, takenOver: '118304211004' }
    expect(decideListing(listingOfShop(), same)).toEqual({ do: 'leave', item: '118304211004' })
  })
})

describe('listings are matched', () => {
  const hubs = (item: string, more: Partial<HubListing>): HubListing => ({
    id: null,
    item,
    sale: null,
    relistedFrom: null,
    state: 'ACTIVE',
    title: `Thing ${item}`,
    sku: null,
    category: 'Collectables',
    price: { value: '45.00', currency: 'GBP' },
    aspects: {},
    axes: [],
    variations: [],
    stock: { available: 1 },
    problems: [],
    ...more,
  })
  const find = (listings: HubListing[], more: object) =>
    createMatcher(listings).find({ ...listingOfShop().listing, sku: undefined, ...more })

  it('by SKU, then GTIN, then title', () => {
    const listings = [
      hubs('1', { title: 'Desk lamp' }),
      hubs('2', { aspects: { EAN: ['4006381333931'] } }),
      hubs('3', { sku: 'LAMP-1' }),
    ]
    const gtin = { aspects: { GTIN: ['04006381333931'] } }
    expect(find(listings, { ...gtin, sku: 'LAMP-1' })).toEqual({ by: 'SKU', items: ['3'] })
    expect(find(listings, gtin)).toEqual({ by: 'GTIN', items: ['2'] })
    expect(find(listings, { title: ' desk  LAMP' })).toEqual({ by: 'title', items: ['1'] })
    expect(find(listings, { title: 'Desk' })).toBeNull()
  })

  it('by SKUs of variations, with all that come into question, and not with those that the shop sent', () => {
    const price = { value: '45.00', currency: 'GBP' }
    const variation = (sku: string) => ({ id: null, values: [sku], sku, price, sale: null, available: 1 })
    const listings = [
      hubs('1', { variations: [variation('A'), variation('B')] }),
      hubs('2', { sku: 'B' }),
      hubs('3', { id: 'p-3', sku: 'A' }),
    ]
    const variations = ['A', 'B'].map((sku) => ({ id: sku, sku, values: [sku], price }))
    expect(find(listings, { variations })).toEqual({ by: 'SKU', items: ['1', '2'] })
  })
})

describe('the total of an order', () => {
  it('is exact for any amounts, order-level shipping and discount included', () => {
    const minor = fc.integer({ min: 0, max: 99_999 })
    const line = fc.record({ quantity: fc.integer({ min: 1, max: 9 }), price: minor, tax: minor, shipping: minor })
    expectForAll(
      fc.array(line, { minLength: 1, maxLength: 9 }),
      minor,
      fc.constantFrom('GBP', 'JPY', 'KWD'),
      (lines, more, currency) => {
        const { order } = orderOfShop()
        const body = {
          ...order,
          currency,
          shipping: amountOf(more, currency),
          discount: amountOf(1, currency),
          lines: lines.map(({ quantity, price, tax, shipping }) => ({
            quantity,
            unitPrice: amountOf(price, currency),
            tax: amountOf(tax, currency),
            shipping: amountOf(shipping, currency),
          })),
        }
        const sum = lines.reduce(
          (total, each) => total + each.quantity * each.price + each.tax + each.shipping,
          more - 1,
        )
        expect(minorOf(totalOf(body))).toBe(sum)
      },
    )
  })

  it('has the taxes that are added, not those inside of prices', () => {
    const { order } = orderOfShop()
    const amount = { value: '7.50', currency: 'GBP' }
    const taxed = (included: boolean) => ({
      ...order,
      lines: order.lines.map((line) => ({ ...line, taxes: [{ name: 'VAT', rate: '20', amount, included }] })),
    })
    expect(totalOf(taxed(true)).value).toBe('45.00')
    expect(totalOf(taxed(false)).value).toBe('52.50')
  })
})

it('hashes ignore the order of fields, and fields that say nothing', () => {
  expect(digestOf({ a: 1, b: [1, 2], c: null })).toBe(digestOf({ b: [1, 2], a: 1, d: '', e: [] }))
  expect(digestOf({ b: [1, 2] })).not.toBe(digestOf({ b: [2, 1] }))
  expect(digestOf([null, 1])).not.toBe(digestOf([1, null]))
})
