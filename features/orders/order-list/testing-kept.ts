import { sql } from 'kysely'
import type { Database } from '#db/client.ts'
import type { CaseFacts } from '#features/core/order/order-case.ts'
import type { CancellationFacts, ParcelFacts, RefundFacts, RefundPart } from '#features/core/order/order-event.ts'

/** An order with all of its parts, read directly from the tables without the hub's own code. */
export interface Kept {
  order: { fulfilment: string; payment: string; cancel: string; capturedMinor: number; lines: number; units: number }
  lines: {
    line: number
    ordered: number
    shipped: number
    cancelled: number
    paid: Record<RefundPart['kind'], number>
  }[]
  parcels: { key: string; facts: ParcelFacts }[]
  refunds: { key: string; facts: RefundFacts }[]
  cancellations: { key: string; closedAt: Date | null; facts: CancellationFacts }[]
  cases: { number: string; line: number; refundKey: string | null; facts: CaseSummary }[]
  events: { kind: string; subject: string; before: unknown; after: unknown }[]
}

/** Facts of a case that are both in its row and in its timeline. */
export type CaseSummary = Omit<CaseFacts, 'step' | 'line'>

/** These facts from the timeline. */
export function caseOf(after: unknown): CaseSummary {
  const { step: _, line: __, ...told } = after as CaseFacts
  return told
}

/** Reads all parts of an order. */
export async function readKept(db: Database, sellerId: number, orderId: number): Promise<Kept> {
  const list = async <T>(statement: ReturnType<typeof sql<T>>) => (await statement.execute(db.owner)).rows
  const [order] = await list(sql<Kept['order']>`
    select fulfilment_status as fulfilment, payment_status as payment, cancel_state as cancel, line_count as lines, unit_count as units,
      (select coalesce(sum(amount_minor), 0)::bigint from payments where seller_id = ${sellerId} and order_id = ${orderId} and state = 'PAID') as "capturedMinor"
    from orders where seller_id = ${sellerId} and id = ${orderId}`)
  const lines = await list(sql<Kept['lines'][number]>`
    select position as line, quantity as ordered, shipped_quantity as shipped, cancelled_quantity as cancelled,
      json_build_object('ITEM', quantity * unit_price_minor - discount_minor, 'SHIPPING', shipping_minor, 'TAX', tax_minor) as paid
    from line_items where seller_id = ${sellerId} and order_id = ${orderId} order by position`)
  const parcels = await list(sql<ParcelFacts & { key: string; shipped: Date | null; delivered: Date | null }>`
    select parcel_key as key, carrier, service, tracking_number as "trackingNumber", shipped_at as shipped, state,
      delivered_at as delivered, (select coalesce(json_agg(json_build_object('line', l.position, 'units', c.quantity) order by l.position), '[]')
        from shipment_lines c join line_items l on l.seller_id = ${sellerId} and l.id = c.line_item_id
        where c.seller_id = ${sellerId} and c.shipment_id = s.id) as contents
    from shipments s where seller_id = ${sellerId} and order_id = ${orderId} order by id`)
  const refunds = await list(sql<RefundFacts & { key: string }>`
    select refund_key as key, state, reason, amount_minor as "amountMinor", currency, refusal,
      (select coalesce(json_agg(json_build_object('line', l.position, 'kind', p.kind, 'minor', p.amount_minor) order by p.position), '[]')
        from refund_parts p left join line_items l on l.seller_id = ${sellerId} and l.id = p.line_item_id
        where p.seller_id = ${sellerId} and p.refund_id = r.id) as parts
    from refunds r where seller_id = ${sellerId} and order_id = ${orderId} order by id`)
  const cancellations = await list(sql<
    CancellationFacts & { key: string; closedAt: Date | null; respond: Date | null }
  >`
    select cancel_key as key, state, initiator, reason, respond_by as respond, decline_reason as "declineReason",
      refund_key as "refundKey", units, closed_at as "closedAt"
    from cancellations where seller_id = ${sellerId} and order_id = ${orderId} order by id`)
  const cases = await list(sql<
    CaseSummary & Omit<Kept['cases'][number], 'facts'> & { carrier: string | null; tracking: string | null }
  >`
    select case_number as number, kind, state, reason, units, deadline, answer_by as "answerBy", offer_percent as "offerPercent",
      refund_minor as "refundMinor", carrier, tracking_number as tracking, refund_key as "refundKey",
      (select position from line_items where seller_id = ${sellerId} and id = line_item_id) as line
    from cases where seller_id = ${sellerId} and order_id = ${orderId} order by id`)
  const events = await list(sql<Kept['events'][number]>`
    select kind, subject, before, after from order_events where seller_id = ${sellerId} and order_id = ${orderId} order by id`)
  return {
    order: order!,
    lines,
    parcels: parcels.map(({ key, shipped, delivered, ...facts }) => ({
      key,
      facts: {
        ...facts,
        shippedAt: shipped?.toISOString() ?? null,
        deliveredAt: delivered?.toISOString() ?? null,
      },
    })),
    refunds: refunds.map(({ key, ...facts }) => ({ key, facts })),
    cancellations: cancellations.map(({ key, closedAt, respond, ...facts }) => ({
      key,
      closedAt,
      facts: { ...facts, respondBy: respond?.toISOString() ?? null },
    })),
    cases: cases.map(({ number, line, refundKey, carrier, tracking, ...facts }) => ({
      number,
      line,
      refundKey,
      facts: {
        ...facts,
        parcel: carrier === null || tracking === null ? null : { carrier, trackingNumber: tracking },
      },
    })),
    events,
  }
}
