import type { StatusTone } from '#shui/status/status.tsx'
import { isNear } from '#texts/moment-words.ts'
import type { Texts } from '#texts/texts.ts'
import { dueState, type DueBounds, type DueState, type OrderStatus } from '#features/core/order/order.ts'
import { day, hour, minute } from '#lib/duration.ts'

/** Something's state: a tone, and always words. */
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

/** A status in words. */
export function statusWords(status: OrderStatus, texts: Texts): StateWords {
  return { tone: statusTones[status], text: texts.t(`orders.status.${status}`) }
}

const dueTones: Record<DueState, StatusTone> = { overdue: 'bad', today: 'warn', tomorrow: 'neutral', later: 'neutral' }

/** The time left until an order must be shipped: "Overdue 1 d", "Today 17:00", "Tomorrow", "Mon 24 Nov"; null without one. */
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
      return texts.t('orders.due.tomorrow')
    case 'later':
      return texts.moment(shipBy, 'day')
  }
}

/** How late something is, in the largest unit that it fills once. */
function lateness(milliseconds: number): { unit: string; n: number } {
  if (milliseconds >= day) return { unit: 'day', n: Math.floor(milliseconds / day) }
  if (milliseconds >= hour) return { unit: 'hour', n: Math.floor(milliseconds / hour) }
  return { unit: 'minute', n: Math.max(1, Math.floor(milliseconds / minute)) }
}

/** A moment in words, and for machines. */
export interface TimeModel {
  text: string
  dateTime: string
}

/** A moment of an order's life, always with its time. */
export function timeModel(at: Date, now: Date, texts: Texts): TimeModel {
  const text = isNear(at, now)
    ? texts.moment(at, 'dateTime')
    : `${texts.moment(at, 'date')}, ${texts.moment(at, 'time')}`
  return { text, dateTime: at.toISOString() }
}
