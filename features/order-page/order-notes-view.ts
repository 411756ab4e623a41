import type { OrderNotesModel } from '#features/orders/order-notes/order-notes.tsx'
import type { Texts } from '#texts/texts.ts'
import { paths } from '#web/paths.ts'
import type { OrderDetails } from './order-details-db.server.ts'
import { timeModel } from '#features/orders/order-list/order-words.ts'

interface ViewFor {
  now: Date
  texts: Texts
  /** Whether the reader may see and write what is said of buyers; tags are for everybody to see. */
  mayTalk: boolean
  /** The query of the list that the order was opened from. */
  from: string | undefined
}

/** What the team wrote about an order for itself. */
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
