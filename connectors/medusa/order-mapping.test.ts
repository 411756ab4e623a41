import { describe, expect, it } from 'vitest'
import { totalOf } from '../kit/index.ts'
import type { MedusaItem, MedusaOrder } from './fields.ts'
import { idOf, medusaIdOf, orderOf } from './order-mapping.ts'
import { answers } from './testing-answers.ts'

const { taxesMixed, dollars, partlyShippedAndRefunded, cancelled, shipped, withGiftWrap, freeShipping } = answers.orders
const mapped = (order: MedusaOrder) => orderOf(order, { seller: 's-42' })
const eur = (value: string) => ({ value, currency: 'EUR' })

const [lamp] = taxesMixed.items
if (!lamp) throw new Error('There is no lamp.')
/** An order of one line without shipping. */
const orderWith = (item: Partial<MedusaItem>, more: Partial<MedusaOrder> = {}): MedusaOrder => ({
  ...taxesMixed,
  items: [{ ...lamp, ...item }],
  shipping_methods: [],
  total: item.total ?? lamp.total,
  ...more,
})

describe('an order of Medusa', () => {
  it.each([
    ['taxesMixed', '62.53'],
    ['dollars', '99.09'],
    ['yen', '5968'],
    ['partlyShippedAndRefunded', '75.16'],
    ['cancelled', '8.25'],
    ['shipped', '11.99'],
    ['withGiftWrap', '15.51'],
    ['freeShipping', '85.86'],
  ] as const)('adds up as Medusa says, rounded once: %s', (name, value) => {
    const { order, total } = mapped(answers.orders[name])
    expect(totalOf(order)).toEqual(total)
    expect(total.value).toBe(value)
  })

  it('has the buyer’s number in its id, taxes inside and beside prices by name, and a guest without id', () => {
    const { id, changedAt, lineIds, order, isCancelled, finished } = mapped(taxesMixed)
    expect(id).toBe('1-01M8ETRMY69G4TY5V5FZNVVV6W')
    expect([idOf(taxesMixed), medusaIdOf(id)]).toEqual([id, taxesMixed.id])
    expect(lineIds).toEqual(['ordli_01M8ETRMZ14K7RG1JVJ3EAZHSS', 'ordli_01M8ETRMZ24AKND514HB6GR869'])
    // The payment was captured after the order’s last change.
    expect([changedAt, isCancelled, finished]).toEqual(['2026-11-27T15:42:44.055Z', false, undefined])
    expect(order).toEqual({
      id,
      placedAt: '2026-11-27T15:42:42.666Z',
      buyer: { name: 'Anna Example', email: 'anna@shop.example' },
      shipTo: {
        name: 'Anna Example',
        company: '',
        line1: '1 High Street',
        line2: 'Flat 2',
        city: 'Town',
        region: 'BE',
        postalCode: '10115',
        country: 'DE',
        phone: '030 1234',
      },
      currency: 'EUR',
      lines: [
        {
          listing: 'prod_01M8ETQZH3M1N3CHQATR15QSZ8',
          variationId: 'variant_01M8ETQZP80GQ11AFPWA9PYS22',
          sku: 'LAMP-Red-S',
          title: 'Desk lamp',
          quantity: 2,
          unitPrice: eur('19.99'),
          discount: eur('0.00'),
          taxes: [{ name: 'MwSt', rate: '19', amount: eur('7.60'), included: false }],
        },
        {
          listing: 'prod_01M8ETR08H8V97QFN0E9KDMNHP',
          sku: 'NOTE-1',
          title: 'Notebook',
          quantity: 3,
          unitPrice: eur('3.35'),
          discount: eur('0.00'),
          taxes: [{ name: 'MwSt', rate: '19', amount: eur('1.60'), included: true }],
        },
      ],
      shipping: eur('4.90'),
      discount: eur('0.00'),
      payment: {
        id: 'pay_01M8ETRNNKA8XW2MWB0AT4AWKN',
        method: 'UNKNOWN',
        state: 'PAID',
        paidAt: '2026-11-27T15:42:44.052Z',
      },
    })
  })

  it('is the same in whatever order Medusa answers its lines', () => {
    expect(mapped({ ...dollars, items: dollars.items.toReversed() })).toEqual(mapped(dollars))
    expect(mapped(dollars).order.lines[0]?.taxes?.[0]).toMatchObject({ name: 'Sales tax', rate: '8.875' })
  })

  it('has coupons as discounts of lines, and free shipping as none', () => {
    const discounts = (order: MedusaOrder) => mapped(order).order.lines.map(({ discount }) => discount?.value)
    expect(discounts(partlyShippedAndRefunded)).toEqual(['6.00', '0.67'])
    expect(discounts(freeShipping)).toEqual(['2.78', '0.27'])
    expect(mapped(freeShipping).order.shipping).toEqual(eur('0.00'))
  })

  it('is over once all units have left, and what needs no parcel is fulfilled', () => {
    expect(mapped(partlyShippedAndRefunded).finished).toBeUndefined()
    expect(mapped(shipped).finished).toBe('SHIPPED')
    const detail = { fulfilled_quantity: 2, shipped_quantity: 2, delivered_quantity: 2 }
    expect(mapped(orderWith({ detail })).finished).toBe('DELIVERED')
    expect(mapped({ ...taxesMixed, status: 'completed' }).finished).toBe('SHIPPED')
    expect(mapped(cancelled).isCancelled).toBe(true)
  })

  it('has the parcels and refunds of the shop’s own, without those that the hub told', () => {
    expect(mapped(partlyShippedAndRefunded).shipments).toEqual([])
    expect(mapped(partlyShippedAndRefunded).refunds).toEqual([
      { id: 'ref_01M8ETXGTE7S2V2B7WQ0C6Z1QK', amount: eur('1.50'), refundedAt: '2026-11-27T15:45:23.342Z' },
    ])
    const collections = structuredClone(partlyShippedAndRefunded.payment_collections)
    for (const { payments } of collections)
      for (const { refunds } of payments) for (const refund of refunds) refund.note = 'BUYER_RETURN (0123456789abcdef)'
    expect(mapped({ ...partlyShippedAndRefunded, payment_collections: collections }).refunds).toEqual([])
    for (const { payments } of collections)
      for (const { refunds } of payments)
        for (const refund of refunds) Object.assign(refund, { note: null, amount: 0.0041 })
    expect(mapped({ ...partlyShippedAndRefunded, payment_collections: collections }).refunds).toEqual([])
    // What needs no parcel has left once it is fulfilled; what was taken back has not.
    const [song, notebook] = shipped.fulfillments
    if (!song || !notebook) throw new Error('It was not shipped.')
    expect(mapped(shipped).shipments).toMatchObject([
      { id: song.id, carrier: 'Other', trackingNumber: null, shippedAt: song.created_at },
      { id: notebook.id, trackingNumber: 'AB2', contents: [{ line: notebook.items[0]?.line_item_id }] },
    ])
    const changed = [
      { ...song, shipped_at: null },
      { ...notebook, canceled_at: '2026-11-27T16:00:00Z' },
    ]
    expect(mapped({ ...shipped, fulfillments: changed }).shipments).toMatchObject([{ shippedAt: song.created_at }])
    expect(mapped({ ...shipped, fulfillments: [{ ...notebook, shipped_at: null }] }).shipments).toEqual([])
  })

  it('is digital if nothing of it needs shipping, and collected if it goes nowhere', () => {
    const address = taxesMixed.shipping_address
    const digital = orderWith({ requires_shipping: false })
    expect(mapped(orderWith({})).order).not.toHaveProperty('delivery')
    expect(mapped(digital).order).toMatchObject({ delivery: 'DIGITAL', shipTo: { country: 'DE' } })
    const nowhere = { shipping_address: null, billing_address: address }
    const bought = mapped({ ...digital, ...nowhere }).order
    expect([bought.delivery, bought.buyer.name, bought.billTo?.country]).toEqual(['DIGITAL', 'Anna Example', 'DE'])
    expect(bought).not.toHaveProperty('shipTo')
    const collected = mapped(orderWith({ requires_shipping: true }, nowhere)).order
    expect(collected).toMatchObject({ delivery: 'COLLECT' })
    expect(collected).not.toHaveProperty('shipTo')
    const [first, ...others] = taxesMixed.items
    if (!first) throw new Error('There is no first item.')
    const both = [
      { ...first, requires_shipping: false },
      ...others.map((item) => ({ ...item, requires_shipping: true })),
    ]
    expect(mapped({ ...taxesMixed, items: both }).order).not.toHaveProperty('delivery')
  })

  it('has lines of the shop’s own as extras', () => {
    const { order, lineIds } = mapped(withGiftWrap)
    expect(order.lines.map(({ title }) => title)).toEqual(['Notebook'])
    expect(lineIds).toHaveLength(1)
    const taxes = [{ name: 'MwSt', rate: '19', amount: eur('0.48'), included: false }]
    expect(order.extras).toEqual([{ kind: 'OTHER', title: 'Gift wrap', amount: eur('2.50'), taxes }])
    expect(order.shipping).toEqual(eur('5.83'))
    expect(mapped(taxesMixed).order).not.toHaveProperty('extras')
  })

  it('has credits as a discount, but not refunds', () => {
    const credit_lines = [
      { amount: 1.25, reference: 'goodwill' },
      { amount: 10, reference: 'payment_collection' },
    ]
    const { order, total } = mapped({ ...taxesMixed, credit_lines, total: 62.5262 - 11.25 })
    expect([total, totalOf(order), order.discount]).toEqual([eur('61.28'), eur('61.28'), eur('1.25')])
  })

  it('divides the tax of a line among its names', () => {
    const tax_lines = [
      { description: 'PST', rate: 7, total: 0.7 },
      { description: 'GST', rate: 5, total: 0.5 },
      { description: null, rate: 0.125, total: 0.0125 },
    ]
    const item = { quantity: 1, unit_price: 10, subtotal: 10, tax_total: 1.2125, total: 11.2125, tax_lines }
    expect(mapped(orderWith(item)).order.lines[0]?.taxes).toEqual([
      { name: 'GST', rate: '5', amount: eur('0.50'), included: false },
      { name: 'PST', rate: '7', amount: eur('0.70'), included: false },
      { name: 'Tax', rate: '0.125', amount: eur('0.01'), included: false },
    ])
  })

  it.each([
    ['inside', true, 3.015, 2.5336],
    ['beside', false, 3.58785, 3.015],
  ])(
    'has prices below a cent rounded up, and the rest as a discount: tax %s',
    (_, is_tax_inclusive, total, subtotal) => {
      const item = { quantity: 3, unit_price: 1.005, is_tax_inclusive, total, subtotal, tax_total: total - subtotal }
      const { order, total: said } = mapped(orderWith(item))
      expect(totalOf(order)).toEqual(said)
      expect(order.lines[0]).toMatchObject({ unitPrice: eur('1.01'), discount: eur('0.01') })
    },
  )

  it('without tax has none, however its cents are rounded', () => {
    const item = { quantity: 1, unit_price: 9.996, tax_lines: [], tax_total: 0, subtotal: 9.996, total: 9.996 }
    const { order, total } = mapped(orderWith(item))
    expect([order.lines[0]?.taxes, totalOf(order), total]).toEqual([[], eur('10.00'), eur('10.00')])
  })

  it('is paid once captures cover it, and names a customer who has an account', () => {
    const paid = (captures: { amount: number }[]) => {
      const payments = [{ id: 'pay_1', updated_at: '2026-11-22T09:31:00Z', captured_at: null, captures, refunds: [] }]
      return mapped({ ...taxesMixed, payment_collections: [{ payments }] }).order.payment?.state
    }
    expect([paid([]), paid([{ amount: 40 }]), paid([{ amount: 40 }, { amount: 22.5262 }])]).toEqual([
      undefined,
      undefined,
      'PAID',
    ])
    const customer = { id: 'cus_1', has_account: true }
    expect(mapped({ ...taxesMixed, customer }).order.buyer).toMatchObject({ id: 'cus_1', username: 'cus_1' })
  })

  it('has a billing address where Medusa has one; one that was removed leaves out its lines', () => {
    const billing_address = { ...withGiftWrap.shipping_address!, company: 'Example GmbH', city: 'Paris' }
    expect(mapped({ ...taxesMixed, billing_address }).order.billTo).toMatchObject({ company: 'Example GmbH' })
    const items = taxesMixed.items.map((item, place) => (place === 0 ? { ...item, quantity: 0, total: 0 } : item))
    expect(mapped({ ...taxesMixed, items }).lineIds).toEqual(['ordli_01M8ETRMZ24AKND514HB6GR869'])
  })
})
