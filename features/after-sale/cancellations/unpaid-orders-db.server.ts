import { sql } from 'kysely'
import type { SellerDb } from '#db/client.ts'
import type { OrderNumber } from '#features/core/order/order.ts'
import type { PolicyPack } from '#features/core/policy-pack/policy-pack.ts'
import { leftMinorOf } from '#features/after-sale/refunds/left-minor-db.server.ts'
import { nextCancellation, type CancelFacts, type CancellationState } from './cancellation.ts'
export type UnpaidOrder = Awaited<ReturnType<typeof readUnpaidOrders>>[number]

interface Row extends Pick<CancelFacts, 'isPaid' | 'isGone' | 'hasOpenCase' | 'placedAt'> {
  number: OrderNumber
  buyer: string
  title: string | null
  lines: number
  currency: string
  minor: number
  backMinor: number
  hasStock: boolean
  state: CancellationState | null
}

/** Reads orders in the given order, with whether they can be cancelled as unpaid; unknown numbers are skipped. */
export async function readUnpaidOrders(
  db: SellerDb,
  numbers: readonly OrderNumber[],
  { sellerId, now, policyPack: { deadlines } }: { sellerId: number; now: Date; policyPack: PolicyPack },
) {
  const { rows } = await sql<Row>`
    select o.order_number as number, o.buyer_username as buyer, o.line_count as lines, o.placed_at as "placedAt", o.currency,
      o.total_minor as minor,
      (select title from line_items where seller_id = ${sellerId} and order_id = o.id
        order by cancelled_quantity >= quantity, position limit 1) as title,
      exists (select from line_items where seller_id = ${sellerId} and order_id = o.id and listing_id is not null) as "hasStock",
      exists (select from line_items where seller_id = ${sellerId} and order_id = o.id and shipped_quantity > 0)
        and not exists (select from line_items where seller_id = ${sellerId} and order_id = o.id
          and shipped_quantity + cancelled_quantity < quantity) as "isGone",
      exists (select from cases where seller_id = ${sellerId} and order_id = o.id and closed_at is null)
        or exists (select from disputes where seller_id = ${sellerId} and order_id = o.id and closed_at is null) as "hasOpenCase",
      o.payment_status not in ('PENDING', 'FAILED') as "isPaid",
      ${leftMinorOf({ sellerId: sql`${sellerId}`, id: sql`o.id` })} as "backMinor",
      (select state from cancellations where seller_id = ${sellerId} and order_id = o.id order by id desc limit 1) as state
    from unnest(${[...numbers]}::text[]) with ordinality as chosen (number, place)
    join orders o on o.seller_id = ${sellerId} and o.order_number = chosen.number
    order by chosen.place`.execute(db)
  return rows.map(({ currency, minor, backMinor, state, isPaid, isGone, hasOpenCase, ...row }) => {
    const course = { isPaid, isGone, isPart: false, hasOpenCase, placedAt: row.placedAt }
    const facts: CancelFacts = {
      ...course,
      now,
      deadlines,
      reason: 'ORDER_UNPAID',
      leftMinor: backMinor,
      respondBy: null,
    }
    const step = nextCancellation(state ?? 'NONE', 'cancel', facts)
    return {
      ...row,
      money: { minor, currency },
      back: { minor: backMinor, currency },
      refusal: step.ok ? null : step.reason,
    }
  })
}
