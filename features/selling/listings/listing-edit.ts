import { toDecimal } from '#lib/money.ts'
import type { ToastModel } from '#shui/toast/toast.ts'
import type { Texts } from '#texts/texts.ts'

export const editColumns = ['price', 'available'] as const
export type EditColumn = (typeof editColumns)[number]

/**
 * The result of an edit with its undo; `column` is null if the form named none. Stale: the input, the current value and
 * version.
 */
export type EditAnswer =
  | { ok: true; version: number; undo: string; toast: ToastModel }
  | { ok: false; message: string; column: EditColumn | null; typed: string; version?: number }

/** A value as the reader types it: "1249.00", "3". */
export function typedValue(
  column: EditColumn,
  row: { price_minor: number; currency: string; quantity_available: number },
  texts: Texts,
) {
  return column === 'price'
    ? texts.typed(toDecimal({ minor: row.price_minor, currency: row.currency }))
    : String(row.quantity_available)
}
