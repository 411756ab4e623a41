import type { FieldErrors } from '#web/form-answer.ts'
import type { ReadsAgain } from '#web/read-again.ts'
import { readAmount, type Grouping } from '#lib/read-amount.ts'
import { certain } from '#lib/certain.ts'
import type { RefundReason, RefundWish } from './refund.ts'

// The form by which money goes back: names of its fields, what its page shows, and the sum that its button names. The browser
// reads it by the same rules as the server.

/** What of the order goes back: all that is left, amounts of items and shipping, or an amount of the whole. */
export const refundScopes = ['rest', 'parts', 'amount'] as const
export type RefundScope = (typeof refundScopes)[number]

/** Where the amount of a line is typed; its name is its id too. */
export const lineField = (line: number) => `line.${line}` as const

/** The fields of the form. */
export type RefundField = ReturnType<typeof lineField> | 'shipping' | 'amount' | 'reason'

/** The form as it is typed. */
export interface RefundValues {
  key: string
  scope: RefundScope
  /** By the position of the line. */
  lines: Readonly<Record<number, string>>
  shipping: string
  amount: string
  reason: RefundReason | ''
  /** Whether items that are refunded in full and have not left are cancelled, and why. */
  cancels: boolean
  cancelReason: string
}

/** An item, and what of it can still go back. */
export interface RefundLineModel {
  line: number
  title: string
  facts: readonly string[]
  image: string | null
  paid: string
  leftMinor: number
  left: string
  /** What of `paid` is tax. */
  tax: string | null
}

export interface RefundPanelModel {
  currency: string
  /** By which the reader groups thousands. */
  grouping: Grouping
  lines: readonly RefundLineModel[]
  /** Null where none was paid. */
  shipping: { paid: string; leftMinor: number; left: string } | null
  leftMinor: number
  left: string
  reasons: readonly { value: string; label: string }[]
  /** Why items that have not left may be cancelled with their refund; none where none can be. */
  cancelReasons: readonly { value: string; label: string }[]
  values: RefundValues
}

/** A form that comes back: and what is wrong with it. */
export interface RefundAnswer extends ReadsAgain {
  values: RefundValues
  errors: FieldErrors<RefundField>
  /** The sum of what was typed, in minor units: what the button names. Null where an amount cannot be read. */
  sum: number | null
  /** Whether only that sum is to be confirmed. */
  asks: boolean
}

type Limits = Pick<RefundPanelModel, 'currency' | 'grouping' | 'leftMinor'> & {
  lines: readonly Pick<RefundLineModel, 'line'>[]
}

/** What the form asks for; the ids of fields whose amount cannot be read. */
export function readWish(
  values: RefundValues,
  { currency, grouping, lines }: Limits,
): RefundWish | { unread: RefundField[] } {
  if (values.scope === 'rest') return 'rest'
  const typed: readonly (readonly [id: RefundField, text: string])[] =
    values.scope === 'amount'
      ? [['amount', values.amount]]
      : [
          ...lines.map(({ line }) => [lineField(line), values.lines[line] ?? ''] as const),
          ['shipping', values.shipping] as const,
        ]
  const read = typed.map(([id, text]) => [id, text === '' ? 0 : readAmount(text, { currency, grouping })] as const)
  const unread = read.flatMap(([id, minor]) => (minor === null ? [id] : []))
  if (unread.length > 0) return { unread }
  const minors = new Map(read)
  const minorOf = (id: RefundField) => certain(minors.get(id), 'it was typed, and read')
  if (values.scope === 'amount') return { amountMinor: minorOf('amount') }
  return {
    lines: new Map(lines.map(({ line }) => [line, minorOf(lineField(line))])),
    shippingMinor: minorOf('shipping'),
  }
}

/** The sum of what the form asks for; null where an amount cannot be read. */
export function sumOfForm(values: RefundValues, limits: Limits): number | null {
  const wish = readWish(values, limits)
  if (wish === 'rest') return limits.leftMinor
  if ('unread' in wish) return null
  if ('amountMinor' in wish) return wish.amountMinor
  return [...wish.lines.values()].reduce((sum, minor) => sum + minor, wish.shippingMinor)
}
