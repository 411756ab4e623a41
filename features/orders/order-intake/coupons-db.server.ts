import { sql } from 'kysely'
import type { SellerDb } from '#db/client.ts'
import type { NamedCoupon } from './coupons.ts'

/** Locks the coupons with these codes until the transaction ends, and reads who used those with a limit. */
export async function lockCoupons(db: SellerDb, sellerId: number, codes: readonly string[]): Promise<NamedCoupon[]> {
  if (codes.length === 0) return []
  const { rows } = await sql<Omit<NamedCoupon, 'uses'>>`
    select id as "saleId", code, currency, starts_at::text as "startsAt", coalesce(ended_at, ends_at)::text as "endsAt",
      most_uses as "mostUses", most_per_buyer as "mostPerBuyer"
    from sale_events where seller_id = ${sellerId} and kind = 'COUPON' and state not in ('DRAFT', 'PAUSED')
      and code = any (${[...codes]}::text[])
    order by id for no key update`.execute(db)
  const limited = rows.filter(({ mostUses, mostPerBuyer }) => (mostUses ?? mostPerBuyer) !== null)
  if (limited.length === 0) return rows.map((coupon) => ({ ...coupon, uses: [] }))
  const { rows: uses } = await sql<{ saleId: number; buyerId: number; orders: number }>`
    select u.sale_id as "saleId", o.buyer_id as "buyerId", count(*)::integer as orders
    from coupon_uses u join orders o on o.seller_id = ${sellerId} and o.id = u.order_id
    where u.seller_id = ${sellerId} and u.sale_id = any (${limited.map(({ saleId }) => saleId)}::bigint[])
      and o.cancel_state <> 'CANCELED'
    group by 1, 2`.execute(db)
  return rows.map((coupon) => ({ ...coupon, uses: uses.filter(({ saleId }) => saleId === coupon.saleId) }))
}
