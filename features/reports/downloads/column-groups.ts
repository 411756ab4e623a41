import type { FileKind } from '#features/machinery/file-runs/file-run.ts'

export const columnSubjects = ['order', 'buyer', 'item', 'money', 'shipping', 'more'] as const
export type ColumnSubject = (typeof columnSubjects)[number]

/** The columns that begin a subject, in the order in which a kind offers its columns. */
const begins: Readonly<Partial<Record<FileKind, Readonly<Record<string, ColumnSubject>>>>> = {
  orders: {
    'orders.export.order': 'order',
    'orders.export.buyer': 'buyer',
    'order.shopNotes': 'more',
    'orders.export.position': 'item',
    'orders.export.currency': 'money',
    'orders.export.service': 'shipping',
    'orders.export.note': 'more',
    'reports.column.street': 'buyer',
  },
  listings: {
    'listings.column.item': 'item',
    'word.currency': 'money',
    'word.available': 'item',
    'listings.export.start': 'more',
    'costs.export.cost': 'money',
  },
  transactions: {
    'payments.column.number': 'order',
    'orders.export.currency': 'money',
    'word.status': 'more',
  },
}

/** The subject of each column of a kind, of which `ids` are all; null if a kind has no subjects. */
export function subjectsOf(kind: FileKind, ids: readonly string[]): ReadonlyMap<string, ColumnSubject> | null {
  const own = begins[kind]
  if (!own) return null
  let subject: ColumnSubject = 'more'
  return new Map(ids.map((id) => [id, (subject = own[id] ?? subject)]))
}
