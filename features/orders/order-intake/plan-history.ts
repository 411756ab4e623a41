import { namedVariation, variationWords } from '#features/core/listing/sold-variation.ts'
import type { OfferedListing } from '#features/core/listing/shelf.ts'
import { countryOfSale } from '#features/core/order/delivery.ts'
import { assertDefined } from '#lib/assert-defined.ts'
import { pairs } from '#lib/pairs.ts'
import { promisedMoment } from '#lib/promised-day.ts'
import type { GeneratedIds } from './generated-ids.ts'
import type { HistoryParcel, OrderHistory } from './history-order.ts'
import { historyUnits } from './history-units.ts'
import type { OrderSums } from './order-sums.ts'
import { peopleOf, type OrderBuyer } from './people.ts'
import type { IntakeOutcome, PushedLine, PushedOrder } from './pushed-order.ts'

/** Database state that historical orders are checked against, and ids for their rows. */
export interface HistoryFacts {
  listings: readonly OfferedListing[]
  /** Feedback ids among these orders' that already exist. */
  takenFeedback: readonly string[]
  /** One for each line and parcel. */
  lineIds: readonly number[]
  parcelIds: readonly number[]
}

/** Rows of historical orders, by column name. */
export interface HistoryRows {
  orders: object[]
  lines: object[]
  payments: object[]
  parcels: object[]
  contents: object[]
  refunds: object[]
  cancellations: object[]
  feedback: object[]
  sold: { id: number; units: number; at: Date }[]
}

interface TakenHistory {
  order: PushedOrder
  history: OrderHistory
  ids: GeneratedIds
  buyer: OrderBuyer
  addressId: number | null
  sums: OrderSums
}

/** Stored if a parcel names no carrier. */
export const unknownCarrier = '–'

/** Plans historical orders: they take no stock and have no deadline. */
export function createHistory(facts: HistoryFacts, { now, ...region }: { now: Date } & SellerRegion) {
  const rows: HistoryRows = {
    orders: [],
    lines: [],
    payments: [],
    parcels: [],
    contents: [],
    refunds: [],
    cancellations: [],
    feedback: [],
    sold: [],
  }
  const listings = new Map<string, OfferedListing>(facts.listings.map((listing) => [listing.item_number, listing]))
  const takenFeedback = new Set(facts.takenFeedback)
  const [lineIds, parcelIds] = [[...facts.lineIds], [...facts.parcelIds]]
  const nextId = (ids: number[]) => assertDefined(ids.shift(), 'one was generated for each row')

  function refusalOf({ lines }: PushedOrder, { feedback }: OrderHistory): Exclude<IntakeOutcome, { ok: true }> | null {
    const at = lines.findIndex((line) => line.title === null && !listings.has(line.item))
    if (at >= 0) return { ok: false, reason: 'no-such-listing', at }
    return feedback && takenFeedback.has(feedback.id) ? { ok: false, reason: 'feedback-id-taken' } : null
  }

  function add(taken: TakenHistory): void {
    const { order, history, ids, buyer, sums } = taken
    const { units } = historyUnits({ ...history, lines: order.lines })
    const lineIdsOf = order.lines.map(() => nextId(lineIds))
    const lineIdOf = (line: number) => assertDefined(lineIdsOf[line - 1], 'the line was checked')
    rows.orders.push({ ...orderRow(taken, units, region), history_at: now })
    for (const [index, line] of order.lines.entries()) {
      const cancelled = assertDefined(units.cancelled[index], 'each line has its own')
      const found = listings.get(line.item)
      rows.lines.push({
        ...lineRow(line, found),
        id: lineIdOf(index + 1),
        order_id: ids.order,
        position: index + 1,
        currency: order.currency,
        ship_by: history.shipBy,
        shipped_quantity: units.shipped[index],
        cancelled_quantity: cancelled,
      })
      if (found && line.quantity > cancelled) countSold(found.id, line.quantity - cancelled, order.placedAt)
    }
    const { currency } = order
    for (const [index, payment] of paymentsOf(order, history, sums).entries())
      rows.payments.push({ ...payment, order_id: ids.order, position: index + 1, currency })
    for (const [index, contents] of order.delivery === 'SHIP' ? units.contents.entries() : []) {
      const id = nextId(parcelIds)
      rows.parcels.push({ ...parcelRow(parcelOf(order, history, index), history), id, order_id: ids.order })
      for (const { line, quantity } of contents)
        rows.contents.push({ shipment_id: id, line_item_id: lineIdOf(line), quantity })
    }
    for (const { reason, amountMinor, refundedAt, line } of history.refunds)
      rows.refunds.push({
        order_id: ids.order,
        line_item_id: line === null ? null : lineIdOf(line),
        reason,
        currency,
        amount_minor: amountMinor,
        refunded_at: refundedAt,
      })
    rows.cancellations.push(...cancellationRows(order, history).map((row) => ({ ...row, order_id: ids.order })))
    if (history.feedback) addFeedback(history.feedback, { ids, buyer })
  }

  function addFeedback(
    { id, leftAt, repliedAt, ...feedback }: NonNullable<OrderHistory['feedback']>,
    { ids, buyer }: Pick<TakenHistory, 'ids' | 'buyer'>,
  ) {
    takenFeedback.add(id)
    rows.feedback.push({
      ...feedback,
      order_id: ids.order,
      buyer_id: buyer.id,
      buyer_username: buyer.username,
      external_id: id,
      left_at: leftAt,
      replied_at: repliedAt,
    })
  }

  function countSold(id: number, units: number, at: Date) {
    const row = rows.sold.find((each) => each.id === id)
    if (!row) rows.sold.push({ id, units, at })
    else Object.assign(row, { units: row.units + units, at: at > row.at ? at : row.at })
  }

  return { refusalOf, add, rows: () => rows }
}

interface SellerRegion {
  zone: string
  country: string
}

type Units = ReturnType<typeof historyUnits>['units']

const sumOf = (numbers: readonly number[]) => numbers.reduce((sum, number) => sum + number, 0)

/** Sets the states that triggers would derive from the parts (`order-states.sql`), before any refund. */
function orderRow(
  { order, history, ids, buyer, addressId, sums }: TakenHistory,
  units: Units,
  { zone, country }: SellerRegion,
) {
  const hasParcels = order.delivery === 'SHIP'
  const parcels = hasParcels ? units.contents.map((_, index) => parcelOf(order, history, index)) : []
  const arrived = parcels.length > 0 && parcels.every((parcel) => parcelState(parcel, history) === 'DELIVERED')
  const latest = (of: (parcel: HistoryParcel) => Date | null) => latestOf(parcels.map(of))
  const isNoted = parcels.length > 0 && parcels.every((parcel) => isTracked(parcel, history))
  const kept = pairs(order.lines, units.cancelled).map(([{ quantity }, cancelled]) => quantity - cancelled)
  const [shipped, gone] = [sumOf(units.shipped), sumOf(units.shipped) + sumOf(units.cancelled)]
  const payments = paymentsOf(order, history, sums)
  const paid = payments.filter(({ state }) => state === 'PAID')
  const isPaid = paid.length > 0 && sumOf(paid.map((payment) => payment.amount_minor)) >= sums.totalMinor
  const isFailed = payments.length > 0 && paid.length === 0
  const paidAt = isPaid ? latestOf(paid.map((payment) => payment.paid_at)) : null
  return {
    id: ids.order,
    order_number: ids.number,
    external_id: order.id,
    pushed_as: order.pushedAs,
    buyer_id: buyer.id,
    buyer_username: buyer.username,
    ...peopleOf(order),
    unusable: order.unusable?.length ? order.unusable : null,
    delivery: order.delivery,
    ship_to_address_id: addressId,
    ship_to_country: countryOfSale(order, country),
    placed_at: order.placedAt,
    paid_at: paidAt,
    payment_status: isPaid ? 'PAID' : isFailed ? 'FAILED' : 'PENDING',
    ship_by: history.shipBy,
    shipping_service: order.shippingService,
    buyer_note: order.buyerNote,
    estimated_delivery_min: order.deliveryMin && promisedMoment(order.deliveryMin, 'from', zone),
    estimated_delivery_max: order.deliveryMax && promisedMoment(order.deliveryMax, 'to', zone),
    currency: order.currency,
    ...sums.parts,
    extras: order.extras.length > 0 ? order.extras : null,
    line_count: kept.filter((quantity) => quantity > 0).length || order.lines.length,
    unit_count: sumOf(kept) || sums.units,
    fulfilment_status: shipped === 0 ? 'NOT_STARTED' : gone < sums.units ? 'IN_PROGRESS' : 'FULFILLED',
    cancel_state: history.status === 'CANCELLED' ? 'CANCELED' : 'NONE_REQUESTED',
    shipped_at: latest(({ shippedAt }) => shippedAt),
    delivered: hasParcels ? arrived : shipped > 0,
    // The collection time of a historical order is unknown.
    delivered_at: order.delivery === 'DIGITAL' && shipped > 0 ? paidAt : latest(({ deliveredAt }) => deliveredAt),
    parcels_noted_at: isNoted ? latest(({ shippedAt }) => shippedAt) : null,
  }
}

const latestOf = (moments: readonly (Date | null)[]) =>
  moments.reduce((latest, at) => (at !== null && (latest === null || at > latest) ? at : latest), null)

/** The parcel as sent; an order without one was sent in a parcel about which nothing else is known. */
const parcelOf = ({ shippingService }: PushedOrder, { parcels }: OrderHistory, index: number): HistoryParcel =>
  parcels[index] ?? {
    carrier: unknownCarrier,
    service: shippingService,
    trackingNumber: null,
    shippedAt: null,
    deliveredAt: null,
    contents: null,
  }

/** A parcel that has left can no longer be voided, so it is in transit. */
const parcelState = ({ deliveredAt }: HistoryParcel, { status }: OrderHistory) =>
  status === 'DELIVERED' || deliveredAt !== null ? 'DELIVERED' : 'IN_TRANSIT'

const parcelRow = (parcel: HistoryParcel, history: OrderHistory) => ({
  carrier: parcel.carrier,
  service: parcel.service,
  tracking_number: parcel.trackingNumber,
  state: parcelState(parcel, history),
  shipped_at: parcel.shippedAt,
  delivered_at: parcel.deliveredAt,
})

/** Whether it counts as tracked in time, as in `derive_delivery`. */
function isTracked(parcel: HistoryParcel, history: OrderHistory): boolean {
  const { trackingNumber, shippedAt, deliveredAt } = parcel
  if (trackingNumber === null || shippedAt === null) return false
  return deliveredAt === null ? parcelState(parcel, history) !== 'DELIVERED' : shippedAt <= deliveredAt
}

function paymentsOf({ placedAt }: PushedOrder, { payments, status }: OrderHistory, { totalMinor }: OrderSums) {
  if (payments.length === 0 && status !== 'CANCELLED')
    return [{ external_id: null, method: 'UNKNOWN', state: 'PAID', amount_minor: totalMinor, paid_at: placedAt }]
  return payments.map(({ id, method, state, amountMinor, paidAt }) => ({
    external_id: id,
    method,
    state,
    amount_minor: amountMinor ?? totalMinor,
    paid_at: paidAt,
  }))
}

function lineRow(line: PushedLine, listing: OfferedListing | undefined) {
  const variation = listing && namedVariation(listing.variations, { sku: line.sku, values: line.variation })
  const words = variation?.values ?? line.variation
  return {
    listing_id: listing?.id ?? null,
    product_id: listing?.product_id ?? null,
    item_number: line.item,
    sku: variation?.sku ?? line.sku ?? listing?.sku ?? null,
    title: line.title ?? assertDefined(listing, 'a line without a title has a listing').title,
    variation: words && variationWords(words),
    quantity: line.quantity,
    unit_price_minor: line.unitPriceMinor,
    discount_minor: line.discountMinor,
    shipping_minor: line.shippingMinor,
    tax_minor: line.taxMinor,
    taxes: line.taxes.length > 0 ? line.taxes : null,
  }
}

/** A cancelled order always has a cancellation of the whole order, even if none was sent. */
function cancellationRows({ placedAt }: PushedOrder, { status, cancellations, refunds }: OrderHistory) {
  const isRecorded = status !== 'CANCELLED' || cancellations.some(({ lines }) => lines === null)
  const implied = { initiator: 'MARKETPLACE', reason: 'OTHER', at: placedAt, lines: null } as const
  return [...cancellations, ...(isRecorded ? [] : [implied])].map(({ initiator, reason, at, lines }) => ({
    initiator,
    reason,
    state: refunds.length > 0 ? 'CLOSED_WITH_REFUND' : 'CLOSED_NO_REFUND',
    requested_at: at,
    closed_at: at,
    units: lines && lines.map(({ line, quantity }) => ({ line, units: quantity })),
  }))
}
