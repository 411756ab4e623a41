import type { Texts } from '#texts/texts.ts'
import type { RecordQuestion, RecordWords } from '#features/machinery/records/record-kind.ts'
import type { QuestionExample, RecordSummary, ValueQuestion, ValueRun } from './value-kind.ts'

export const valueWords = (run: ValueRun): RecordWords => {
  const column = (kind: string, { t }: Texts) =>
    run === 'orders' ? t('movingIn.column.orders', { kind }) : t('movingIn.column.costs', { kind })
  return {
    read: ({ plan }, { t }) => t('movingIn.read', { run, dialect: plan.dialect ?? 'none', n: plan.lines }),
    coverage: (counts, { t }) => t('movingIn.coverage', { run, ...counts }),
    need: (missing, texts) =>
      texts.t('movingIn.need', { columns: texts.list(missing.map((each) => column(each, texts))) }),
    rule: () => null,
    column,
    unused: () => null,
    problem({ column: at, value, rule }, texts) {
      const { t } = texts
      const words = run === 'orders' ? t('movingIn.problem.orders', { rule }) : t('movingIn.problem.costs', { rule })
      if (at === null || value === '') return words
      return t('uploads.problem.at', { column: column(at, texts), value, words })
    },
    head: ({ t }) => t('movingIn.head', { run }),
    summary: ({ t }) => t('word.contents'),
    tab: (tab, { t }) => t('movingIn.tab', { tab }),
    apply: (n, { t }) => t('movingIn.take', { run, n }),
    progress: (_upload, counts, { t }) => t('movingIn.progress', { run, ...counts }),
  }
}

/** Description of a record: "3 items, £45.00, 21 Jul 2025". */
export function summaryWords(run: ValueRun, { minor, currency, units, at }: RecordSummary, texts: Texts): string {
  const money = texts.money({ minor, currency })
  const day = texts.moment(new Date(at), 'date')
  return run === 'orders'
    ? texts.t('movingIn.summary.order', { units: units ?? 0, money, day })
    : units === null
      ? texts.t('movingIn.summary.cost', { money, day })
      : texts.t('movingIn.summary.purchase', { units, money, day })
}

export const questionWords = ({ about, answer, options }: ValueQuestion, texts: Texts): RecordQuestion => ({
  about,
  input: 'CHOICE',
  text: texts.t('movingIn.question', { about }),
  answer,
  isRemembered: true,
  options: options.map(({ value, examples }) => ({
    value,
    label: texts.t('movingIn.answer', { answer: `${about}_${value}` }),
    hint: examples.map((example) => exampleWords(example, texts)).join(' · '),
  })),
})

function exampleWords({ name, currency, totalMinor, lines }: QuestionExample, { t, money, number }: Texts): string {
  const items = lines.map(({ quantity, unitMinor: minor }) => `${number(quantity)} × ${money({ minor, currency })}`)
  return t('movingIn.question.example', {
    name,
    items: items.join(' + '),
    total: money({ minor: totalMinor, currency }),
  })
}
