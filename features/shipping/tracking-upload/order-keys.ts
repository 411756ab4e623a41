import { parseOrderNumber } from '#features/core/order/order.ts'
import { damagedDigits } from '#lib/damaged-digits.ts'
import { withoutMarks } from './cell-text.ts'

/** Maximum length of an order id. */
const longestKey = 80
const withinText = /\b\d{2}-\d{5}-\d{5}\b/g

/**
 * Order numbers or marketplace ids that a cell may mean, most likely first: as written, without marks, the only number
 * in a text, or restored from a spreadsheet decimal. An existing order confirms one.
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
