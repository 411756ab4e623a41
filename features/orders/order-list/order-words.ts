import type { StatusTone } from '#shui/status/status.tsx'
import { isNear } from '#texts/moment-words.ts'
import type { Texts } from '#texts/texts.ts'
import type { Delivery } from '#features/core/order/delivery.ts'
import { dueState, type DueBounds, type DueState, type OrderStatus } from '#features/core/order/order.ts'
import { day, hour, minute } from '#lib/duration.ts'

export interface StateWords {
  tone: StatusTone
  text: string
}

const statusTones: Record<OrderStatus, StatusTone> = {
  AWAITING_PAYMENT: 'neutral',
  AWAITING_SHIPMENT: 'neutral',
  PARTLY_SHIPPED: 'warn',
  SHIPPED: 'neutral',
  DELIVERED: 'good',
  CANCELLATION_REQUESTED: 'warn',
  CANCELLED: 'neutral',
  REFUNDED: 'neutral',
}

/** Text of a status. An order that is collected awaits its buyer, not its shipment. */
export function statusWords(status: OrderStatus, texts: Texts, delivery: Delivery = 'SHIP'): StateWords {
  const { t } = texts
  const isPickup = delivery === 'COLLECT' && (status === 'AWAITING_SHIPMENT' || status === 'DELIVERED')
  return { tone: statusTones[status], text: isPickup ? t(`orders.pickup.${status}`) : t(`orders.status.${status}`) }
}

/** How an order reaches its buyer, in words; null for parcels, which go without saying. */
export const deliveryWords = (delivery: Delivery, { t }: Texts): string | null =>
  delivery === 'SHIP' ? null : t(`orders.delivery.${delivery}`)

const dueTones: Record<DueState, StatusTone> = { overdue: 'bad', today: 'warn', tomorrow: 'neutral', later: 'neutral' }

/** Time left to ship: "Overdue 1 d", "Today 17:00", "Tomorrow", "Mon 24 Nov"; null without a ship-by time. */
export function dueWords(shipBy: Date | null, bounds: DueBounds, texts: Texts): StateWords | null {
  const due = dueState(shipBy, bounds)
  return due && shipBy && { tone: dueTones[due], text: dueText(due, shipBy, bounds, texts) }
}

function dueText(due: DueState, shipBy: Date, { now }: DueBounds, texts: Texts): string {
  switch (due) {
    case 'overdue':
      return texts.t('orders.due.overdue', lateness(now.getTime() - shipBy.getTime()))
    case 'today':
      return texts.t('orders.due.today', { time: texts.moment(shipBy, 'time') })
    case 'tomorrow':
      return texts.t('orders.shipBy.tomorrow')
    case 'later':
      return texts.moment(shipBy, 'day')
  }
}

/** Delay in the largest unit with a value of at least one. */
function lateness(milliseconds: number): { unit: string; n: number } {
  if (milliseconds >= day) return { unit: 'day', n: Math.floor(milliseconds / day) }
  if (milliseconds >= hour) return { unit: 'hour', n: Math.floor(milliseconds / hour) }
  return { unit: 'minute', n: Math.max(1, Math.floor(milliseconds / minute)) }
}

/** A time as text and as ISO 8601. */
export type TimeModel = ReturnType<typeof timeModel>

/** Builds a time of an order, always with hours and minutes. */
export function timeModel(at: Date, now: Date, texts: Texts) {
  const text = isNear(at, now)
    ? texts.moment(at, 'dateTime')
    : `${texts.moment(at, 'date')}, ${texts.moment(at, 'time')}`
  return { text, dateTime: at.toISOString() }
}
