import type { EventAnswer } from './answers.ts'

const steps: Readonly<Record<string, string>> = {
  'order.shipped': 'ships',
  'order.parcel_voided': 'takes back a parcel of',
  'order.cancelled': 'cancels',
  'order.lines_cancelled': 'cancels part of',
  'order.cancellation_declined': 'does not cancel',
  'order.refunded': 'has refunded',
  'message.sent': 'writes about',
}

/** The line about what a seller did; null for what buyers and carriers did, who say it themselves. */
export function hearsay({ type, data }: EventAnswer): string | null {
  const { order, seller } = data
  if (!order) return null
  const step = steps[type]
  if (step) return `${seller} ${step} ${order.id}`
  const told = data.case
  return told && type.endsWith('.changed')
    ? `case ${told.number} of ${order.id} is ${told.state.toLowerCase().replaceAll('_', ' ')}`
    : null
}
