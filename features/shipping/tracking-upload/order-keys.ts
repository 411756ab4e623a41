import { parseOrderNumber } from '#features/core/order/order.ts'
import { damagedDigits } from '#lib/damaged-digits.ts'
import { withoutMarks } from './cell-text.ts'

/** Longest id of an order that is looked for. */
const longestKey = 80
const withinText = /\b\d{2}-\d{5}-\d{5}\b/g

/**
 * The order numbers, or ids of the marketplace, that a cell may mean, the likeliest first: as written, without marks around, the one
 * number in a text, and as it was before a spreadsheet made a decimal of it. That an order is there proves it.
 */
export function orderKeys(text: string): string[] {
  if (text.length > longestKey) return []
  const bare = withoutMarks(text)
  const inside = text.match(withinText) ?? []
  const keys = [
    parseOrderNumber(bare) ?? '',
    text.trim(),
    bare,
    inside.length === 1 ? (inside[0] ?? '') : '',
    damagedDigits(bare)?.before ?? '',
  ]
  return [...new Set(keys.filter((key) => key !== ''))]
}
