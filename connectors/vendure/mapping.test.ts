import { describe, expect, it } from 'vitest'
import { totalOf } from '../kit/index.ts'
import { listingOf, orderOf } from './mapping.ts'
import type { VendureOrder, VendureProduct, VendureVariant } from './queries.ts'

const settings = { seller: 's-42', category: 'vendure' }
const usd = (value: string) => ({ value, currency: 'USD' })

const variantOf = (id: string, more: Partial<VendureVariant> = {}): VendureVariant => ({
  id,
  sku: `SKU-${id}`,
  enabled: true,
  priceWithTax: 1_299,
  currencyCode: 'USD',
  options: [],
  stockLevels: [
    { stockOnHand: 5, stockAllocated: 2 },
    { stockOnHand: 1, stockAllocated: 0 },
  ],
  ...more,
})

const productOf = (more: Partial<VendureProduct> = {}): VendureProduct => ({
  id: '7',
  name: 'Laptop',
  description: '<p>Fast.</p>',
  enabled: true,
  updatedAt: '2026-11-22T09:00:00.000Z',
  assets: [{ source: 'https://shop.example/laptop.jpg' }],
  collections: [{ slug: 'computers' }],
  optionGroups: [],
  variants: [variantOf('70')],
  ...more,
})

const address = {
  fullName: 'Anna Example',
  company: '',
  streetLine1: '1 High Street',
  streetLine2: '',
  city: 'London',
  province: '',
  postalCode: 'SE1 1AA',
  countryCode: 'GB',
  phoneNumber: null,
}

const line = (
  id: string,
  quantity: number,
  unitPriceWithTax: number,
  proratedLinePriceWithTax: number,
  groups = 0,
) => ({
  id,
  quantity,
  unitPriceWithTax,
  proratedLinePrice: Math.round(proratedLinePriceWithTax / 1.2),
  proratedLinePriceWithTax,
  taxRate: 20,
  taxLines: [{ description: 'Standard Tax' }],
  productVariant: {
    id: `v-${id}`,
    sku: `SKU-${id}`,
    name: `Thing ${id}`,
    product: { id: `p-${id}`, optionGroups: Array.from({ length: groups }, (_, nth) => ({ id: String(nth) })) },
  },
})

const sentBy = (fulfillmentHandlerCode: string) => ({ shippingMethod: { code: 'standard', fulfillmentHandlerCode } })

const vendureOrder = (more: Partial<VendureOrder> = {}): VendureOrder => ({
  id: '1',
  code: 'ABCDEFGH12345678',
  state: 'PaymentSettled',
  currencyCode: 'USD',
  updatedAt: '2026-11-22T09:31:00.000Z',
  orderPlacedAt: '2026-11-22T09:30:00.000Z',
  totalWithTax: 3_838,
  shippingWithTax: 500,
  surcharges: [],
  shippingLines: [sentBy('manual-fulfillment')],
  customer: { id: '3', firstName: 'Anna', lastName: 'Example', emailAddress: 'anna@shop.example', user: null },
  shippingAddress: address,
  billingAddress: null,
  lines: [line('a', 2, 1_299, 2_338, 1), line('b', 1, 1_000, 1_000)],
  payments: [{ id: '9', state: 'Settled', amount: 3_838, createdAt: '2026-11-22T09:31:00.000Z', refunds: [] }],
  fulfillments: [],
  ...more,
})

describe('a product of Vendure', () => {
  it('without options is a listing with its variant’s price, and the units that are not promised', () => {
    expect(listingOf(productOf(), settings)).toMatchObject({
      seller: 's-42',
      id: '7',
      listing: {
        title: 'Laptop',
        category: 'computers',
        sku: 'SKU-70',
        price: usd('12.99'),
        quantity: 4,
        onSale: true,
      },
    })
  })

  it('with options has variations; a third option joins the second axis', () => {
    const optionGroups = ['Size', 'Memory', 'Colour'].map((name) => ({ id: name, name }))
    const options = optionGroups.map((group) => ({ name: `${group.name} 1`, group }))
    const variants = [variantOf('71', { options }), variantOf('72', { enabled: false })]
    expect(listingOf(productOf({ optionGroups, variants }), settings)?.listing).toMatchObject({
      axes: ['Size', 'Memory / Colour'],
      variations: [
        { id: '71', sku: 'SKU-71', values: ['Size 1', 'Memory 1 / Colour 1'], price: usd('12.99'), quantity: 4 },
      ],
    })
  })

  it('does not tell a SKU that its variants share', () => {
    const optionGroups = [{ id: 'colour', name: 'Colour' }]
    const of = (id: string, sku: string) =>
      variantOf(id, { sku, options: [{ name: `Colour ${id}`, group: { id: 'colour' } }] })
    const variants = [of('86', '404.038.96'), of('87', '404.038.96'), of('88', '404.038.97')]
    const listing = listingOf(productOf({ optionGroups, variants }), settings)?.listing
    expect(listing?.variations?.map(({ sku }) => sku)).toEqual([undefined, undefined, '404.038.97'])
  })

  it('that is off, or has no variant, is not on sale', () => {
    expect(listingOf(productOf({ enabled: false }), settings)?.listing.onSale).toBe(false)
    expect(listingOf(productOf({ variants: [variantOf('70', { enabled: false })] }), settings)?.listing.onSale).toBe(
      false,
    )
    expect(listingOf(productOf({ variants: [] }), settings)).toBeNull()
    expect(listingOf(productOf({ collections: [] }), settings)?.listing.category).toBe('vendure')
  })
})

describe('an order of Vendure', () => {
  it('adds up to the cent, with a guest, a discount, variants and shipping', () => {
    const { order, total, lineIds, isCancelled, finished } = orderOf(vendureOrder(), settings)
    expect(totalOf(order)).toEqual(total)
    expect(total).toEqual(usd('38.38'))
    expect([lineIds, isCancelled, finished]).toEqual([['a', 'b'], false, undefined])
    expect(order).toMatchObject({
      id: 'ABCDEFGH12345678',
      buyer: { name: 'Anna Example', email: 'anna@shop.example' },
      lines: [
        { listing: 'p-a', variationId: 'v-a', quantity: 2, unitPrice: usd('12.99'), discount: usd('2.60') },
        { listing: 'p-b', quantity: 1, unitPrice: usd('10.00'), discount: usd('0.00') },
      ],
      shipping: usd('5.00'),
      payment: { id: '9', state: 'PAID' },
    })
    expect(order.buyer).not.toHaveProperty('id')
    expect(order.lines[1]).not.toHaveProperty('variationId')
  })

  it('is digital by its handler, and collected if it goes nowhere', () => {
    const orderWith = (more: Partial<VendureOrder>) => orderOf(vendureOrder(more), settings).order
    const digital = { shippingLines: [sentBy('digital-fulfillment')] }
    expect(orderOf(vendureOrder(), settings).order).not.toHaveProperty('delivery')
    expect(orderWith(digital)).toMatchObject({ delivery: 'DIGITAL', shipTo: { city: 'London' } })
    const nowhere = { shippingAddress: null }
    const bought = orderWith({ ...digital, ...nowhere })
    expect([bought.delivery, bought.buyer.name]).toEqual(['DIGITAL', 'Anna Example'])
    expect(bought).not.toHaveProperty('shipTo')
    const collected = orderWith({ shippingAddress: { ...address, countryCode: null } })
    expect(collected.delivery).toBe('COLLECT')
    expect(collected).not.toHaveProperty('shipTo')
    expect(
      orderWith({ shippingLines: [sentBy('digital-fulfillment'), sentBy('manual-fulfillment')] }),
    ).not.toHaveProperty('delivery')
  })

  it('tells the tax inside of its prices, and surcharges as extras', () => {
    const surcharge = (description: string, price: number, priceWithTax: number) => ({
      description,
      price,
      priceWithTax,
      taxRate: 20,
      taxLines: [{ description: 'Standard Tax' }],
    })
    const surcharges = [surcharge('Gift wrap', 250, 300), surcharge('Loyalty', -42, -50)]
    const { order, total } = orderOf(vendureOrder({ surcharges, totalWithTax: 4_088 }), settings)
    expect(totalOf(order)).toEqual(total)
    expect(order.shipping).toEqual(usd('5.00'))
    const wrapTax = { name: 'Standard Tax', rate: '20', amount: usd('0.50'), included: true }
    expect(order.extras).toEqual([
      { kind: 'SURCHARGE', title: 'Gift wrap', amount: usd('3.00'), taxes: [wrapTax] },
      { kind: 'ADJUSTMENT', title: 'Loyalty', amount: usd('-0.50'), taxes: [] },
    ])
    expect(orderOf(vendureOrder(), settings).order).not.toHaveProperty('extras')
    expect(order.lines.map(({ taxes }) => taxes)).toEqual([
      [{ name: 'Standard Tax', rate: '20', amount: usd('3.90'), included: true }],
      [{ name: 'Standard Tax', rate: '20', amount: usd('1.67'), included: true }],
    ])
    const free = { ...line('a', 1, 100, 100), proratedLinePrice: 100, taxRate: 0, taxLines: [] }
    expect(orderOf(vendureOrder({ lines: [free] }), settings).order.lines[0]?.taxes).toEqual([])
  })

  it('adds up where the tax of a line is rounded as a whole, to a cent more than that of its units', () => {
    // As Vendure 3.7.3 answers two units at 20.02 and 20 percent.
    const lines = [{ ...line('a', 2, 2_402, 4_805), proratedLinePrice: 4_004 }]
    const { order, total } = orderOf(vendureOrder({ lines, totalWithTax: 5_305 }), settings)
    expect(totalOf(order)).toEqual(total)
    expect(order.lines[0]).toMatchObject({ unitPrice: usd('24.03'), discount: usd('0.01') })
  })

  it('is paid once settled payments cover it, and names a customer who has an account', () => {
    const payments = [
      { id: '9', state: 'Authorized', amount: 3_838, createdAt: '2026-11-22T09:31:00.000Z', refunds: [] },
    ]
    expect(orderOf(vendureOrder({ payments }), settings).order.payment).toBeUndefined()
    const customer = { id: '3', firstName: 'Anna', lastName: 'Example', emailAddress: 'a@b.example', user: { id: '5' } }
    expect(orderOf(vendureOrder({ customer }), settings).order.buyer).toMatchObject({ id: '3', username: 'customer-3' })
  })

  it('has the parcels and refunds of the shop’s own, and not those that the hub told', () => {
    const told = '(0123456789abcdef)'
    const parcel = (id: string, more: object = {}) => ({
      id,
      state: 'Shipped',
      method: 'Royal Mail',
      trackingCode: 'AB1',
      createdAt: '2026-11-22T15:00:00.000Z',
      lines: [
        {
          orderLineId: 'a',
          quantity: 1,
        },
      ],
      ...more,
    })
    const fulfillments = [
      parcel('f-1'),
      parcel('f-2', { method: `DHL ${told}` }),
      parcel('f-3', { state: 'Pending' }),
      parcel('f-4', { state: 'Cancelled' }),
    ]
    const refund = (id: string, total: number, more: object = {}) => ({
      id,
      total,
      state: 'Settled',
      reason: 'Scratched',
      createdAt: '2026-11-22T16:00:00.000Z',
      shipping: 0,
      lines: [],
      ...more,
    })
    const lines = [{ orderLineId: 'a', quantity: 1 }]
    const refunds = [
      refund('r-1', 200),
      refund('r-2', 150, { reason: `BUYER_RETURN ${told}` }),
      refund('r-3', 100, { state: 'Pending' }),
      refund('r-4', 1_669, { lines, shipping: 500 }),
      refund('r-5', 1_000, { lines }),
    ]
    const [payment] = vendureOrder().payments ?? []
    if (!payment) throw new Error('It is not paid.')
    const order = vendureOrder({ fulfillments, payments: [{ ...payment, refunds }] })
    const mapped = orderOf(order, settings)
    expect(mapped.shipments).toEqual([
      {
        id: 'f-1',
        carrier: 'Royal Mail',
        trackingNumber: 'AB1',
        shippedAt: '2026-11-22T15:00:00.000Z',
        contents: [{ line: 'a', quantity: 1 }],
      },
    ])
    const parts = { lines: [{ line: 'a', amount: usd('11.69') }], shipping: usd('5.00') }
    const refundedAt = '2026-11-22T16:00:00.000Z'
    expect(mapped.refunds).toEqual([
      { id: 'r-1', amount: usd('2.00'), refundedAt },
      { id: 'r-4', amount: usd('16.69'), refundedAt, parts },
      { id: 'r-5', amount: usd('10.00'), refundedAt },
    ])
    // What is collected is handed over, and in no parcel.
    expect(orderOf({ ...order, shippingAddress: null }, settings).shipments).toEqual([])
    // Vendure’s state stays when the hub takes a parcel back, whose units wait until they are in another.
    const gone = parcel('f-5', { state: 'Cancelled', method: `DHL ${told}` })
    const finishedWith = (...those: typeof fulfillments) =>
      orderOf({ ...order, state: 'Shipped', fulfillments: those }, settings).finished
    const again = parcel('f-6', { lines: order.lines.map(({ id, quantity }) => ({ orderLineId: id, quantity })) })
    expect([finishedWith(gone), finishedWith(gone, again)]).toEqual([undefined, 'SHIPPED'])
    expect(finishedWith(parcel('f-4', { state: 'Cancelled' }))).toBe('SHIPPED')
  })

  it('that is shipped or cancelled says so; cancelled lines are left out', () => {
    expect(orderOf(vendureOrder({ state: 'Shipped' }), settings).finished).toBe('SHIPPED')
    expect(orderOf(vendureOrder({ state: 'Cancelled' }), settings).isCancelled).toBe(true)
    expect(orderOf(vendureOrder({ lines: [line('a', 0, 1, 0), line('b', 1, 1, 1)] }), settings).lineIds).toEqual(['b'])
  })
})
