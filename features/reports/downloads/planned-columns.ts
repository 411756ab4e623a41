import { columnName } from '#features/machinery/grid/export-file.ts'
import type { Texts } from '#texts/texts.ts'
import type { DownloadKind, DownloadPlan } from './download-kind.ts'

export function plannedNames(kind: DownloadKind, { columns }: DownloadPlan, texts: Texts): string[] {
  // The worker has checked them for the member's role; owners have them all.
  const known = new Map(kind.columns('owner').map((column) => [column.id, column]))
  return columns.flatMap(({ column, name }) => {
    const found = known.get(column)
    return found ? [name ?? columnName(found, texts)] : []
  })
}
