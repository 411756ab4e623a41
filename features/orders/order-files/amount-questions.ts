import { isOneOf } from '#lib/is-one-of.ts'
import type { CsvRecord } from '#lib/csv-reader.ts'
import {
  amountChoices,
  amountQuestions,
  readAs,
  totalOf,
  type AmountForm,
  type AmountQuestion,
} from './order-amounts.ts'
import type { OrderColumns } from './order-columns.ts'
import type { OpenAmounts, OrderReading } from './order-record.ts'
import { createOrderReader } from './read-orders.ts'

interface AmountsAsked {
  about: AmountQuestion
  /** Null if the seller has to answer it. */
  answer: string | null
  options: { value: string; examples: AmountExample[] }[]
}

type AmountExample = ReturnType<typeof exampleOf>

const mostExamples = 3

/** Reads the answers that a seller gave; others are left out. */
export const formOf = (chosen: Readonly<Record<string, string>>): AmountForm =>
  Object.fromEntries(
    amountQuestions.flatMap((question) => {
      const answer = chosen[question]
      return isOneOf(amountChoices[question], answer) ? [[question, answer]] : []
    }),
  )

export function questionsOf(
  file: { columns: OrderColumns; header: readonly string[]; sample: readonly CsvRecord[] },
  reading: OrderReading,
): AmountsAsked[] {
  const { form = {}, ...unanswered } = reading
  const reader = createOrderReader(file, unanswered)
  const records = [...reader.read(file.sample), ...reader.end()]
  const open = records.flatMap(({ number, open: amounts }) => (amounts ? [{ number, ...amounts }] : []))
  return amountQuestions.flatMap((about) => {
    const asking = open.filter(({ asks }) => asks.includes(about)).slice(0, mostExamples)
    if (asking.length === 0) return []
    const options = amountChoices[about].map((value) => ({
      value,
      examples: asking.map((order) => exampleOf(order, { ...form, [about]: value })),
    }))
    return [{ about, answer: form[about] ?? null, options }]
  })
}

function exampleOf({ number, currency, told }: OpenAmounts & { number: string }, form: AmountForm) {
  const amounts = readAs(told, form)
  return {
    name: number,
    currency,
    totalMinor: totalOf(told, amounts),
    lines: told.lines.map(({ quantity }, at) => ({ quantity, unitMinor: amounts.unitPrices[at] ?? 0 })),
  }
}
