import { olistCarrier } from './orders.ts'
import { add, copyKnown, moment, prepare, type Step } from './step.ts'

const payments: Step[] = [
  add(
    'payments',
    'payments',
    `(seller_id, order_id, position, method, state, currency, amount_minor, installments, paid_at)
      select o.seller_id, o.id, coalesce(s.position, 1),
        case s.method when 'credit_card' then 'CARD' when 'debit_card' then 'DEBIT_CARD' when 'boleto' then 'BANK_TRANSFER' when 'voucher' then 'VOUCHER' else 'UNKNOWN' end,
        o.payment_state, 'BRL', coalesce(s.amount, 0), coalesce(s.installments, 1),
        case when o.payment_state = 'PAID' then ${moment('o.approved_at')} end
      from hub_orders o left join olist_shares s using (order_id, seller_id)
      where s.order_id is not null or o.unrecorded_payment
      order by o.seller_id, o.id, s.position`,
  ),
]

const shipments: Step[] = [
  add(
    'shipments',
    'shipments',
    `(seller_id, id, order_id, carrier, state, shipped_at, delivered_at)
      select seller_id, shipment_id, id, '${olistCarrier}', case when delivered then 'DELIVERED' else 'SHIPPED' end,
        ${moment('carrier_at')}, ${moment('delivered_at')}
      from hub_orders where shipped order by seller_id, shipment_id`,
  ),
  {
    phase: 'Adding shipments',
    sql: `insert into shipment_lines (seller_id, shipment_id, line_item_id, quantity)
      select seller_id, shipment_id, id, quantity from hub_lines where shipped order by seller_id, shipment_id, id`,
  },
]

const cancellations: Step[] = [
  // The data has neither actor nor time of cancellations, and no refunds; the last known date is used.
  add(
    'cancellations',
    'cancellations',
    `(seller_id, order_id, initiator, reason, state, requested_at, closed_at)
      select seller_id, id, case when status = 'unavailable' then 'SELLER' else 'MARKETPLACE' end,
        case when status = 'unavailable' then 'OUT_OF_STOCK_OR_CANNOT_FULFILL' else 'OTHER' end, 'CLOSED_NO_REFUND', happened_at, happened_at
      from (select *, ${moment('greatest(placed_at, approved_at, carrier_at, delivered_at)')} as happened_at from hub_orders where cancelled) o
      order by seller_id, id`,
  ),
]

const feedback: Step[] = [
  // Again, since orders made anew have lost theirs.
  copyKnown('Adding feedback', 'kept_feedback', 'select seller_id, order_id, external_id from feedback'),
  prepare(
    'Adding feedback',
    'all_orders',
    `select seller_id, id, external_id, buyer_id, buyer_username from orders where seller_id in (select id from hub_sellers)`,
  ),
  // Feedback dates from the buyer's answer, not from the survey.
  add(
    'feedback',
    'feedback',
    `(seller_id, order_id, buyer_id, external_id, buyer_username, rating, stars, title, comment, left_at)
      select o.seller_id, o.id, o.buyer_id, r.review_id, o.buyer_username,
        case when r.score >= 4 then 'POSITIVE' when r.score = 3 then 'NEUTRAL' else 'NEGATIVE' end, r.score, r.title, r.comment,
        ${moment('coalesce(r.answered_at, r.created_at)')}
      from olist_reviews r
      join olist_sales s using (order_id)
      join all_orders o on o.seller_id = s.seller_id and o.external_id = s.order_id
      where not exists (select from kept_feedback f where f.seller_id = o.seller_id and f.external_id = r.review_id and f.order_id = o.id)
      order by o.seller_id, r.answered_at, r.review_id`,
  ),
  prepare('Adding feedback up', 'hub_scores', 'select id, feedback_score(id) as score from hub_sellers'),
  {
    phase: 'Adding feedback up',
    sql: `update sellers s set feedback_score = s.feedback_before + h.score
      from hub_scores h where h.id = s.id and s.feedback_score <> s.feedback_before + h.score`,
    counts: { name: 'feedback scores', as: 'changed' },
  },
]

/** Payments, cancellations, shipments and feedback; runs after orders and lines. */
export const fulfilmentSteps: Step[] = [...payments, ...cancellations, ...shipments, ...feedback]
