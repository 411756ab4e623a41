import { readPart } from '#features/machinery/file-runs/run-parts-db.server.ts'
import type { Asking, RecordForm, RecordQuestion } from '#features/machinery/records/record-kind.ts'
import { encodingSamples } from '#lib/text-encodings.ts'
import { dayOrders, readWrittenDay } from '#lib/written-day.ts'
import type { Texts } from '#texts/texts.ts'
import { answersOf, ticked } from './tracking-answers.ts'
import { countRules } from './tracking-rows-db.server.ts'
import type { RowRule } from './verdict.ts'

/** Questions that a file leaves open, each asked once for all rows. */
export async function trackingQuestions(asking: Asking): Promise<RecordQuestion[]> {
  const { read, upload, form, texts } = asking
  const { t } = texts
  const rules = await read((db) => countRules(db, upload))
  const n = (rule: RowRule) => rules[rule] ?? 0
  const given = answersOf(form.answers, null)
  const asked = n('carrier-ask') + n('carrier-missing')
  const [others, confirmed] = [n('carrier-check'), n('recipient-confirm') + n('by-recipient')]
  const confirmation = (about: string, label: string): RecordQuestion => ({
    about,
    input: 'TICK',
    text: '',
    answer: form.answers[about] ?? null,
    isRemembered: false,
    options: [{ value: ticked, label, hint: '' }],
  })
  return [
    ...(upload.plan.columnOrder === 'EITHER' ? [dayOrderQuestion(form, texts)] : []),
    ...(await encodingQuestion(asking)),
    ...(asked > 0 || given.carrier !== null
      ? [
          {
            about: 'carrier',
            input: 'TEXT' as const,
            text: t('tracking.ask.carrier'),
            hint: t('tracking.ask.carrier.hint', { n: asked }),
            answer: given.carrier,
            isRemembered: false,
            options: [],
          },
        ]
      : []),
    ...(others > 0 || given.keepsNamed
      ? [confirmation('keepsNamed', t('tracking.ask.keepsNamed', { n: others + n('carrier-kept') }))]
      : []),
    ...(confirmed > 0 ? [confirmation('isConfirmed', t('tracking.ask.isConfirmed', { n: confirmed }))] : []),
  ]
}

function dayOrderQuestion({ sample, columns, answers }: RecordForm, texts: Texts): RecordQuestion {
  const { t } = texts
  const values = sample.map(({ fields }) => fields[columns['shipped'] ?? -1] ?? '')
  const days = (value: string) => dayOrders.map((order) => readWrittenDay(value, order))
  const example = values.find((value) => new Set(days(value)).size === 2 && !days(value).includes(null))
  return {
    about: 'dayOrder',
    input: 'CHOICE',
    text: t('tracking.ask.dayOrder', { example: example ?? values[0] ?? '' }),
    answer: answers['dayOrder'] ?? null,
    isRemembered: true,
    options: dayOrders.map((value) => {
      const day = example === undefined ? null : readWrittenDay(example, value)
      const date = day === null ? '' : texts.moment(new Date(`${day}T12:00:00Z`), 'date')
      return { value, label: t(`tracking.ask.dayOrder.${value}`, { date }), hint: '' }
    }),
  }
}

/** Asks for the encoding if a file may have several, by words that differ; not if the file is no longer kept. */
async function encodingQuestion({ read, upload, texts: { t } }: Asking): Promise<RecordQuestion[]> {
  const { sellerId, id, plan } = upload
  const all = plan.encodings?.all ?? []
  if (all.length < 2) return []
  const first = await read((db) => readPart(db, { sellerId, id, file: 'INPUT', part: 0 }))
  if (!first) return []
  const samples = encodingSamples(first, all)
  return [
    {
      about: 'encoding',
      input: 'CHOICE',
      text: t('tracking.ask.encoding'),
      hint: t('tracking.ask.encoding.hint'),
      answer: plan.form.encoding,
      isRemembered: false,
      options: all.map((value) => ({
        value,
        label: [samples[value], value].filter(Boolean).join(' – '),
        hint: '',
      })),
    },
  ]
}
