import type { FieldErrors } from '#web/form-answer.ts'
import type { RevalidateChoice } from '#web/revalidate.ts'
import { readAmount, type Grouping } from '#lib/read-amount.ts'
import { assertDefined } from '#lib/assert-defined.ts'
import type { RefundReason, RefundInput } from './refund.ts'

// The refund form: field names, page model, and the total shown on its button. Browser and server parse it by the same
// rules.

/** What to refund: everything left, amounts by item, shipping and extras, or one amount of the order. */
export const refundScopes = ['rest', 'parts', 'amount'] as const
export type RefundScope = (typeof refundScopes)[number]

/** Name and id of a line's amount field. */
export const lineField = (line: number) => `line.${line}` as const

export type RefundField = ReturnType<typeof lineField> | 'shipping' | 'extras' | 'amount' | 'reason'

export interface RefundValues {
  key: string
  scope: RefundScope
  /** By line position. */
  lines: Readonly<Record<number, string>>
  shipping: string
  extras: string
  amount: string
  reason: RefundReason | ''
  /** Whether fully refunded, unshipped items are cancelled, and why. */
  cancels: boolean
  cancelReason: string
}

export interface RefundLineModel {
  line: number
  title: string
  facts: readonly string[]
  image: string | null
  paid: string
  leftMinor: number
  left: string
  /** Tax included in `paid`. */
  tax: string | null
}

interface RefundShareModel {
  paid: string
  leftMinor: number
  left: string
}

export interface RefundPanelModel {
  currency: string
  grouping: Grouping
  lines: readonly RefundLineModel[]
  /** Null if no shipping was paid. */
  shipping: RefundShareModel | null
  /** Gift wrap, tips and the like, by their titles; null if none was paid. */
  extras: (RefundShareModel & { title: string }) | null
  leftMinor: number
  left: string
  reasons: readonly { value: string; label: string }[]
  /** Reasons for cancelling refunded items; empty if none can be cancelled. */
  cancelReasons: readonly { value: string; label: string }[]
  values: RefundValues
}

/** A rejected form: typed values and errors. */
export interface RefundAnswer extends RevalidateChoice {
  values: RefundValues
  errors: FieldErrors<RefundField>
  /** Total in minor units, shown on the button. Null if an amount is invalid. */
  sum: number | null
  asks: boolean
}

type Limits = Pick<RefundPanelModel, 'currency' | 'grouping' | 'leftMinor'> & {
  lines: readonly Pick<RefundLineModel, 'line'>[]
}

/** Parses the requested refund; returns ids of fields with invalid amounts. */
export function readRefundInput(
  values: RefundValues,
  { currency, grouping, lines }: Limits,
): RefundInput | { unread: RefundField[] } {
  if (values.scope === 'rest') return 'rest'
  const typed: readonly (readonly [id: RefundField, text: string])[] =
    values.scope === 'amount'
      ? [['amount', values.amount]]
      : [
          ...lines.map(({ line }) => [lineField(line), values.lines[line] ?? ''] as const),
          ['shipping', values.shipping] as const,
          ['extras', values.extras] as const,
        ]
  const read = typed.map(([id, text]) => [id, text === '' ? 0 : readAmount(text, { currency, grouping })] as const)
  const unread = read.flatMap(([id, minor]) => (minor === null ? [id] : []))
  if (unread.length > 0) return { unread }
  const minors = new Map(read)
  const minorOf = (id: RefundField) => assertDefined(minors.get(id), 'it was typed, and read')
  if (values.scope === 'amount') return { amountMinor: minorOf('amount') }
  return {
    lines: new Map(lines.map(({ line }) => [line, minorOf(lineField(line))])),
    shippingMinor: minorOf('shipping'),
    extrasMinor: minorOf('extras'),
  }
}

/** Total of the form; null if an amount is invalid. */
export function sumOfForm(values: RefundValues, limits: Limits): number | null {
  const input = readRefundInput(values, limits)
  if (input === 'rest') return limits.leftMinor
  if ('unread' in input) return null
  if ('amountMinor' in input) return input.amountMinor
  return [...input.lines.values(), input.extrasMinor ?? 0].reduce((sum, minor) => sum + minor, input.shippingMinor)
}
