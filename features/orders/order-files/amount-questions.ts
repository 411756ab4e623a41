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
import { shippedAnswers, type OpenAmounts, type OrderReading, type ShippedAnswer } from './order-record.ts'
import { createOrderReader } from './read-orders.ts'

interface OrdersAsked {
  about: AmountQuestion | 'shipped'
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

/** Whether the seller said that orders are shipped of which files like this say nothing. */
export const shippedOf = ({ shipped }: Readonly<Record<string, string>>): ShippedAnswer | undefined =>
  isOneOf(shippedAnswers, shipped) ? shipped : undefined

const anyForm = formOf(Object.fromEntries(amountQuestions.map((question) => [question, amountChoices[question][0]])))

export function questionsOf(
  file: { columns: OrderColumns; header: readonly string[]; sample: readonly CsvRecord[] },
  reading: OrderReading,
): OrdersAsked[] {
  const { form = {}, shipped, ...unanswered } = reading
  const recordsOf = (answered: OrderReading) => {
    const reader = createOrderReader(file, answered)
    return [...reader.read(file.sample), ...reader.end()]
  }
  // Any answers about amounts let an order be read to its end.
  const isSilent = recordsOf({ ...unanswered, form: anyForm }).some(({ problems }) =>
    problems.some(({ rule }) => rule === 'shipped'),
  )
  const ofShipped = { about: 'shipped', answer: shipped ?? null } as const
  const open = recordsOf(unanswered).flatMap(({ number, open: amounts }) => (amounts ? [{ number, ...amounts }] : []))
  const ofAmounts = amountQuestions.flatMap((about): OrdersAsked[] => {
    const asking = open.filter(({ asks }) => asks.includes(about)).slice(0, mostExamples)
    if (asking.length === 0) return []
    const options = amountChoices[about].map((value) => ({
      value,
      examples: asking.map((order) => exampleOf(order, { ...form, [about]: value })),
    }))
    return [{ about, answer: form[about] ?? null, options }]
  })
  const options = shippedAnswers.map((value) => ({ value, examples: [] }))
  return isSilent ? [{ ...ofShipped, options }, ...ofAmounts] : ofAmounts
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
