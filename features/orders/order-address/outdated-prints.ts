import type { Row } from '#db/schema.ts'
import type { PrintDocument } from '#features/core/order/print-documents.ts'

/** Documents that contain the address and travel with the parcel. */
export const addressedDocuments = ['slip', 'label'] as const satisfies readonly PrintDocument[]

export const outdatedWhenChanged = (prints: readonly { document: PrintDocument }[]) =>
  addressedDocuments.filter((document) => prints.some((print) => print.document === document))

/** Documents printed before the address changed, or before the lines on them did, and not since. */
export function outdatedPrints(
  prints: readonly { document: PrintDocument; printed_at: Date }[],
  {
    address_changed_at: address,
    lines_changed_at: lines,
  }: Pick<Row<'orders'>, 'address_changed_at' | 'lines_changed_at'>,
): (typeof addressedDocuments)[number][] {
  return addressedDocuments.filter((document) => {
    const times = prints.filter((print) => print.document === document).map((print) => print.printed_at.getTime())
    const changed = Math.max(address?.getTime() ?? 0, document === 'slip' ? (lines?.getTime() ?? 0) : 0)
    return times.length > 0 && Math.max(...times) < changed
  })
}
