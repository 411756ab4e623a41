import type { OrderNotesModel } from '#features/orders/order-notes/order-notes.tsx'
import type { Texts } from '#texts/texts.ts'
import { paths } from '#web/paths.ts'
import type { OrderDetails } from './order-details-db.server.ts'
import { timeModel } from '#features/orders/order-list/order-words.ts'

interface ViewFor {
  now: Date
  texts: Texts
  /** Whether the reader may see and write notes on buyers; tags are visible to all. */
  mayTalk: boolean
  /** Query of the list the order was opened from. */
  from: string | undefined
}

/** Builds the model of an order's private note and tags. */
export function orderNotesModel(
  { order, note, tags, knownTags }: OrderDetails,
  { now, texts, mayTalk, from }: ViewFor,
): OrderNotesModel {
  const number = order.order_number
  return {
    note:
      mayTalk && note
        ? { text: note.note, by: `${note.written_by}, ${timeModel(note.written_at, now, texts).text}` }
        : null,
    tags,
    write: mayTalk
      ? {
          href: paths.orderNotes(number, from),
          closeHref: paths.orderDetails(number, from),
          known: knownTags,
        }
      : null,
  }
}
