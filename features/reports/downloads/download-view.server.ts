import { writtenFormats } from '#features/machinery/file-runs/file-run.ts'
import { columnName } from '#features/machinery/grid/export-file.ts'
import type { SelectOption } from '#shui/form/controls.tsx'
import type { TabModel } from '#shui/tabs/tabs.tsx'
import type { Texts } from '#texts/texts.ts'
import { paths } from '#web/paths.ts'
import type { Role } from '#web/roles.ts'
import { downloadPeriods, type DownloadKind } from './download-kind.ts'

/** A column in the form. */
export interface FormColumn {
  id: string
  name: string
  isChosen: boolean
}

/** The form of a download. */
export interface DownloadFormModel {
  kind: string
  tabs: TabModel[]
  hint: string
  rows: SelectOption[]
  /** Null if the kind has no period. */
  period: { label: string; options: SelectOption[] } | null
  formats: SelectOption[]
  columns: FormColumn[]
}

/** Builds the form. */
export function downloadModel(
  { kind, kinds, role }: { kind: DownloadKind; kinds: readonly DownloadKind[]; role: Role },
  texts: Texts,
): DownloadFormModel {
  const { t } = texts
  return {
    kind: kind.kind,
    tabs: kinds.map((each) => ({
      label: { text: t(each.label), action: { type: 'NAV', URL: paths.newDownload(each.kind) } },
      active: each === kind,
    })),
    hint: t(kind.hint),
    rows: kind.rows.map(({ id, label }) => ({ value: id, label: t(label) })),
    period: kind.period && {
      label: t(kind.period),
      options: downloadPeriods.map((value) => ({
        value,
        label: value === 'all' ? t('reports.period.all') : t(`orders.period.${value}`),
      })),
    },
    formats: writtenFormats.map((value) => ({ value, label: t('reports.format.of', { format: value }) })),
    columns: kind.columns(role).map((column) => ({ id: column.id, name: columnName(column, texts), isChosen: true })),
  }
}
