import { findPerson, type PeopleFacts } from './people.ts'
import type { PushedOrder, UnusableField } from './pushed-order.ts'

/** A coupon of the hub that incoming orders name, locked; times as text. */
export interface NamedCoupon {
  saleId: number
  code: string
  currency: string
  startsAt: string
  endsAt: string
  mostUses: number | null
  mostPerBuyer: number | null
  /** Orders that use it, by buyer. */
  uses: readonly { buyerId: number; orders: number }[]
}

interface CouponFacts extends Pick<PeopleFacts, 'buyers'> {
  coupons: readonly NamedCoupon[]
}

export interface CouponOfOrder {
  /** The sale of its coupon; null if it names none, or one that cannot be used. */
  saleId: number | null
  wrong: 'not-on' | 'used-up' | null
}

/** Coupons of orders in turn: each sees the uses of those before it. Guests have no limit of their own. */
export function createCoupons({ coupons, buyers }: CouponFacts) {
  const uses = new Map(
    coupons.map(({ saleId, uses: known }) => [saleId, known.reduce((sum, { orders }) => sum + orders, 0)]),
  )
  const ofBuyer = new Map<string, number>(
    coupons.flatMap(({ saleId, uses: known }) =>
      known.map((each) => [`${saleId} ${each.buyerId}`, each.orders] as const),
    ),
  )
  const buyerKey = ({ buyer }: Pick<PushedOrder, 'buyer'>) =>
    buyer.id === null && buyer.username === null
      ? null
      : (findPerson(buyers, buyer)?.id ?? `${buyer.id ?? ''} ${buyer.username ?? ''}`)
  const keysOf = (order: Pick<PushedOrder, 'buyer'>, saleId: number) => {
    const buyer = buyerKey(order)
    return buyer === null ? null : `${saleId} ${buyer}`
  }
  return {
    of(order: Pick<PushedOrder, 'coupon' | 'buyer' | 'placedAt' | 'currency'>): CouponOfOrder {
      if (!order.coupon) return { saleId: null, wrong: null }
      const at = order.placedAt.getTime()
      const coupon = coupons.find(
        ({ code, currency, startsAt, endsAt }) =>
          code === order.coupon && currency === order.currency && Date.parse(startsAt) <= at && at < Date.parse(endsAt),
      )
      if (!coupon) return { saleId: null, wrong: 'not-on' }
      const { saleId, mostUses, mostPerBuyer } = coupon
      const key = keysOf(order, saleId)
      const isUsedUp =
        (uses.get(saleId) ?? 0) >= (mostUses ?? Infinity) ||
        (key !== null && (ofBuyer.get(key) ?? 0) >= (mostPerBuyer ?? Infinity))
      return isUsedUp ? { saleId: null, wrong: 'used-up' } : { saleId, wrong: null }
    },
    use(order: Pick<PushedOrder, 'buyer'>, saleId: number): void {
      uses.set(saleId, (uses.get(saleId) ?? 0) + 1)
      const key = keysOf(order, saleId)
      if (key !== null) ofBuyer.set(key, (ofBuyer.get(key) ?? 0) + 1)
    },
  }
}

/** What an order that is sold keeps of a coupon that it could not use: as text, for the seller to check. */
export const unusedCoupon = ({ coupon }: Pick<PushedOrder, 'coupon'>, { wrong }: CouponOfOrder): UnusableField[] =>
  wrong && coupon ? [{ field: '/coupon', value: coupon }] : []
