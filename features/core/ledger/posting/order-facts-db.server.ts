import { selectOfSeller } from '#db/select-of-seller.ts'
import { sql } from 'kysely'
import { prepared, type SellerDb } from '#db/client.ts'
import { unknownCountry } from '#features/core/order/delivery.ts'
import type { FundsPlace, FundsState } from '../entry.ts'
import type { OrderFacts, RefundFacts } from './order-facts.ts'

type ReadRow = Omit<OrderFacts, 'refunds' | 'posted' | 'fees'> & {
  refunds: (Omit<RefundFacts, 'at'> & { at: string })[]
  entries: { key: string; schedule: string | null }[]
  fees: { kind: 'SALE' | 'REFUND'; line: number | null; minor: number }[]
}

/** More orders than a push has: their statement is planned each time, as tables grow while it is repeated. */
const many = 50

/**
 * Reads the money of orders, by id, in one statement. A pushed order is paid once its payments reach its total, an
 * imported one with any payment. Refunds of history that the shop made are not among them.
 */
export async function readOrderFacts(
  db: SellerDb,
  sellerId: number,
  orderIds: readonly number[],
): Promise<OrderFacts[]> {
  const { rows } = await sql<ReadRow>`${orderIds.length > many ? sql`` : prepared}
    select o.id, o.order_number as number, o.currency, o.total_minor as "totalMinor", o.shipping_minor as "shippingMinor",
      o.tax_minor as "taxMinor", coalesce(o.paid_at, o.placed_at) as "paidAt", s.country,
      o.payment_status not in ('PENDING', 'FAILED') and (o.pushed_as is null or o.total_minor <= (
        select coalesce(sum(amount_minor), 0) from payments where seller_id = ${sellerId} and order_id = o.id and state = 'PAID'
      )) as "isPaid",
      o.history_at is not null as "isHistory", o.ship_to_country not in (s.country, ${unknownCountry}) as "isInternational", s.level is not distinct from 'BELOW_STANDARD' as "isBelowStandard",
      (
        select coalesce(json_agg(json_build_object('id', l.id, 'quantity', l.quantity, 'unit_price_minor', l.unit_price_minor,
            'discount_minor', l.discount_minor, 'shipping_minor', l.shipping_minor, 'tax_minor', l.tax_minor,
            'addition', l.addition, 'category', i.category) order by l.position), '[]')
        from line_items l left join listings i on i.seller_id = ${sellerId} and i.id = l.listing_id
        where l.seller_id = ${sellerId} and l.order_id = o.id
      ) as lines,
      (
        select coalesce(json_agg(json_build_object('id', r.id, 'at', coalesce(r.refunded_at, r.requested_at, o.paid_at, o.placed_at),
            'amountMinor', r.amount_minor, 'isPaidElsewhere', r.settled is not distinct from 'ELSEWHERE', 'line', r.line_item_id, 'parts', (
              select coalesce(json_agg(json_build_object('line', p.line_item_id, 'kind', p.kind, 'minor', p.amount_minor)
                order by p.position), '[]')
              from refund_parts p where p.seller_id = ${sellerId} and p.refund_id = r.id
            )) order by r.refunded_at, r.id), '[]')
        from refunds r where r.seller_id = ${sellerId} and r.order_id = o.id and r.state = 'REFUNDED'
          and (o.history_at is null or r.requested_at is not null and r.external_id is null)
      ) as refunds,
      (
        select coalesce(max(c.closed_at), max(c.requested_at)) from cancellations c
        where c.seller_id = ${sellerId} and c.order_id = o.id and c.units is null
          and (c.state = 'CLOSED_WITH_REFUND' or c.state = 'CLOSED_NO_REFUND' and o.payment_status = 'FULLY_REFUNDED')
      ) as "cancelledAt",
      (
        select coalesce(json_agg(json_build_object('key', e.entry_key, 'schedule', e.fee_schedule)), '[]')
        from ledger_entries e where e.seller_id = ${sellerId} and e.order_id = o.id
          and e.kind in ('SALE', 'REFUND', 'CANCELLATION')
      ) as entries,
      (
        select coalesce(json_agg(json_build_object('kind', e.kind, 'line', p.line_item_id, 'minor', p.amount_minor)), '[]')
        from ledger_entries e join ledger_postings p on p.seller_id = ${sellerId} and p.entry_id = e.id
        where e.seller_id = ${sellerId} and e.order_id = o.id and e.kind in ('SALE', 'REFUND')
          and p.account in ('fees:fvf_variable', 'fees:fvf_fixed')
      ) as fees
    from orders o join sellers s on s.id = ${sellerId}
    where o.seller_id = ${sellerId} and o.id = any (${[...orderIds]}::bigint[]) order by o.id`.execute(db)
  return rows.map(({ refunds, entries, fees, ...row }) => {
    const posted = new Map(entries.map(({ key, schedule }) => [key, schedule]))
    const sale = posted.get(`sale ${row.id}`)
    return {
      ...row,
      refunds: refunds.map(({ at, ...refund }) => ({ ...refund, at: new Date(at) })),
      posted: new Set(posted.keys()),
      fees: sale === undefined ? null : postedFees(sale, fees),
    }
  })
}

function postedFees(feeSchedule: string | null, rows: ReadRow['fees']): NonNullable<OrderFacts['fees']> {
  const byLine = (of: 'SALE' | 'REFUND') => {
    const sums = new Map<number, number>()
    for (const { kind, line, minor } of rows)
      if (kind === of && line !== null) sums.set(line, (sums.get(line) ?? 0) + minor)
    return sums
  }
  const fixed = rows.filter(({ kind, line }) => kind === 'SALE' && line === null)
  return {
    feeSchedule,
    fixedMinor: fixed.reduce((sum, { minor }) => sum + minor, 0),
    variableByLine: byLine('SALE'),
    creditedByLine: new Map([...byLine('REFUND')].map(([line, minor]) => [line, -minor])),
  }
}

/**
 * Where the money of posted sales is, by order: of several sales of one, that which is paid out first, so that a refund
 * never waits while they are. Locks their transactions, so that it stays there until this transaction ends.
 */
export async function lockPlaces(
  db: SellerDb,
  sellerId: number,
  orderIds: readonly number[],
): Promise<ReadonlyMap<number, FundsPlace | 'PAID_OUT'>> {
  const rows = await selectOfSeller(db, 'transactions', sellerId)
    .select(['order_id', 'state', 'available_at', 'hold_id'])
    .where('order_id', 'in', orderIds)
    .where('kind', '=', 'SALE')
    .orderBy('id')
    .forNoKeyUpdate()
    .execute()
  return new Map(
    rows
      .toSorted((a, b) => awayFromSeller.indexOf(a.state) - awayFromSeller.indexOf(b.state))
      .flatMap(({ order_id: order, state, available_at: availableAt, hold_id: holdId }) =>
        order === null ? [] : [[order, isFunds(state) ? { state, availableAt, holdId } : 'PAID_OUT'] as const],
      ),
  )
}

/** States of transactions; the last is paid out first. */
const awayFromSeller = ['ON_HOLD', 'PROCESSING', 'AVAILABLE', 'IN_PAYOUT', 'PAID_OUT']

const isFunds = (state: string): state is FundsState => state !== 'IN_PAYOUT' && state !== 'PAID_OUT'
