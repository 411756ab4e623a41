import { writtenFormats } from '#features/machinery/file-runs/file-run.ts'
import { oneOf } from '#lib/form-fields.ts'
import type { Role } from '#web/roles.ts'
import { downloadPeriods, type DownloadKind, type DownloadPlan } from './download-kind.ts'

/** Reads a submitted plan; null if it has no column that the role may have. */
export function readPlan(
  form: FormData,
  { kind, role, locale }: { kind: DownloadKind; role: Role; locale: string },
): DownloadPlan | null {
  const offered = kind.columns(role).map(({ id }) => id)
  const chosen = new Set(form.getAll('column').filter((value) => typeof value === 'string'))
  const columns = [...chosen].filter((id) => offered.includes(id)).map((column) => ({ column }))
  if (columns.length === 0) return null
  return {
    rows: rowsOf(kind, form.get('rows')),
    period: (kind.period && oneOf(form, 'period', downloadPeriods)) ?? 'all',
    columns,
    format: oneOf(form, 'format', writtenFormats) ?? 'CSV',
    locale,
  }
}

/** The chosen rows; the first choice if there is no such choice. */
function rowsOf({ rows }: DownloadKind, wanted: unknown): string {
  return (rows.find(({ id }) => id === wanted) ?? rows[0])?.id ?? ''
}
