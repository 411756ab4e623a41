import { columnField } from '#features/machinery/file-runs/chosen-columns.ts'
import type { ColumnModel } from '#features/machinery/file-runs/columns-section.tsx'
import type { Evidence } from '#lib/match-columns.ts'
import { shownValues } from '#lib/table-file.ts'
import { dayOrders, readWrittenDay } from '#lib/written-day.ts'
import type { TextKey, Texts } from '#texts/texts.ts'
import { columnKinds, isEnough, type ColumnKind } from './meanings.ts'
import type { Upload } from './uploads-db.server.ts'
import type { RowRule } from './verdict.ts'

interface Choice {
  value: string
  label: string
}

export interface QuestionsModel {
  encoding: { value: string; options: Choice[] } | null
  dayOrder: { value: string; label: string; options: Choice[] } | null
  carrier: { value: string; n: number } | null
  keepsNamed: { checked: boolean; n: number } | null
  isConfirmed: { checked: boolean; n: number } | null
}

/** Corrections other than of cells. */
export interface ReviewModel {
  columns: ColumnModel[]
  kinds: Choice[]
  summary: string
  /** Required columns that are missing. */
  need: string | null
  isRemembered: boolean
  source: string
  questions: QuestionsModel
}

interface Reviewed {
  upload: Upload
  sample: readonly { row: number; fields: string[] }[]
  rules: Partial<Record<RowRule, number>>
}

export function reviewModel({ upload, sample, rules }: Reviewed, texts: Texts): ReviewModel {
  const { t } = texts
  const { form } = upload
  const columns = columnModels({ upload, sample }, texts)
  const used = columnKinds.flatMap((kind) => {
    const own = columns.find((column) => column.kind === kind)
    return own ? `${t(`tracking.column.${kind}`)}: ${own.name}` : []
  })
  return {
    columns,
    kinds: [
      { value: '', label: t('tracking.columns.unused') },
      ...columnKinds.map((kind) => ({ value: kind, label: t(`tracking.column.${kind}`) })),
    ],
    summary: used.join(' · '),
    need: isEnough(form.columns) ? null : t('tracking.columns.need'),
    isRemembered: form.chosenAt !== null,
    source: form.chosenAt
      ? t('tracking.columns.remembered', { date: texts.moment(new Date(form.chosenAt), 'date') })
      : t('tracking.columns.found'),
    questions: questionsModel({ upload, sample, rules }, texts),
  }
}

function columnModels({ upload, sample }: Pick<Reviewed, 'upload' | 'sample'>, texts: Texts): ColumnModel[] {
  const { header, columns, evidence, chosenAt } = upload.form
  const samples = shownValues({ header, sample: sample.map(({ row: line, fields }) => ({ line, fields })) })
  return header.map((name, at) => {
    const kind = columnKinds.find((each) => columns[each] === at) ?? ''
    const own = kind === '' ? undefined : evidence[kind]
    return {
      name: name.trim() || texts.t('tracking.columns.nameless', { n: at + 1 }),
      field: columnField(at),
      kind,
      note: kind === '' || !own ? null : whyWords(kind, { ...own, isChosen: chosenAt !== null }, texts),
      samples: samples[at] ?? [],
    }
  })
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
  texts: Texts,
) {
  const { t, number } = texts
  const key = whyTexts[kind]
  if (key && fits > 0) return t(key, { fits: number(fits), filled: number(filled) })
  if (isChosen) return t('tracking.columns.why.chosen')
  if (!isNamed) return ''
  return t(filled === 0 ? 'tracking.columns.why.empty' : 'tracking.columns.why.name')
}

function questionsModel({ upload, sample, rules }: Reviewed, texts: Texts): QuestionsModel {
  const { form, state } = upload
  const n = (rule: RowRule) => rules[rule] ?? 0
  const asked = n('carrier-ask') + n('carrier-missing')
  const [others, confirmed] = [n('carrier-check'), n('recipient-confirm') + n('by-recipient')]
  return {
    encoding:
      state === 'CHECKED' && form.otherEncodings.length > 0
        ? {
            value: form.encoding,
            options: [form.encoding, ...form.otherEncodings].map((value) => ({
              value,
              label: [form.encodingSamples[value], encodingNames[value]].filter(Boolean).join(' – '),
            })),
          }
        : null,
    dayOrder: form.columnOrder === 'EITHER' ? dayOrderQuestion(upload, sample, texts) : null,
    carrier: asked > 0 || form.carrier !== null ? { value: form.carrier ?? '', n: asked } : null,
    keepsNamed: others > 0 || form.keepsNamed ? { checked: form.keepsNamed, n: others + n('carrier-kept') } : null,
    isConfirmed: confirmed > 0 ? { checked: form.isConfirmed, n: confirmed } : null,
  }
}

const encodingNames: Record<Upload['form']['encoding'], string> = {
  'utf-8': 'UTF-8',
  'utf-16le': 'UTF-16 LE',
  'utf-16be': 'UTF-16 BE',
  'windows-1252': 'Windows-1252',
  'windows-1250': 'Windows-1250',
  'windows-1251': 'Windows-1251',
  'windows-1253': 'Windows-1253',
  'windows-1254': 'Windows-1254',
  'windows-1257': 'Windows-1257',
  shift_jis: 'Shift_JIS',
  gb18030: 'GB18030',
  'euc-kr': 'EUC-KR',
  'euc-jp': 'EUC-JP',
  big5: 'Big5',
  'koi8-r': 'KOI8-R',
  macintosh: 'Mac Roman',
}

function dayOrderQuestion({ form }: Upload, sample: Reviewed['sample'], texts: Texts): QuestionsModel['dayOrder'] {
  const { t } = texts
  const values = sample.map(({ fields }) => fields[form.columns.shipped ?? -1] ?? '')
  const days = (value: string) => dayOrders.map((order) => readWrittenDay(value, order))
  const example = values.find((value) => new Set(days(value)).size === 2 && !days(value).includes(null))
  const options = dayOrders.map((order) => {
    const day = example === undefined ? null : readWrittenDay(example, order)
    const date = day === null ? '' : texts.moment(new Date(`${day}T12:00:00Z`), 'date')
    return { value: order, label: t(`tracking.ask.dayOrder.${order}`, { date }) }
  })
  return {
    value: form.dayOrder ?? '',
    label: t('tracking.ask.dayOrder', { example: example ?? values[0] ?? '' }),
    options: form.dayOrder ? options : [{ value: '', label: t('tracking.ask.dayOrder.none') }, ...options],
  }
}
