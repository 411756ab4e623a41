import type { FieldErrors } from '#web/form-answer.ts'
import { openUnits, type LineUnits } from '#features/core/order/line-units.ts'
import {
  planCancellation,
  type CancelChoice,
  type CancelOrder,
  type CancelPlan,
  type ChosenUnits,
} from './cancel-plan.ts'
import type { CancelKey, DeclineReason, SellerReason } from './cancellation.ts'

// Forms for cancelling an order or units of it, and for answering a buyer's request. Browser and server parse the first
// by the same rules.

/** Name and id of the field for a line's units. */
export const unitsField = (line: number) => `units.${line}` as const

export type CancelField = ReturnType<typeof unitsField> | 'reason'

export interface CancelValues {
  /** By line position; null if the form has no unit fields and cancels all unshipped units. */
  units: Readonly<Record<number, string>> | null
  withShipping: boolean
  reason: string
  restocks: boolean
}

export interface CancelLineModel {
  line: number
  title: string
  facts: readonly string[]
  image: string | null
  open: number
}

export interface CancelPanelModel {
  key: CancelKey
  reasons: readonly { value: SellerReason; label: string; hint: string | null }[]
  currency: string
  order: CancelOrder
  /** Items to choose units of; empty if there is no choice. */
  lines: readonly CancelLineModel[]
  /** Cancellation deadline and its rule. */
  until: string
  hasStock: boolean
}

export interface AnswerPanelModel {
  key: string
  /** Who requests what, and why. */
  request: string
  /** Requested items; empty for the whole order. */
  items: readonly string[]
  /** Deadline, its consequence and its rule. */
  deadline: string | null
  rule: string | null
  refund: string | null
  /** Refundable shipping; null if already determined. */
  shipping: string | null
  declines: readonly { value: DeclineReason; label: string }[]
  hasStock: boolean
}

/** A rejected form: errors and chosen values. */
export interface CancelFormAnswer {
  errors: FieldErrors<CancelField>
  values: CancelValues
  asks: boolean
}

/** Parses the chosen units; returns ids of fields that are not valid numbers. */
export function readChoice(
  { units, withShipping }: Pick<CancelValues, 'units' | 'withShipping'>,
  { lines }: Pick<CancelOrder, 'lines'>,
): CancelChoice | { unread: CancelField[] } {
  if (units === null) return { units: 'rest', withShipping }
  const typed = lines.flatMap(({ line }) => {
    const text = units[line]?.trim() ?? ''
    return text === '' ? [] : [{ line, text }]
  })
  const unread = typed.filter(({ text }) => !/^\d{1,6}$/.test(text)).map(({ line }) => unitsField(line))
  if (unread.length > 0) return { unread }
  return { units: new Map(typed.map(({ line, text }) => [line, Number(text)])), withShipping }
}

/** Result of the form; null if it is invalid or impossible. */
export function planOfForm(
  values: Pick<CancelValues, 'units' | 'withShipping'>,
  order: CancelOrder,
): CancelPlan | null {
  const choice = readChoice(values, order)
  if ('unread' in choice) return null
  const plan = planCancellation(order, choice)
  return plan.ok ? plan : null
}

export const unitsBeyond = (units: ChosenUnits, lines: readonly LineUnits[]): CancelField[] =>
  units === 'rest'
    ? []
    : lines.filter((line) => (units.get(line.line) ?? 0) > openUnits(line)).map(({ line }) => unitsField(line))

/** Units and refund that the sender has confirmed. Without script, as the form was first shown. */
export const confirmationOf = ({ units, refundMinor }: CancelPlan) =>
  [...units.map((each) => `${each.line}x${each.units}`), refundMinor].join(' ')

export function staysToShip(order: CancelOrder, { units }: CancelPlan): { line: number; units: number }[] {
  const taken = new Map(units.map((each) => [each.line, each.units]))
  return order.lines
    .map((line) => ({ line: line.line, units: openUnits(line) - (taken.get(line.line) ?? 0) }))
    .filter((each) => each.units > 0)
}
