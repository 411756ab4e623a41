import { fileFormats } from '#features/machinery/file-runs/file-run.ts'
import { columnName } from '#features/machinery/grid/export-file.ts'
import type { SelectOption } from '#shui/form/controls.tsx'
import type { TabModel } from '#shui/tabs/tabs.tsx'
import type { Texts } from '#texts/texts.ts'
import { paths } from '#web/paths.ts'
import type { Role } from '#web/roles.ts'
import { presets, type Preset } from './presets.ts'
import type { DownloadTemplate } from './templates-db.server.ts'
import { downloadPeriods, type DownloadKind } from './download-kind.ts'
import { nameField } from './read-plan.ts'

export interface FormColumn {
  id: string
  name: string
  isChosen: boolean
  /** Header in place of the name; null if it is the same. */
  header: { field: string; text: string } | null
}

interface Choice {
  options: SelectOption[]
  value: string
}

export interface DownloadFormModel {
  kind: string
  tabs: TabModel[]
  hint: string
  /** Templates of the kind, the shop's own first. */
  templates: { id: string; name: string; href: string; isOpen: boolean }[]
  /** The one that fills the form; null if none does. `isOwn`: it may be replaced and deleted. */
  template: { id: string; name: string; isOwn: boolean; note: string | null } | null
  isSaved: boolean
  rows: Choice
  /** Null if the kind has no period. */
  period: (Choice & { label: string }) | null
  format: Choice
  /** Null if each row has one record. */
  perOrder: { isChosen: boolean } | null
  columns: FormColumn[]
}

interface Shown {
  kind: DownloadKind
  kinds: readonly DownloadKind[]
  role: Role
  templates: readonly DownloadTemplate[]
  template: DownloadTemplate | Preset | null
  isSaved: boolean
}

export function downloadModel(shown: Shown, texts: Texts): DownloadFormModel {
  const { kind, kinds, templates, template, isSaved } = shown
  const { t } = texts
  const plan = template?.plan
  const ofKind = [...templates, ...presets].filter((each) => each.kind === kind.kind)
  const columns = columnsModel(shown, texts)
  const missing = (plan?.columns.length ?? 0) - columns.filter(({ isChosen }) => isChosen).length
  return {
    kind: kind.kind,
    tabs: kinds.map((each) => ({
      label: { text: t(each.label), action: { type: 'NAV', URL: paths.newDownload(each.kind) } },
      active: each === kind,
    })),
    hint: t(kind.hint),
    templates: ofKind.map(({ id, name }) => ({
      id,
      name,
      href: paths.downloadTemplate(id),
      isOpen: id === template?.id,
    })),
    template: template && {
      id: template.id,
      name: template.name,
      isOwn: templates.some(({ id }) => id === template.id),
      note: missing > 0 ? t('reports.template.missing', { n: missing }) : null,
    },
    isSaved,
    rows: {
      options: kind.rows.map(({ id, label }) => ({ value: id, label: t(label) })),
      value: plan?.rows ?? kind.rows[0]?.id ?? '',
    },
    period: kind.period && {
      label: t(kind.period),
      options: downloadPeriods.map((value) => ({
        value,
        label: value === 'all' ? t('reports.period.all') : t(`orders.period.${value}`),
      })),
      value: plan?.period ?? 'all',
    },
    format: {
      options: fileFormats.map((value) => ({ value, label: t('reports.format.of', { format: value }) })),
      value: plan?.format ?? 'CSV',
    },
    perOrder: kind.mayBePerOrder ? { isChosen: plan?.isPerOrder ?? false } : null,
    columns,
  }
}

/** The template's columns in its order, then the others; without a template all usual ones are chosen. */
function columnsModel({ kind, role, template }: Shown, texts: Texts): FormColumn[] {
  const offered = kind.columns(role)
  const usual = offered.filter(({ isExtra }) => !isExtra)
  const planned = template?.plan.columns ?? usual.map(({ id }) => ({ column: id, name: undefined }))
  const chosen = planned.flatMap(({ column, name }) => {
    const found = offered.find(({ id }) => id === column)
    const header = name === undefined ? null : { field: nameField(column), text: name }
    return found ? [{ id: found.id, name: columnName(found, texts), isChosen: true, header }] : []
  })
  const others = offered.filter(({ id }) => chosen.every((each) => each.id !== id))
  return [
    ...chosen,
    ...others.map((each) => ({ id: each.id, name: columnName(each, texts), isChosen: false, header: null })),
  ]
}
