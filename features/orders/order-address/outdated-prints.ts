import type { PrintDocument } from '#features/core/order/print-documents.ts'

/** Documents that show where a parcel goes and travel with it: they are outdated once the address changes. */
export const addressedDocuments = ['slip', 'label'] as const satisfies readonly PrintDocument[]

/** What was printed of an order and becomes outdated by a change of its address. */
export const outdatedWhenChanged = (prints: readonly { document: PrintDocument }[]) =>
  addressedDocuments.filter((document) => prints.some((print) => print.document === document))

/** What was printed of an order before its address changed, and not again since. */
export function outdatedPrints(
  prints: readonly { document: PrintDocument; printed_at: Date }[],
  changedAt: Date | null,
): (typeof addressedDocuments)[number][] {
  if (changedAt === null) return []
  return addressedDocuments.filter((document) => {
    const times = prints.filter((print) => print.document === document).map((print) => print.printed_at.getTime())
    return times.length > 0 && Math.max(...times) < changedAt.getTime()
  })
}
