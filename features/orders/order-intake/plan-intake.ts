import { createShelf, kitOf, type Shelf, type SoldOut, type TakenVariation } from '#features/core/listing/shelf.ts'
import { variationWords } from '#features/core/listing/sold-variation.ts'
import { deadline, type ShipCalendar } from '#features/orders/ship-calendar/ship-calendar.ts'
import { countryOfSale } from '#features/core/order/delivery.ts'
import { shipBySet } from '#features/core/order/order-event.ts'
import { promisedMoment } from '#lib/promised-day.ts'
import { assertDefined } from '#lib/assert-defined.ts'
import type { GeneratedIds } from './generated-ids.ts'
import type { OrderHistory } from './history-order.ts'
import { sumsOf, type OrderSums } from './order-sums.ts'
import { createPeople, peopleOf, type OrderBuyer, type PeopleFacts, type PeopleRows } from './people.ts'
import { planPayments, type PlannedPayments } from './plan-payments.ts'
import { createHistory, type HistoryFacts, type HistoryRows } from './plan-history.ts'
import { createCoupons, unusedCoupon, type CouponOfOrder, type NamedCoupon } from './coupons.ts'
import { offersOf, unusedOffers, type OffersOfOrder, type PromisedOffer } from './paid-offers.ts'
import type { IntakeOutcome, PushedLine, PushedOrder, UnusableField } from './pushed-order.ts'

/** Database state, locked, that the orders are checked against. */
export interface IntakeFacts extends HistoryFacts, PeopleFacts {
  known: readonly { id: number; externalId: string; pushedAs: string | null }[]
  /** Ids that equal the number of an existing order. */
  numbers: readonly string[]
  /** Offers that the orders' lines name. */
  offers: readonly PromisedOffer[]
  /** Coupons that the orders name. */
  coupons: readonly NamedCoupon[]
  /** One entry for each unknown order. */
  drawn: readonly GeneratedIds[]
  calendar: ShipCalendar
  calendarVersion: number
  country: string
}

/** Rows to write, by column name. */
export interface IntakeRows extends PeopleRows {
  orders: object[]
  lines: object[]
  payments: object[]
  events: object[]
  /** Accepted offers that lines pay. */
  offers: { id: number; order_id: number; position: number }[]
}

type OrderRows = Pick<IntakeRows, 'orders' | 'lines' | 'payments' | 'events' | 'offers'>

export interface IntakePlan {
  outcomes: IntakeOutcome[]
  rows: IntakeRows
  history: HistoryRows
  /** New orders with a completed or failed payment, to be posted to the books. */
  due: number[]
  couponUses: { sale_id: number; order_id: number }[]
  soldOut: SoldOut[]
  variations: TakenVariation[]
}

/**
 * Plans orders in turn, each entirely or not at all; later ones see the effects of earlier ones. Writes nothing, so a
 * refusal needs no rollback.
 */
export function planIntake(orders: readonly PushedOrder[], facts: IntakeFacts, now: Date): IntakePlan {
  const rows: OrderRows = { orders: [], lines: [], payments: [], events: [], offers: [] }
  const shelf = createShelf(facts.listings)
  const people = createPeople(facts)
  const coupons = createCoupons(facts)
  const couponUses: IntakePlan['couponUses'] = []
  const { timeZone: zone } = facts.calendar
  const history = createHistory(facts, { now, zone, country: facts.country })
  const unusedIds = [...facts.drawn]
  const due: number[] = []
  const known = new Map(facts.known.map((row) => [row.externalId, row]))
  const plan = (pushed: PushedOrder, nth: number): IntakeOutcome => {
    const before = known.get(pushed.id)
    if (before)
      return before.pushedAs === pushed.pushedAs
        ? { ok: true, repeated: true, orderId: before.id }
        : { ok: false, reason: 'order-id-taken' }
    if (facts.numbers.includes(pushed.id)) return { ok: false, reason: 'order-id-taken' }
    if (pushed.history) return planHistorical(pushed, pushed.history, nth)
    const used = new Set(rows.offers.map(({ id }) => id))
    const offers = offersOf(pushed, { offers: facts.offers, shelf, used })
    const order = { ...pushed, lines: offers.lines }
    const states = new Set(order.payments.map(({ state }) => state))
    const isPaid = states.has('PAID') && !states.has('PENDING')
    const [wrong] = offers.wrong
    if (wrong && (order.onShort === 'refuse' || !isPaid)) return { ok: false, reason: 'wrong-offer', at: wrong.at }
    const coupon = coupons.of(order)
    if (coupon.wrong && (order.onShort === 'refuse' || !isPaid))
      return { ok: false, reason: 'wrong-coupon', why: coupon.wrong }
    const short = shelf.refusalOf(order.lines, { onShort: order.onShort, placedAt: order.placedAt, isPaid })
    if (short) return { ok: false, ...short }
    const sums = sumsOf(order)
    const paid = planPayments(order, sums.totalMinor)
    if (!paid.ok) return paid
    const { ids, buyer, addressId } = identify(order, nth)
    if (coupon.saleId !== null) {
      coupons.use(order, coupon.saleId)
      couponUses.push({ sale_id: coupon.saleId, order_id: ids.order })
    }
    const promise = promiseOf(order, { paidAt: paid.paidAt, shelf, facts })
    const shorts = shelf.take(order.lines)
    addRows(rows, {
      zone,
      country: facts.country,
      shorts,
      order,
      offers,
      coupon,
      ids,
      buyer,
      addressId,
      sums,
      paid,
      promise,
      shelf,
    })
    if (paid.payments.some(({ state }) => state !== 'PENDING')) due.push(ids.order)
    return accept(order, ids)
  }
  const planHistorical = (order: PushedOrder, past: OrderHistory, nth: number): IntakeOutcome => {
    const refusal = history.refusalOf(order, past)
    if (refusal) return refusal
    const identity = identify(order, nth)
    history.add({ order, history: past, ...identity, sums: sumsOf(order) })
    return accept(order, identity.ids)
  }
  /** Assigns the order's ids, and finds or adds its buyer and address. */
  const identify = (order: PushedOrder, nth: number) => {
    const ids = assertDefined(unusedIds.shift(), 'ids were generated for each order')
    const who = { id: ids.buyer, guestName: `guest-${ids.number}`, isPast: order.history !== null }
    const buyer = people.take(order.buyer, who)
    const at = { buyerId: buyer.id, nth, fresh: ids.address }
    return { ids, buyer, addressId: order.shipTo && people.addressOf(order.shipTo, at) }
  }
  const accept = (order: PushedOrder, ids: GeneratedIds): IntakeOutcome => {
    known.set(order.id, { id: ids.order, externalId: order.id, pushedAs: order.pushedAs })
    return { ok: true, repeated: false, orderId: ids.order }
  }
  const outcomes = orders.map(plan)
  return {
    outcomes,
    rows: { ...people.rows(), ...rows },
    history: history.rows(),
    due,
    couponUses,
    soldOut: shelf.soldOut(now),
    variations: shelf.takenVariations(),
  }
}

/** Ship-by time of a paid order with parcels. Null if the seller's calendar has no working days; a job reports that. */
function promiseOf(
  order: PushedOrder,
  { paidAt, shelf, facts }: { paidAt: Date | null; shelf: Shelf; facts: IntakeFacts },
) {
  if (!paidAt || order.delivery !== 'SHIP') return null
  const own = order.lines.map((line) => shelf.find(line)?.listing.handling_days ?? facts.calendar.handlingDays)
  const handlingDays = Math.max(...own)
  try {
    const shipBy = deadline(paidAt, facts.calendar, handlingDays)
    return { shipBy, paidAt, handlingDays, calendar: facts.calendarVersion }
  } catch (error) {
    if (error instanceof RangeError) return null
    throw error
  }
}

interface Accepted {
  zone: string
  country: string
  /** Missing units by line. */
  shorts: readonly number[]
  order: PushedOrder
  offers: OffersOfOrder
  coupon: CouponOfOrder
  ids: GeneratedIds
  buyer: OrderBuyer
  addressId: number | null
  sums: OrderSums
  paid: PlannedPayments
  promise: ReturnType<typeof promiseOf>
  shelf: Shelf
}

function addRows(
  rows: OrderRows,
  { zone, country, shorts, order, offers, coupon, ids, buyer, addressId, sums, paid, promise, shelf }: Accepted,
) {
  rows.orders.push({
    id: ids.order,
    order_number: ids.number,
    external_id: order.id,
    pushed_as: order.pushedAs,
    buyer_id: buyer.id,
    buyer_username: buyer.username,
    ...peopleOf(order),
    unusable: unusableOf(order, shelf, { wrong: [...unusedOffers(offers.wrong), ...unusedCoupon(order, coupon)] }),
    delivery: order.delivery,
    ship_to_address_id: addressId,
    ship_to_country: countryOfSale(order, country),
    placed_at: order.placedAt,
    paid_at: paid.paidAt,
    payment_state: paid.state,
    payment_minor: paid.paidMinor,
    ship_by: promise?.shipBy ?? null,
    ship_calendar: promise?.calendar ?? null,
    ship_handling_days: promise?.handlingDays ?? null,
    shipping_service: order.shippingService,
    buyer_note: order.buyerNote,
    estimated_delivery_min: order.deliveryMin && promisedMoment(order.deliveryMin, 'from', zone),
    estimated_delivery_max: order.deliveryMax && promisedMoment(order.deliveryMax, 'to', zone),
    currency: order.currency,
    ...sums.parts,
    extras: order.extras.length > 0 ? order.extras : null,
    line_count: order.lines.length,
    unit_count: sums.units,
  })
  for (const [index, line] of order.lines.entries())
    rows.lines.push({
      order_id: ids.order,
      position: index + 1,
      currency: order.currency,
      ship_by: promise?.shipBy ?? null,
      short_quantity: assertDefined(shorts[index], 'each line has its own'),
      ...soldLine(line, shelf),
    })
  for (const { id, at } of offers.paid) rows.offers.push({ id, order_id: ids.order, position: at + 1 })
  for (const [index, payment] of paid.payments.entries())
    rows.payments.push({
      order_id: ids.order,
      position: index + 1,
      external_id: payment.id,
      method: payment.method,
      state: payment.state,
      currency: order.currency,
      amount_minor: payment.amountMinor,
      paid_at: payment.paidAt,
    })
  if (promise) rows.events.push({ order_id: ids.order, happened_at: promise.paidAt, ...shipBySet(promise) })
}

/** Fields that could not be used, with names of what the hub does not sell; null if there are none. */
function unusableOf(
  { unusable = [], lines }: Pick<PushedOrder, 'unusable' | 'lines'>,
  shelf: Shelf,
  { wrong }: { wrong: readonly UnusableField[] },
) {
  const all = [...unusable, ...unlistedNames(lines, shelf), ...wrong]
  return all.length > 0 ? all : null
}

export const unlistedNames = (lines: readonly PushedLine[], shelf: Shelf): UnusableField[] =>
  lines.flatMap((line) => (line.names && !shelf.find(line) ? line.names : []))

/** What a line says of its listing and amounts, by column name. */
export function soldLine(line: PushedLine, shelf: Shelf) {
  const found = shelf.find(line)
  const listing = found?.listing
  const values = found ? found.variation?.values : line.variation
  return {
    listing_id: listing?.id ?? null,
    product_id: listing?.product_id ?? null,
    item_number: line.item,
    sku: found ? (found.variation?.sku ?? found.listing.sku) : line.sku,
    title: listing?.title ?? assertDefined(line.title, 'what is not listed has a title'),
    // An id that names no variation has none, either.
    variation: (values && variationWords(values)) || null,
    quantity: line.quantity,
    unit_price_minor: line.unitPriceMinor,
    discount_minor: line.discountMinor,
    shipping_minor: line.shippingMinor,
    tax_minor: line.taxMinor,
    taxes: line.taxes.length > 0 ? line.taxes : null,
    policy_id: listing?.shipping_policy?.id ?? null,
    policy_version: listing?.shipping_policy?.version ?? null,
    is_kit: found !== null && kitOf(found) !== null,
  }
}
