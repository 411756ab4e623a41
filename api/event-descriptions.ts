import type { EventType } from '#features/developers/webhooks/event.ts'
import { answerExamples } from './examples/answer-example.ts'

export const eventDescriptions: Readonly<Record<EventType, string>> = {
  'listing.published': 'A listing came on sale, also again',
  'listing.changed': 'Something that buyers see of a listing changed',
  'listing.ended': 'A listing is no longer on sale',
  'stock.changed': 'The units of a listing that are left to sell changed',
  'stock.low': 'A SKU reached its reorder point; `subject` is the SKU, and `stock` that of its listing',
  'order.placed': 'An order came in by this API',
  'order.paid': 'An order is fully paid: it is to be shipped',
  'order.address_changed': 'The address of an order changed, by the seller or by this API',
  'order.lines_added': 'Lines were added to an order; `subject` is the addition’s id',
  'order.shipped': 'The seller handed over a parcel; `subject` is its id. Tell the buyer its number',
  'order.parcel_voided': 'The seller took a parcel back before its first scan; `subject` is its id',
  'order.handed_over': 'The buyer collected the order',
  'order.hand_over_undone': 'The seller took back that the buyer collected the order',
  'order.cancellation_requested': 'A buyer asks to cancel; the seller decides',
  'order.cancellation_declined': 'The seller declined to cancel, or did not answer in time for a shipped order',
  'order.cancelled': 'The whole order is cancelled; a refund, if any, has its own events',
  'order.lines_cancelled': 'Units of an order are cancelled; the rest is shipped',
  'order.refund_requested':
    'A refund was decided in the hub and is being checked; nobody pays yet. Not sent for refunds that the shop reported',
  'order.refunded':
    'A refund is settled; `subject` is its id. The shop pays the buyer now if the refund’s `payer` is `SHOP`, and nobody if it is `NONE`',
  'order.refund_failed':
    'A refund cannot be made, such as of a payment too long ago: do not pay it. The seller tries again or pays another way',
  'return.opened': 'A buyer wants to return an item; `subject` is the case',
  'return.changed': 'A return moved on, by buyer, seller, carrier or time',
  'not_received.opened': 'A buyer says that an item has not come; `subject` is the case',
  'not_received.changed': 'Such a case moved on',
  'message.sent': 'The seller wrote to a buyer: deliver it',
  'message.received': 'A message of a buyer came in',
  'question.asked': 'A buyer asked about a listing before the sale; `subject` is the question’s id',
  'question.answered':
    'The seller answered a question: deliver those of its messages that you have not delivered yet, by their `key`',
  'feedback.replied': 'The seller answered feedback',
  'offer.received': 'An offer or counteroffer of a buyer came in',
  'offer.accepted':
    'An offer is accepted, by the seller or the buyer: its units are held until `dueAt`. Let the buyer pay; the order’s line names the offer',
  'offer.countered': 'The seller makes a counteroffer: tell the buyer',
  'offer.declined': 'An offer is declined, by the seller or the buyer',
  'offer.sent': 'The seller offers an interested buyer a lower price: tell the buyer',
  'offer.withdrawn': 'An offer is withdrawn by the party that made it',
  'offer.ended': 'An offer was not answered in time, or its listing ended',
  'offer.paid': 'An accepted offer is paid by an order',
  'offer.not_paid': 'An accepted offer was not paid in time, or its order was cancelled: its units are on sale again',
  'payout.initiated': 'A payout begins: pay it, with its `key` as idempotency key, and report the outcome',
  'payout.paid': 'A payout reached the seller',
  'payout.delayed': 'A payout is tried again later',
  'payout.failed': 'A payout failed for good; its money is available again',
  'payout.reversed': 'The seller’s bank sent a payout back',
  'hold.placed': 'Money of an order is kept back',
  'hold.released': 'Money of an order is no longer kept back',
  'dispute.opened': 'A buyer’s bank asks for a payment back',
  'dispute.contested': 'The seller contests a dispute: send the answer to the bank',
  'dispute.accepted': 'The seller accepts a dispute: the money goes back',
  'dispute.won': 'The bank decided for the seller',
  'dispute.lost': 'The bank decided for the buyer',
}

/** Names of the schemas that events have beside the order, by the first word of their type. */
const subjects = {
  listing: ['listing', 'Listing'],
  stock: ['stock', 'Stock'],
  return: ['case', 'Case'],
  not_received: ['case', 'Case'],
  message: ['message', 'Message'],
  question: ['question', 'Question'],
  feedback: ['feedback', 'Feedback'],
  offer: ['offer', 'Offer'],
  payout: ['payout', 'Payout'],
  hold: ['hold', 'Hold'],
  dispute: ['dispute', 'Dispute'],
} as const

export function eventExample(type: EventType): object {
  const [word = ''] = type.split('.')
  const found = Object.entries(subjects).find(([first]) => first === word)?.[1]
  const data =
    word === 'order'
      ? { order: answerExamples.Order, subject: 'k3v9p1x7q2m4' }
      : found
        ? { [found[0]]: answerExamples[found[1]], ...(type === 'stock.low' ? { subject: 'LENS-50' } : {}) }
        : {}
  return {
    id: 'evt_5f2c8a1e9b3d47f6',
    type,
    version: '1',
    timestamp: '2026-11-22T12:03:11.000Z',
    data: { seller: 's-42', ...data },
  }
}
