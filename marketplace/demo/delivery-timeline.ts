import { addWorkingDays, isWorkingDay, shipBy, type BusinessCalendar } from '#lib/business-calendar.ts'
import type { Random } from '#lib/random.ts'
import { addDays, dateAt, endOfDay, isoWeekday, momentOf, type LocalDate } from '#lib/zoned-time.ts'
import type { OrderFate } from './order-fate.ts'
import type { OrderPlan, PlannedLine, PlannedPayment, PlannedShipment } from './plan.ts'
import { timeBetween } from './rhythm.ts'
import type { Service } from './shipping.ts'
import { day, minute } from '#lib/duration.ts'
import { pairs } from '#lib/pairs.ts'

export interface TimelineInput {
  random: Random
  calendar: BusinessCalendar
  today: LocalDate
  fate: OrderFate
  placedAt: Date
  service: Service
  lines: readonly PlannedLine[]
  totalMinor: number
}

export type DeliveryTimeline = Pick<OrderPlan, 'payments' | 'shipBy' | 'estimatedDelivery' | 'shipments'>

const neverSent: readonly OrderFate[] = [
  'unpaid',
  'cancelled-unpaid',
  'payment-failed',
  'cancelled-by-buyer',
  'cancelled-by-seller',
  'cancel-requested',
  'waiting',
]

export function planDeliveryTimeline(start: TimelineInput): DeliveryTimeline {
  const payments = planPayments(start)
  const paidAt = payments.reduce<Date | null>((last, { paidAt: at }) => (at && (!last || at > last) ? at : last), null)
  if (!paidAt) return { payments, shipBy: null, estimatedDelivery: null, shipments: [] }
  const due = shipBy(paidAt, start.calendar)
  const { timeZone } = start.calendar
  const dueDay = dateAt(due, timeZone)
  const [fewest, most] = start.service.transit
  const estimatedDelivery = [
    endOfDay(addDays(dueDay, fewest), timeZone),
    endOfDay(addDays(dueDay, most + 1), timeZone),
  ] as const
  const shipments = neverSent.includes(start.fate) ? [] : planShipments(start, paidAt, dueDay, estimatedDelivery[1])
  return { payments, shipBy: due, estimatedDelivery, shipments }
}

function planPayments({ random, fate, placedAt, totalMinor }: TimelineInput): PlannedPayment[] {
  const after = (milliseconds: number) => new Date(placedAt.getTime() + Math.round(milliseconds / 1000) * 1000)
  const pay = (
    method: PlannedPayment['method'],
    amountMinor: number,
    paidAt: Date | null,
    failedAt: Date | null = null,
  ) => ({ method, amountMinor, paidAt, failedAt })
  if (fate === 'payment-failed') return [pay('CARD', totalMinor, null, after(20_000))]
  if (fate === 'unpaid' || fate === 'cancelled-unpaid')
    return random.chance(0.5) ? [] : [pay('BANK_TRANSFER', totalMinor, null)]
  const method = random.weighted([
    ['CARD', 46],
    ['WALLET', 34],
    ['DEBIT_CARD', 14],
    // Bank transfers take days, and a cancellation with refund requires a prior payment.
    ['BANK_TRANSFER', neverSent.includes(fate) ? 0 : 5],
    ['INVOICE', 1],
  ] as const)
  if (fate === 'paid-at-second-try')
    return [pay('CARD', totalMinor, null, after(15_000)), pay('WALLET', totalMinor, after(random.int(4, 90) * minute))]
  if (method === 'BANK_TRANSFER') return [pay('BANK_TRANSFER', totalMinor, after(random.int(7 * 60, 60 * 60) * minute))]
  const paidAt = after(random.int(8, 150) * 1000)
  if (random.chance(0.02) && totalMinor > 3_000)
    return [pay('VOUCHER', 1_000, paidAt), pay(method, totalMinor - 1_000, paidAt)]
  return [pay(method, totalMinor, paidAt)]
}

function planShipments(start: TimelineInput, paidAt: Date, dueDay: LocalDate, latest: Date): PlannedShipment[] {
  const sentAt = dispatchMoment(start, paidAt, dueDay)
  const quantities = start.lines.map((line) => line.quantity)
  const send = (amounts: number[], shippedAt: Date) => planShipment(start, amounts, shippedAt, latest)
  if (start.fate !== 'split' && start.fate !== 'partly-shipped') return [send(quantities, sentAt)]
  const first = firstHalf(quantities)
  if (first.every((quantity, index) => quantity === quantities[index])) return [send(quantities, sentAt)]
  const rest = pairs(quantities, first).map(([quantity, sent]) => quantity - sent)
  const restAfter = start.fate === 'split' ? start.random.int(1, 3) : 30
  return [
    send(first, sentAt),
    send(rest, new Date(sentAt.getTime() + restAfter * day + start.random.int(0, 90) * minute)),
  ]
}

/** The first half of the lines, or of the units of a single line. */
function firstHalf(quantities: readonly number[]): number[] {
  const [quantity = 0, ...others] = quantities
  if (others.length === 0) return [Math.ceil(quantity / 2)]
  return quantities.map((all, index) => (index < Math.ceil(quantities.length / 2) ? all : 0))
}

/** Handover time: on the due day or the working day before, in the afternoon. */
function dispatchMoment(start: TimelineInput, paidAt: Date, dueDay: LocalDate): Date {
  const { random, calendar, fate, today } = start
  const paidDay = dateAt(paidAt, calendar.timeZone)
  const before = previousWorkingDay(dueDay, calendar)
  const afternoon = (date: LocalDate) => momentOf(date, timeBetween(random, 13, 17), calendar.timeZone)
  const early = before > paidDay ? before : dueDay
  if (fate === 'partly-shipped') return afternoon(early)
  if (fate === 'sent-late' && addDays(dueDay, 6) < today)
    return afternoon(addWorkingDays(dueDay, random.int(1, 2), calendar))
  // Most parcels due today or later are still unpacked.
  if (dueDay >= today && random.chance(0.8)) return afternoon(addDays(today, 1))
  return afternoon(random.chance(0.45) ? early : dueDay)
}

function previousWorkingDay(date: LocalDate, calendar: BusinessCalendar): LocalDate {
  let before = addDays(date, -1)
  while (!isWorkingDay(before, calendar)) before = addDays(before, -1)
  return before
}

function planShipment(start: TimelineInput, quantities: number[], shippedAt: Date, latest: Date): PlannedShipment {
  const { random, service, fate } = start
  const after = (days: number) => new Date(shippedAt.getTime() + Math.round(days * 1440) * minute)
  const shipment: PlannedShipment = {
    quantities,
    trackingNumber: service.tracking ? service.tracking(random) : null,
    shippedAt,
    scannedAt: after(random.int(2, 14) / 24),
    deliveredAt: null,
    trouble: null,
  }
  if (fate === 'lost' || fate === 'held-up') shipment.trouble = { state: 'EXCEPTION', at: after(random.int(2, 4)) }
  else if (fate === 'sent-back') shipment.trouble = { state: 'RETURNED_TO_SENDER', at: after(random.int(9, 15)) }
  else shipment.deliveredAt = arrivalOf(start, shippedAt, latest)
  return shipment
}

/** Arrival time: within the service's transit days, not on a Sunday; letters count as arrived a week later. */
function arrivalOf(
  { random, calendar: { timeZone }, service, fate }: TimelineInput,
  shippedAt: Date,
  latest: Date,
): Date {
  const lastDay = dateAt(latest, timeZone)
  if (!service.tracking) return momentOf(addDays(lastDay, 7), '03:00', timeZone)
  let date = addDays(dateAt(shippedAt, timeZone), random.int(...service.transit))
  if (fate === 'late') date = addDays(lastDay, random.int(1, 6))
  if (isoWeekday(date) === 7) date = addDays(date, 1)
  return momentOf(date, timeBetween(random, 9, 19), timeZone)
}
