import { parseOrderNumber } from '#features/core/order/order.ts'
import { damagedDigits } from '#lib/damaged-digits.ts'
import { typedCode } from '#lib/trimmed.ts'
import { withoutMarks } from '#lib/cell-text.ts'

const longestKey = 80
const withinText = /(?<![\d-])\d{2}-\d{5}-\d{5}(?![\d-])/g
/** Order numbers whose hyphens were lost or became spaces. */
const withoutHyphens = /^(\d{2}) ?(\d{5}) ?(\d{5})$/

/**
 * Order numbers or marketplace ids that a cell may mean, most likely first: as written, without marks, the only number
 * in a text, with its hyphens, or restored from a spreadsheet decimal. An existing order confirms one.
 */
export function orderKeys(text: string): string[] {
  if (text.length > longestKey) return []
  const typed = typedCode(text.normalize('NFKC'))
  const bare = withoutMarks(typed)
  const inside = typed.match(withinText) ?? []
  const before = damagedDigits(bare)?.before ?? ''
  const keys = [
    parseOrderNumber(bare) ?? '',
    text.trim(),
    bare,
    inside.length === 1 ? (inside[0] ?? '') : '',
    ...[bare, before].flatMap((each) => withoutHyphens.exec(each)?.slice(1).join('-') ?? []),
    before,
  ]
  return [...new Set(keys.filter((key) => key !== ''))]
}
