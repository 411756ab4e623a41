import type { EventAnswer } from './answers.ts'

const steps: Readonly<Record<string, string>> = {
  'order.shipped': 'ships',
  'order.parcel_voided': 'takes back a parcel of',
  'order.handed_over': 'hands over',
  'order.hand_over_undone': 'takes back the handover of',
  'order.cancelled': 'cancels',
  'order.lines_cancelled': 'cancels part of',
  'order.cancellation_declined': 'does not cancel',
  'order.refunded': 'has refunded',
  'message.sent': 'writes about',
}

/** Log line about a seller's action; null for actions of buyers and carriers, which log themselves. */
export function describeEvent({ type, data }: EventAnswer): string | null {
  const { order, seller } = data
  if (!order) return null
  const step = steps[type]
  if (step) return `${seller} ${step} ${order.id}`
  const told = data.case
  return told && type.endsWith('.changed')
    ? `case ${told.number} of ${order.id} is ${told.state.toLowerCase().replaceAll('_', ' ')}`
    : null
}
