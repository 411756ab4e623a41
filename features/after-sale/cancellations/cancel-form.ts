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

// The forms by which an order or some of it is cancelled, and by which a buyer who asks for that is answered. The browser reads the
// first by the same rules as the server.

/** Where the units of a line are typed; its name is its id too. */
export const unitsField = (line: number) => `units.${line}` as const

/** The fields of the form by which a seller cancels. */
export type CancelField = ReturnType<typeof unitsField> | 'reason'

/** The form as it is typed. */
export interface CancelValues {
  /** By the position of the line; null where the form has no fields for units, and all that is left is cancelled. */
  units: Readonly<Record<number, string>> | null
  withShipping: boolean
  reason: string
  restocks: boolean
}

/** An item of which units can be cancelled. */
export interface CancelLineModel {
  line: number
  title: string
  facts: readonly string[]
  image: string | null
  open: number
}

/** The form of a seller who cancels. */
export interface CancelPanelModel {
  key: CancelKey
  reasons: readonly { value: SellerReason; label: string; hint: string | null }[]
  currency: string
  /** What decides about units and money. */
  order: CancelOrder
  /** Items to choose units of; none where there is nothing to choose. */
  lines: readonly CancelLineModel[]
  /** Until when the order can be cancelled, and by which rule. */
  until: string
  /** Whether items can go back to the stock. */
  hasStock: boolean
}

/** The form that answers a buyer. */
export interface AnswerPanelModel {
  key: string
  /** Who asks for what, and why. */
  request: string
  /** Which items, where it is not the whole order. */
  items: readonly string[]
  /** By when, what happens then, and the rule that says so. */
  deadline: string | null
  rule: string | null
  refund: string | null
  /** What can go back of the shipping beside it; null where that is decided already. */
  shipping: string | null
  declines: readonly { value: DeclineReason; label: string }[]
  hasStock: boolean
}

/** A form that comes back: what is wrong with it, and what was chosen. */
export interface CancelFormAnswer {
  errors: FieldErrors<CancelField>
  values: CancelValues
  /** Whether only what it comes to is to be confirmed. */
  asks: boolean
}

/** What the form asks for; the ids of fields that are no number of units. */
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

/** What the form comes to; null where it cannot be read or done. */
export function planOfForm(
  values: Pick<CancelValues, 'units' | 'withShipping'>,
  order: CancelOrder,
): CancelPlan | null {
  const choice = readChoice(values, order)
  if ('unread' in choice) return null
  const plan = planCancellation(order, choice)
  return plan.ok ? plan : null
}

/** The fields in which stand more units than can be cancelled. */
export const unitsBeyond = (units: ChosenUnits, lines: readonly LineUnits[]): CancelField[] =>
  units === 'rest'
    ? []
    : lines.filter((line) => (units.get(line.line) ?? 0) > openUnits(line)).map(({ line }) => unitsField(line))

/** What whoever sends the form has seen: which units, and what goes back. Without script it is the form as it was first shown. */
export const confirmationOf = ({ units, refundMinor }: CancelPlan) =>
  [...units.map((each) => `${each.line}x${each.units}`), refundMinor].join(' ')

/** Units of each item that are still to be shipped once others are cancelled. */
export function staysToShip(order: CancelOrder, { units }: CancelPlan): { line: number; units: number }[] {
  const taken = new Map(units.map((each) => [each.line, each.units]))
  return order.lines
    .map((line) => ({ line: line.line, units: openUnits(line) - (taken.get(line.line) ?? 0) }))
    .filter((each) => each.units > 0)
}
