import { fileFormats, type FileKind } from '#features/machinery/file-runs/file-run.ts'
import { columnName } from '#features/machinery/grid/export-file.ts'
import type { Texts } from '#texts/texts.ts'
import { paths } from '#web/paths.ts'
import type { Role } from '#web/roles.ts'
import { presets, type Preset } from './presets.ts'
import type { DownloadTemplate } from './templates-db.server.ts'
import { downloadPeriods, type DownloadKind, type DownloadPlan } from './download-kind.ts'
import { nameField } from './read-plan.ts'

const columnSubjects = ['order', 'buyer', 'item', 'money', 'shipping', 'more'] as const
type ColumnSubject = (typeof columnSubjects)[number]

/** The columns that begin a subject, in the order in which a kind offers its columns. */
const begins: Readonly<Partial<Record<FileKind, Readonly<Record<string, ColumnSubject>>>>> = {
  orders: {
    'orders.export.order': 'order',
    'orders.export.buyer': 'buyer',
    'order.shopNotes': 'more',
    'orders.export.position': 'item',
    'orders.export.currency': 'money',
    'orders.export.service': 'shipping',
    'orders.export.note': 'more',
    'reports.column.street': 'buyer',
  },
  listings: {
    'listings.column.item': 'item',
    'word.currency': 'money',
    'word.available': 'item',
    'listings.export.start': 'more',
    'costs.export.cost': 'money',
  },
  transactions: {
    'payments.column.number': 'order',
    'orders.export.currency': 'money',
    'word.status': 'more',
  },
}

/** The subject of each column of a kind, of which `ids` are all; null if a kind has no subjects. */
export function subjectsOf(kind: FileKind, ids: readonly string[]): ReadonlyMap<string, ColumnSubject> | null {
  const own = begins[kind]
  if (!own) return null
  let subject: ColumnSubject = 'more'
  return new Map(ids.map((id) => [id, (subject = own[id] ?? subject)]))
}

export interface FormColumn {
  id: string
  name: string
  isChosen: boolean
  /** Header in place of the name; null if it is the same. */
  header: { field: string; text: string } | null
}

export interface ColumnGroup {
  name: string
  ids: string[]
}

interface TemplateGroup {
  label: string
  /** Whether they have names of their own, which are not translated. */
  isNamed: boolean
  templates: { id: string; name: string; href: string; isOpen: boolean }[]
}

export type DownloadFormModel = ReturnType<typeof downloadModel>

interface Shown {
  kind: DownloadKind
  kinds: readonly DownloadKind[]
  role: Role
  templates: readonly DownloadTemplate[]
  template: DownloadTemplate | Preset | null
  /** Plan of the member's last file of the kind; null if there is none. */
  last: DownloadPlan | null
  isSaved: boolean
}

export function downloadModel(shown: Shown, texts: Texts) {
  const { kind, kinds, template, last, isSaved } = shown
  const { t } = texts
  const own = template && !('purpose' in template) ? template : null
  const plan = template?.plan
  const formed = template ? plan : last
  const columns = columnsModel(shown, texts)
  const missing = (plan?.columns.length ?? 0) - columns.filter(({ isChosen }) => isChosen).length
  return {
    kind: kind.kind,
    tabs: kinds.map((each) => ({
      label: { text: t(each.label), action: { type: 'NAV' as const, URL: paths.newDownload(each.kind) } },
      active: each === kind,
    })),
    hint: t(kind.hint),
    templates: templateGroups(shown, texts),
    isLast: template === null && last !== null,
    // The one that fills the form; it may be replaced and deleted if it is the shop's own.
    template: template && {
      id: template.id,
      name: own?.name ?? '',
      isOwn: own !== null,
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
      value: formed?.format ?? 'CSV',
    },
    perOrder: kind.mayBePerOrder ? { isChosen: formed?.isPerOrder ?? false } : null,
    columns,
    groups: columnGroups(shown, texts),
  }
}

function templateGroups({ kind, templates, template }: Shown, { t }: Texts): TemplateGroup[] {
  const link = (id: string, name: string) => ({
    id,
    name,
    href: paths.downloadTemplate(id),
    isOpen: id === template?.id,
  })
  const own = templates.filter((each) => each.kind === kind.kind)
  const preset = presets.filter((each) => each.kind === kind.kind)
  const purpose = preset.filter(({ program }) => program === null)
  const programs = preset.filter(({ program }) => program !== null)
  return [
    {
      label: t('reports.purpose'),
      isNamed: false,
      templates: purpose.map(({ id, purpose: name }) => link(id, t('reports.purpose.of', { purpose: name }))),
    },
    {
      label: t('reports.purpose.of', { purpose: programs[0]?.purpose ?? 'labels' }),
      isNamed: true,
      templates: programs.map(({ id, program }) => link(id, program ?? '')),
    },
    { label: t('reports.templates'), isNamed: true, templates: own.map(({ id, name }) => link(id, name)) },
  ].filter((group) => group.templates.length > 0)
}

/** The columns that a role may have by their subjects, in the order of the kind. */
function columnGroups({ kind, role }: Shown, { t }: Texts): ColumnGroup[] {
  const ids = kind.columns(role).map(({ id }) => id)
  // Roles see parts of a subject, so that all columns tell where it begins.
  const all = kind.columns('owner').map(({ id }) => id)
  const subjects = subjectsOf(kind.kind, all)
  if (!subjects) return [{ name: t(kind.label), ids }]
  return columnSubjects.flatMap((subject) => {
    const own = ids.filter((id) => subjects.get(id) === subject)
    return own.length > 0 ? [{ name: t('reports.subject', { subject }), ids: own }] : []
  })
}

/** The columns of the template or the last file in their order, then the others; else all usual ones are chosen. */
function columnsModel({ kind, role, template, last }: Shown, texts: Texts): FormColumn[] {
  const offered = kind.columns(role)
  const usual = offered.filter(({ isExtra }) => !isExtra)
  const plan = template ? template.plan : last
  const planned = plan?.columns ?? usual.map(({ id }) => ({ column: id, name: undefined }))
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
