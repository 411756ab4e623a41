import {
  createShelf,
  type OfferedListing,
  type Shelf,
  type SoldOut,
  type TakenVariation,
} from '#features/core/listing/shelf.ts'
import { variationWords } from '#features/core/listing/sold-variation.ts'
import { deadline, type ShipCalendar } from '#features/orders/ship-calendar/ship-calendar.ts'
import { shipBySet } from '#features/core/order/order-event.ts'
import { promisedMoment } from '#lib/promised-day.ts'
import { certain } from '#lib/certain.ts'
import { judgePayment } from './payment.ts'
import { createPeople, peopleOf, type OrderBuyer } from './people.ts'
import type { IntakeOutcome, PushedLine, PushedOrder, PushedPayment } from './pushed-order.ts'

/** Ids for an order that is new, drawn before it is written. */
export interface DrawnIds {
  order: number
  /** Its number. */
  number: string
  /** For a buyer and an address that are new. */
  buyer: number
  address: number
}

/** What orders are judged by, as it stands while nobody else can change it. */
export interface IntakeFacts {
  /** Orders with these ids that are here. */
  known: readonly { id: number; externalId: string; pushedAs: string | null }[]
  /** Of these ids those that are numbers of orders here: they name them already. */
  numbers: readonly string[]
  listings: readonly OfferedListing[]
  buyers: readonly { id: number; username: string | null; externalId: string | null }[]
  /** Addresses of these buyers, by the place of the order that says just the same. */
  addresses: readonly { id: number; buyerId: number; nth: number }[]
  /** As many as there are orders that are not known. */
  drawn: readonly DrawnIds[]
  calendar: ShipCalendar
  calendarVersion: number
}

/** Rows to be written, by the names of their columns. */
export interface IntakeRows {
  buyers: object[]
  /** Known buyers who have a new id or user name. */
  moved: object[]
  addresses: object[]
  orders: object[]
  lines: object[]
  payments: object[]
  events: object[]
}

type OrderRows = Pick<IntakeRows, 'orders' | 'lines' | 'payments' | 'events'>

/** What becomes of each order, and all that is to be written. */
export interface IntakePlan {
  outcomes: IntakeOutcome[]
  rows: IntakeRows
  soldOut: SoldOut[]
  variations: TakenVariation[]
}

/**
 * Judges orders one after the other, each whole or not at all: a later one finds what those before it left. Nothing is written here,
 * so that one which is refused needs no undoing.
 */
export function planIntake(orders: readonly PushedOrder[], facts: IntakeFacts, now: Date): IntakePlan {
  const rows: OrderRows = { orders: [], lines: [], payments: [], events: [] }
  const shelf = createShelf(facts.listings)
  const people = createPeople(facts)
  const { timeZone: zone } = facts.calendar
  const drawn = [...facts.drawn]
  const known = new Map(facts.known.map((row) => [row.externalId, row]))
  const judge = (order: PushedOrder, nth: number): IntakeOutcome => {
    const before = known.get(order.id)
    if (before)
      return before.pushedAs === order.pushedAs
        ? { ok: true, repeated: true, orderId: before.id }
        : { ok: false, reason: 'order-id-taken' }
    if (facts.numbers.includes(order.id)) return { ok: false, reason: 'order-id-taken' }
    const isPaid = order.payment?.state === 'PAID'
    const short = shelf.refusalOf(order.lines, { onShort: order.onShort, placedAt: order.placedAt, isPaid })
    if (short) return { ok: false, ...short }
    const at = order.lines.findIndex((line) => shelf.find(line).listing.currency !== order.currency)
    if (at >= 0) return { ok: false, reason: 'wrong-currency', at }
    const sums = sumsOf(order)
    const open = { currency: order.currency, totalMinor: sums.totalMinor, openMinor: sums.totalMinor, known: null }
    const said = order.payment && judgePayment(order.payment, open)
    if (said && !said.ok) return said
    const payment = firstPayment(order, sums)
    const ids = certain(drawn.shift(), 'ids were drawn for each order')
    const buyer = people.take(order.buyer, { id: ids.buyer, guestName: `guest-${ids.number}` })
    const addressId = people.addressOf(order.shipTo, { buyerId: buyer.id, nth, fresh: ids.address })
    const amountMinor = said?.amountMinor ?? payment?.amountMinor ?? null
    const paidAt = payment?.state === 'PAID' && amountMinor === sums.totalMinor ? payment.paidAt : null
    const promise = promiseOf(order, { paidAt, shelf, facts })
    const shorts = shelf.take(order.lines)
    addRows(rows, { zone, shorts, order, ids, buyer, addressId, sums, payment, amountMinor, paidAt, promise, shelf })
    known.set(order.id, { id: ids.order, externalId: order.id, pushedAs: order.pushedAs })
    return { ok: true, repeated: false, orderId: ids.order }
  }
  const outcomes = orders.map(judge)
  return {
    outcomes,
    rows: { ...people.rows(), ...rows },
    soldOut: shelf.soldOut(now),
    variations: shelf.takenVariations(),
  }
}

type Sums = ReturnType<typeof sumsOf>

function sumsOf({ lines }: PushedOrder) {
  const sum = (of: (line: PushedLine) => number) => lines.reduce((total, line) => total + of(line), 0)
  const parts = {
    subtotal_minor: sum(({ quantity, unitPriceMinor }) => quantity * unitPriceMinor),
    discount_minor: sum(({ discountMinor }) => discountMinor),
    shipping_minor: sum(({ shippingMinor }) => shippingMinor),
    tax_minor: sum(({ taxMinor }) => taxMinor),
  }
  const totalMinor = parts.subtotal_minor - parts.discount_minor + parts.shipping_minor + parts.tax_minor
  return { parts, totalMinor, units: sum(({ quantity }) => quantity) }
}

/** The payment that an order comes with. One that costs nothing is paid as it is placed, for no payment of it may ever come. */
function firstPayment({ payment, currency, placedAt }: PushedOrder, { totalMinor }: Sums): Accepted['payment'] {
  if (payment || totalMinor > 0) return payment
  return { id: null, method: 'UNKNOWN', state: 'PAID', amountMinor: 0, currency, paidAt: placedAt }
}

/** By when an order that comes in paid is to be shipped; null where the seller's calendar never works, which a job reports. */
function promiseOf(
  order: PushedOrder,
  { paidAt, shelf, facts }: { paidAt: Date | null; shelf: Shelf; facts: IntakeFacts },
) {
  if (!paidAt) return null
  const own = order.lines.map((line) => shelf.find(line).listing.handling_days ?? facts.calendar.handlingDays)
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
  /** The shop's. */
  zone: string
  /** Units that are not there, line by line. */
  shorts: readonly number[]
  order: PushedOrder
  ids: DrawnIds
  buyer: OrderBuyer
  addressId: number
  sums: Sums
  payment: (Omit<PushedPayment, 'id'> & { id: string | null }) | null
  amountMinor: number | null
  /** Null until all of it is paid. */
  paidAt: Date | null
  promise: ReturnType<typeof promiseOf>
  shelf: Shelf
}

function addRows(
  rows: OrderRows,
  { zone, shorts, order, ids, buyer, addressId, sums, payment, amountMinor, paidAt, promise, shelf }: Accepted,
) {
  rows.orders.push({
    id: ids.order,
    order_number: ids.number,
    external_id: order.id,
    pushed_as: order.pushedAs,
    buyer_id: buyer.id,
    buyer_username: buyer.username,
    ...peopleOf(order),
    ship_to_address_id: addressId,
    ship_to_country: order.shipTo.country,
    placed_at: order.placedAt,
    paid_at: paidAt,
    // Of the order: one that paid a part of it leaves the rest to be paid.
    payment_state: payment?.state === 'PAID' && !paidAt ? 'PENDING' : (payment?.state ?? null),
    payment_minor: amountMinor,
    ship_by: promise?.shipBy ?? null,
    ship_calendar: promise?.calendar ?? null,
    ship_handling_days: promise?.handlingDays ?? null,
    shipping_service: order.shippingService,
    buyer_note: order.buyerNote,
    estimated_delivery_min: order.deliveryMin && promisedMoment(order.deliveryMin, 'from', zone),
    estimated_delivery_max: order.deliveryMax && promisedMoment(order.deliveryMax, 'to', zone),
    currency: order.currency,
    ...sums.parts,
    line_count: order.lines.length,
    unit_count: sums.units,
  })
  for (const [index, line] of order.lines.entries()) {
    const { listing, variation } = shelf.find(line)
    rows.lines.push({
      order_id: ids.order,
      position: index + 1,
      listing_id: listing.id,
      product_id: listing.product_id,
      item_number: listing.item_number,
      sku: variation?.sku ?? listing.sku,
      title: listing.title,
      variation: variation && variationWords(variation.values),
      currency: order.currency,
      quantity: line.quantity,
      unit_price_minor: line.unitPriceMinor,
      discount_minor: line.discountMinor,
      shipping_minor: line.shippingMinor,
      tax_minor: line.taxMinor,
      ship_by: promise?.shipBy ?? null,
      short_quantity: certain(shorts[index], 'each line has its own'),
    })
  }
  if (payment)
    rows.payments.push({
      order_id: ids.order,
      external_id: payment.id,
      method: payment.method,
      state: payment.state,
      currency: order.currency,
      amount_minor: amountMinor,
      paid_at: payment.paidAt,
    })
  if (promise) rows.events.push({ order_id: ids.order, happened_at: promise.paidAt, ...shipBySet(promise) })
}
