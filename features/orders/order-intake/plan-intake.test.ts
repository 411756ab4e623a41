import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { expectForAll } from '#lib/testing-property.ts'
import type { ItemNumber } from '#features/core/listing/listing.ts'
import type { OfferedListing } from '#features/core/listing/shelf.ts'
import { planIntake, type IntakeFacts } from './plan-intake.ts'
import type { PushedOrder } from './pushed-order.ts'
import type { PushedPayment } from './pushed-payment.ts'

const now = new Date('2026-11-20T10:00:00Z')

const listing = (id: number, quantity: number, more: Partial<OfferedListing> = {}): OfferedListing => ({
  id,
  item_number: `11000000000${id}`,
  product_id: null,
  title: 'Leica M3 body',
  sku: null,
  state: 'ACTIVE',
  format: 'FIXED_PRICE',
  currency: 'GBP',
  quantity_available: quantity,
  starts_at: null,
  ends_at: null,
  ended_at: null,
  out_of_stock_since: null,
  paused_since: null,
  handling_days: null,
  shared_sku: null,
  is_counted_by_shop: false,
  variations: [],
  ...more,
})

const facts = (listings: OfferedListing[], more: Partial<IntakeFacts> = {}): IntakeFacts => ({
  known: [],
  numbers: [],
  offers: [],
  coupons: [],
  listings,
  buyers: [],
  addresses: [],
  drawn: Array.from({ length: 50 }, (_, nth) => ({
    order: 100 + nth,
    number: `12-00000-000${nth}`,
    buyer: 200 + nth,
    address: 300 + nth,
  })),
  calendar: {
    timeZone: 'Europe/London',
    handlingDays: 1,
    cutoffTime: '15:00',
    workingDays: [1, 2, 3, 4, 5],
    holidayRegion: null,
    holidays: [],
    daysOff: [],
    daysAway: [],
  },
  calendarVersion: 3,
  country: 'GB',
  takenFeedback: [],
  lineIds: [],
  parcelIds: [],
  ...more,
})

const order = (id: string, units: [of: number, quantity: number][], more: Partial<PushedOrder> = {}): PushedOrder => ({
  id,
  pushedAs: `as ${id}`,
  placedAt: now,
  buyer: { id: null, username: 'anna', name: 'Anna Example', email: null },
  shipTo: {
    name: 'Anna Example',
    company: null,
    line1: null,
    line2: null,
    line3: null,
    city: 'London',
    region: null,
    postal_code: null,
    country: 'GB',
    phone: null,
  },
  delivery: 'SHIP',
  taxNumbers: [],
  gift: null,
  billTo: null,
  metadata: null,
  group: null,
  extras: [],
  currency: 'GBP',
  lines: units.map(([of, quantity]) => ({
    item: `11000000000${of}` as ItemNumber,
    sku: null,
    variation: null,
    title: null,
    quantity,
    unitPriceMinor: 4500,
    discountMinor: 0,
    shippingMinor: 0,
    taxMinor: 0,
    taxes: [],
  })),
  shippingService: null,
  buyerNote: null,
  deliveryMin: null,
  deliveryMax: null,
  payments: [],
  onShort: null,
  history: null,
  ...more,
})

const paid: PushedPayment = {
  id: 'p',
  method: 'CARD',
  state: 'PAID',
  amountMinor: null,
  currency: 'GBP',
  paidAt: now,
}

const verdicts = ({ outcomes }: ReturnType<typeof planIntake>) =>
  outcomes.map((outcome) => (outcome.ok ? (outcome.repeated ? 'again' : 'taken') : outcome.reason))

describe('orders in one request', () => {
  it('get the stock that earlier ones left; a refused one takes none', () => {
    const orders = [
      order('a', [[1, 2]]),
      order('b', [
        [2, 1],
        [1, 2],
      ]),
      order('c', [[1, 1]]),
      order('d', [[2, 1]]),
    ]
    const plan = planIntake(orders, facts([listing(1, 3), listing(2, 1)]), now)
    expect(verdicts(plan)).toEqual(['taken', 'not-enough-stock', 'taken', 'taken'])
    expect(plan.outcomes[1]).toMatchObject({ at: 1, available: 1 })
    expect(plan.soldOut.map(({ id, state }) => [id, state])).toEqual([
      [1, 'OUT_OF_STOCK'],
      [2, 'OUT_OF_STOCK'],
    ])
  })

  it('of a paused listing are refused, unless they were placed and paid before, or the shop takes them', () => {
    const later = new Date(now.getTime() + 1)
    const orders = [
      order('in time', [[1, 2]], { payments: [paid] }),
      order('late', [[1, 1]], { payments: [paid], placedAt: later }),
      order('not paid', [[1, 1]]),
      order('of a shop that refuses', [[1, 1]], { payments: [paid], onShort: 'refuse' }),
      order('of a shop that takes', [[1, 1]], { placedAt: later, onShort: 'take' }),
    ]
    const paused = listing(1, 1, { paused_since: now })
    const plan = planIntake(orders, facts([paused]), now)
    expect(verdicts(plan)).toEqual(['taken', 'not-on-offer', 'not-on-offer', 'not-on-offer', 'taken'])
    expect(plan.rows.lines).toMatchObject([{ short_quantity: 1 }, { short_quantity: 1 }])
    const soldOutBefore = { state: 'OUT_OF_STOCK', out_of_stock_since: new Date(now.getTime() - 1) } as const
    expect(verdicts(planIntake(orders, facts([{ ...paused, ...soldOutBefore }]), now))[0]).toBe('not-on-offer')
  })

  it('are one order if identical, and refused if another has the id', () => {
    const orders = [order('a', [[1, 1]]), order('a', [[1, 1]]), order('a', [[1, 1]], { pushedAs: 'other' })]
    const plan = planIntake(orders, facts([listing(1, 1)]), now)
    expect(verdicts(plan)).toEqual(['taken', 'again', 'order-id-taken'])
    expect(plan.rows.lines).toHaveLength(1)
  })

  it('share new buyers and addresses, and reuse existing ones', () => {
    const ben = { id: 'b-2', username: 'ben', name: 'Ben Example', email: null }
    const orders = [
      order('a', [[1, 1]]),
      order('b', [[1, 1]]),
      order('c', [[1, 1]], { buyer: ben }),
      order('d', [[1, 1]], { buyer: { ...ben, id: 'b-3' } }),
    ]
    const known = { id: 7, username: 'ben', externalId: null }
    const here = facts([listing(1, 9)], {
      buyers: [known],
      addresses: [2].map((nth) => ({ id: 8, buyerId: 7, nth })),
    })
    const plan = planIntake(orders, here, now)
    expect(plan.rows.buyers).toMatchObject([
      { id: 200, username: 'anna' },
      { id: 203, username: 'ben', external_id: 'b-3' },
    ])
    expect(plan.rows.addresses).toMatchObject([
      { id: 300, buyer_id: 200 },
      { id: 303, buyer_id: 203 },
    ])
    expect(plan.rows.orders).toMatchObject([
      { buyer_id: 200, ship_to_address_id: 300 },
      { buyer_id: 200, ship_to_address_id: 300 },
      { buyer_id: 7, ship_to_address_id: 8 },
      // Another id is another buyer, who now has the user name.
      { buyer_id: 203 },
    ])
    expect(plan.rows.moved).toEqual([{ id: 7, username: null, external_id: 'b-2' }])
  })

  it('get their ship-by time once paid, from the longest handling time of their listings', () => {
    const slow = [listing(1, 9), listing(2, 9, { handling_days: 2 })]
    const { rows } = planIntake(
      [
        order(
          'a',
          [
            [1, 1],
            [2, 1],
          ],
          { payments: [paid] },
        ),
      ],
      facts(slow),
      now,
    )
    // A Friday before the cut-off: due at the end of Tuesday.
    const due = new Date('2026-11-24T23:59:59Z')
    expect(rows.orders).toMatchObject([{ ship_by: due, ship_calendar: 3, ship_handling_days: 2, payment_minor: 9000 }])
    expect(rows.events).toMatchObject([{ kind: 'SHIP_BY_SET', happened_at: now, after: { handlingDays: 2 } }])
    const never = facts(slow, { calendar: { ...facts([]).calendar, workingDays: [] } })
    const plan = planIntake([order('a', [[1, 1]], { payments: [paid] })], never, now)
    expect([verdicts(plan), plan.rows.events]).toEqual([['taken'], []])
  })

  it('are also refused for an invalid first payment', () => {
    const pay = (payment: Partial<PushedPayment>) =>
      verdicts(planIntake([order('a', [[1, 1]], { payments: [{ ...paid, ...payment }] })], facts([listing(1, 1)]), now))
    expect(pay({ amountMinor: 4501 })).toEqual(['payment-too-much'])
    expect(pay({ amountMinor: 4501, state: 'FAILED', paidAt: null })).toEqual(['taken'])
    expect(pay({ currency: 'EUR' })).toEqual(['payment-currency'])
  })

  it('never take more than the stock, with the same result together or one by one', () => {
    const unitsOfOrder = fc.array(fc.tuple(fc.integer({ min: 1, max: 3 }), fc.integer({ min: 1, max: 4 })), {
      minLength: 1,
      maxLength: 3,
    })
    expectForAll(
      fc.array(unitsOfOrder, { maxLength: 12 }),
      fc.array(fc.nat(6), { minLength: 3, maxLength: 3 }),
      (ordersUnits, stock) => {
        const orders = ordersUnits.map((units, nth) => order(String(nth), units))
        const together = planIntake(orders, facts(stock.map((most, nth) => listing(nth + 1, most))), now)
        const left = [...stock]
        const alone = orders.map((one) => {
          const plan = planIntake([one], facts(left.map((most, nth) => listing(nth + 1, most))), now)
          const isTaken = plan.outcomes[0]!.ok
          if (isTaken) for (const line of one.lines) left[Number(line.item.at(-1)) - 1]! -= line.quantity
          return verdicts(plan)[0]
        })
        expect(verdicts(together)).toEqual(alone)
        expect(Math.min(...left)).toBeGreaterThanOrEqual(0)
      },
    )
  })
})
