import { isOfCosts, namedCostColumns } from '#features/core/costs/cost-file.server.ts'
import { namedOrderColumns } from '#features/orders/order-files/order-columns.ts'
import { recogniseOrders } from '#features/orders/order-files/order-reports.ts'
import { namedColumns } from '#features/selling/listing-files/file-columns.ts'
import { isOfOrders, recogniseDialect } from '#features/selling/listing-files/file-dialects.ts'
import { namedOfReports, recogniseReport } from '#features/payments/reconcile/known-reports.ts'
import { peekTable, type TableFile, type UnreadableTable } from '#lib/table-file.ts'

/** Kind of another marketplace's file. `money`: reports of payouts, which are not brought in. */
export type FileSubject = 'orders' | 'costs' | 'listings' | 'money'

const namedByAny = (fields: readonly string[]) =>
  Math.max(namedOrderColumns(fields), namedCostColumns(fields), namedColumns(fields), namedOfReports(fields))

/** Tells what a file is about: by a known program's header, else by the columns that it names. */
export async function recogniseFile(
  bytes: Uint8Array,
): Promise<{ ok: true; subject: FileSubject } | { ok: false; reason: UnreadableTable }> {
  const opened = await peekTable(bytes, namedByAny)
  return opened.ok ? { ok: true, subject: subjectOf(opened.file) } : opened
}

function subjectOf(file: Pick<TableFile, 'header' | 'sample'>): FileSubject {
  const { header } = file
  if (recogniseOrders(file)) return 'orders'
  if (recogniseReport(file)) return 'money'
  if (isOfOrders(file)) return 'orders'
  if (recogniseDialect(header)) return 'listings'
  return isOfCosts(header) ? 'costs' : 'listings'
}
