import type { RecordWords, RowModel } from '#features/machinery/records/record-kind.ts'
import type { RecordUpload } from '#features/machinery/records/record-plan.ts'
import type { Evidence } from '#lib/match-columns.ts'
import type { TextKey, Texts } from '#texts/texts.ts'
import { paths } from '#web/paths.ts'
import type { ColumnKind } from './meanings.ts'
import type { ShownRow } from './tracking-rows-db.server.ts'
import type { RowProblem, RowRule } from './verdict.ts'
import type { OrderStatus } from '#features/core/order/order.ts'

export const trackingWords: RecordWords = {
  read: readWords,
  coverage: ({ taken: changes, ...counts }, { t }) => t('uploads.coverage', { changes, ...counts }),
  need: (_missing, { t }) => t('tracking.columns.need'),
  rule: () => null,
  column: columnWords,
  found: (kind, evidence, texts) => whyWords(kind as ColumnKind, evidence, texts),
  unused: () => null,
  problem(stored, texts) {
    // Only the check of tracking numbers writes these.
    const problem = stored as RowProblem
    const words = `${ruleWords(problem, texts)}. ${mendWords(problem, texts)}`
    if (problem.column === null || problem.value === '') return words
    return texts.t('uploads.problem.at', { column: columnWords(problem.column, texts), value: problem.value, words })
  },
  head: ({ t }) => t('tracking.column.order'),
  summary: ({ t }) => t('tracking.column.tracking'),
  tab: (tab, { t }) => t('tracking.tab', { tab }),
  apply: (n, { t }) => t('tracking.apply', { n }),
  progress: (_upload, counts, { t }) => t('tracking.progress', counts),
}

// Only kinds of columns are asked for.
function columnWords(kind: string, { t }: Texts): string {
  return t(`tracking.column.${kind as ColumnKind}`)
}

/** A row of the list: its order and number, or the row as it was written. */
export function rowWords(row: ShownRow, isNoted: boolean, texts: Texts): RowModel {
  const { order, request, fields } = row
  const problems = row.problems ?? (isNoted ? row.notes : null) ?? []
  const isUnknown = problems.some(({ rule }) => rule === 'order-unknown')
  return {
    line: row.row,
    name: {
      text: order ?? texts.t('tracking.noOrder'),
      note: '',
      // An order that does not exist has no page.
      href: order === null || isUnknown ? null : paths.orderDetails(order),
    },
    summary: request ? `${request.tracking} · ${request.carrier}` : fields.filter(Boolean).join(' '),
    problems,
  }
}

const delimiters: Readonly<Record<string, 'comma' | 'semicolon' | 'tab' | 'bar'>> = {
  ',': 'comma',
  ';': 'semicolon',
  '\t': 'tab',
  '|': 'bar',
}

/** How the file was read. */
function readWords({ plan }: RecordUpload, { t, number }: Texts): string {
  const { dialect, form, header, skipped, lines } = plan
  const isNamed = header.some(Boolean)
  const before = isNamed ? skipped - 1 : skipped
  const delimiter = delimiters[form.delimiter]
  const words = [
    t('tracking.read.rows', { n: lines }),
    ...(dialect ? [t('tracking.read.as', { dialect })] : []),
    t('tracking.read.columns', { n: header.length }),
    t('tracking.read.separator', { separator: delimiter ? t(`tracking.separator.${delimiter}`) : form.delimiter }),
    ...(form.encoding === 'utf-8' ? [] : [t('tracking.read.encoding', { encoding: form.encoding })]),
    isNamed ? t('tracking.read.header', { row: number(skipped) }) : t('tracking.read.noHeader'),
    ...(before > 0 ? [t('tracking.read.before', { n: before })] : []),
  ]
  return `${words.join(', ')}.`
}

const whyTexts: Partial<Record<ColumnKind, TextKey>> = {
  order: 'tracking.columns.why.order',
  tracking: 'tracking.columns.why.tracking',
  carrier: 'tracking.columns.why.carrier',
  status: 'tracking.columns.why.status',
  recipient: 'tracking.columns.why.recipient',
  postcode: 'tracking.columns.why.postcode',
  item: 'tracking.columns.why.item',
  sku: 'tracking.columns.why.sku',
}

function whyWords(
  kind: ColumnKind,
  { fits, filled, isNamed, isChosen }: Evidence & { isChosen: boolean },
  { t, number }: Texts,
): string | null {
  const key = whyTexts[kind]
  if (key && fits > 0) return t(key, { fits: number(fits), filled: number(filled) })
  if (isChosen) return t('tracking.columns.why.chosen')
  return isNamed ? t(filled === 0 ? 'tracking.columns.why.empty' : 'tracking.columns.why.name') : null
}

const ruleWords = ({ rule }: RowProblem, { t }: Texts) => t(`tracking.rule.${rule}`)

/** What the form for a parcel says, too. */
const formTexts = {
  'tracking-form': 'ship.error.tracking',
  'number-check': 'ship.number.check',
  'number-form': 'ship.number.form',
  'carrier-form': 'ship.error.carrier',
  'carrier-missing': 'ship.error.unknownCarrier',
  'service-form': 'ship.error.service',
  'no-parcel': 'ship.error.noParcel',
} as const satisfies Partial<Record<RowRule, TextKey>>

const damageTexts: Readonly<Record<string, TextKey>> = {
  decimal: 'tracking.damage.decimal',
  grouped: 'tracking.damage.grouped',
  exponent: 'tracking.damage.exponent',
  date: 'tracking.damage.date',
  error: 'tracking.damage.error',
  zeros: 'tracking.damage.zeros',
}

const repairTexts: Readonly<Record<string, TextKey>> = {
  decimal: 'tracking.repair.decimal',
  grouped: 'tracking.repair.grouped',
  exponent: 'tracking.repair.exponent',
  zeros: 'tracking.repair.zeros',
  prefix: 'tracking.repair.prefix',
}

function mendWords({ rule, values = {} }: RowProblem, { t }: Texts): string {
  switch (rule) {
    case 'tracking-form':
    case 'number-check':
    case 'number-form':
    case 'carrier-form':
    case 'carrier-missing':
    case 'service-form':
    case 'no-parcel':
      return t(formTexts[rule], values)
    case 'damaged':
      return damageWords(values, t)
    case 'not-possible':
      return t('tracking.mend.not-possible', { status: t(`orders.status.${values['status'] as OrderStatus}`) })
    case 'repaired':
      return t(repairTexts[values['how'] ?? ''] ?? 'tracking.repair.decimal', { number: values['number'] ?? '' })
    default:
      return t(`tracking.mend.${rule}`, values)
  }
}

function damageWords({ how = '', before = '' }: NonNullable<RowProblem['values']>, t: Texts['t']): string {
  const said = t(damageTexts[how] ?? 'tracking.damage.error')
  return before === '' ? said : `${said} ${t('tracking.damage.before', { number: before })}`
}
