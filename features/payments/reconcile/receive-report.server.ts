import { textOf } from '#lib/form-fields.ts'
import type { SellerActionArgs } from '#web/guard.server.ts'
import { compareReport } from './compare-report.server.ts'
import { readReport, type UnreadableReport } from './read-report.ts'
import type { ReportForm } from './reconciliation.ts'
import { deleteReconciliation, keepReport } from './reconciliations-db.server.ts'
import { findColumns } from './report-columns.ts'

/** Why a report is refused: it cannot be read, or spans too many transactions. */
export type RefusedReport = UnreadableReport | 'tooLong'

/** Rows from which the meaning of columns is found. */
const mostSampled = 200

/** Reads an uploaded report, stores it and compares it with the books. */
export async function receiveReport({
  form,
  hub,
  seller,
  member,
  write,
}: SellerActionArgs): Promise<{ ok: true; id: string } | { ok: false; reason: RefusedReport }> {
  const chosen = form.get('file')
  const file = chosen instanceof File && chosen.size > 0 ? chosen : null
  const bytes = file ? new Uint8Array(await file.arrayBuffer()) : new TextEncoder().encode(textOf(form, 'pasted'))
  const read = await readReport(bytes)
  if (!read.ok) return read
  const { header, headerRow, dropped, rows } = read.file
  const sample = rows.slice(0, mostSampled)
  const columns = findColumns(
    header.map((name, at) => ({ header: name, values: sample.map(({ fields }) => fields[at] ?? '') })),
  )
  const report: ReportForm = { header, headerRow, dropped, columns, dayOrder: null, asksDayOrder: false }
  const now = hub.now()
  return write(async (db) => {
    const fileName = file?.name.slice(0, 120) ?? ''
    const id = await keepReport(db, { sellerId: seller.id, memberName: member.name, fileName, form: report, rows, now })
    if (await compareReport(db, { seller, id, form: report, now })) return { ok: true, id }
    await deleteReconciliation(db, { sellerId: seller.id, id })
    return { ok: false, reason: 'tooLong' }
  })
}
