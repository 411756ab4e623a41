import { fileFormats } from '#features/machinery/file-runs/file-run.ts'
import { oneOf, textOf } from '#lib/form-fields.ts'
import { shortened } from '#lib/shortened.ts'
import type { Role } from '#web/roles.ts'
import { orderField } from './order-field.ts'
import { downloadPeriods, type DownloadKind, type DownloadPlan } from './download-kind.ts'

/** Reads a submitted plan; null if it has no column that the role may have. */
export function readPlan(
  form: FormData,
  { kind, role, locale }: { kind: DownloadKind; role: Role; locale: string },
): DownloadPlan | null {
  const offered = kind.columns(role).map(({ id }) => id)
  const chosen = new Set(form.getAll('column').filter((value) => typeof value === 'string'))
  const order = textOf(form, orderField).split(' ')
  const placeOf = (id: string) => (order.includes(id) ? order.indexOf(id) : order.length)
  const columns = [...chosen]
    .filter((id) => offered.includes(id))
    .toSorted((a, b) => placeOf(a) - placeOf(b))
    .map((column) => ({ column, ...nameOf(textOf(form, nameField(column))) }))
  if (columns.length === 0) return null
  return {
    rows: rowsOf(kind, form.get('rows')),
    period: (kind.period && oneOf(form, 'period', downloadPeriods)) ?? 'all',
    isPerOrder: kind.mayBePerOrder && form.has('perOrder'),
    columns,
    format: oneOf(form, 'format', fileFormats) ?? 'CSV',
    locale,
  }
}

/** The chosen rows; the first choice if there is no such choice. */
function rowsOf({ rows }: DownloadKind, wanted: unknown): string {
  return (rows.find(({ id }) => id === wanted) ?? rows[0])?.id ?? ''
}

/** Field of the header that a column has in place of its own. */
export const nameField = (column: string) => `name.${column}`

/** Longest header that replaces a column's own. */
const longestName = 60

const nameOf = (name: string) => (name === '' ? {} : { name: shortened(name, longestName) })
