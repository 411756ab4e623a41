import { describe, expect, it } from 'vitest'
import type { HubDiscount } from '../hub-types.ts'
import { listingOf } from '../testing.ts'
import { discountsOf } from './basket.ts'

const gbp = (value: string) => ({ value, currency: 'GBP' })
const discount = (id: string, kind: HubDiscount['kind'], more: Partial<HubDiscount>): HubDiscount => ({
  id,
  kind,
  code: null,
  percent: null,
  amountOff: null,
  leastOrder: null,
  tiers: [],
  startsAt: '2026-11-20T10:00:00.000Z',
  endsAt: '2026-11-30T10:00:00.000Z',
  ...more,
})
const volume = discount('v', 'VOLUME', {
  tiers: [
    { units: 2, percent: 5 },
    { units: 3, percent: 10 },
  ],
})
const order = discount('o', 'ORDER', { amountOff: gbp('5.00'), leastOrder: gbp('30.00') })
const coupon = discount('c', 'COUPON', { code: 'HALF', percent: 50 })
const line = (item: string, costMinor: number, quantity: number, discounts: HubDiscount[]) => ({
  listing: listingOf(item, { discounts }),
  costMinor,
  quantity,
})

describe('discounts of an order', () => {
  it('begin with their units, those of variations together', () => {
    const own = (...quantities: number[]) =>
      discountsOf(
        quantities.map((quantity) => line('1', 1_000 * quantity, quantity, [volume])),
        '',
      ).lines
    expect([own(1), own(2), own(3)]).toEqual([[0], [100], [300]])
    expect(own(1, 1)).toEqual([50, 50])
  })

  it('are for what they cover, from the least cost on, and divided exactly', () => {
    const lines = (cost: number) => [line('1', 2_000, 1, [order]), line('2', cost, 1, [order]), line('3', 9_000, 1, [])]
    expect(discountsOf(lines(999), '')).toEqual({ lines: [0, 0, 0], parts: [], takesCode: false })
    expect(discountsOf(lines(1_000), '')).toEqual({
      lines: [333, 167, 0],
      parts: [{ label: 'Discount', minor: 500 }],
      takesCode: false,
    })
  })

  it('follow each other, a code last and only if it was entered', () => {
    const lines = [line('1', 4_000, 2, [coupon, order, volume])]
    expect(discountsOf(lines, 'OTHER')).toMatchObject({ lines: [700], takesCode: false })
    expect(discountsOf(lines, 'HALF')).toEqual({
      lines: [2_350],
      parts: [
        { label: 'Discount', minor: 200 },
        { label: 'Discount', minor: 500 },
        { label: 'Code HALF', minor: 1_650 },
      ],
      takesCode: true,
    })
  })
})
