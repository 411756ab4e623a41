import type { PrintDocument } from '#features/core/order/print-documents.ts'

/** Documents that contain the address and travel with the parcel. */
export const addressedDocuments = ['slip', 'label'] as const satisfies readonly PrintDocument[]

/** Printed documents that a change of address makes outdated. */
export const outdatedWhenChanged = (prints: readonly { document: PrintDocument }[]) =>
  addressedDocuments.filter((document) => prints.some((print) => print.document === document))

/** Documents printed before the address changed and not since. */
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
