import { readCondition } from '#features/core/listing/condition-words.ts'
import { conditions, type Condition } from '#features/core/listing/listing-content.ts'

/** Conditions as files name them: eBay's numbers, and the words of the hub's own files. */
const conditionNames: Readonly<Record<Condition, readonly string[]>> = {
  NEW: ['1000', 'new', 'neu', 'brand new'],
  LIKE_NEW: ['1500', '1750', '2000', '2010', '2500', '2750', 'like new', 'wie neu', 'open box', 'refurbished'],
  VERY_GOOD: ['2020', '2990', '4000', 'very good', 'sehr gut'],
  GOOD: ['2030', '3000', '5000', 'good', 'gut', 'used', 'gebraucht'],
  ACCEPTABLE: ['3010', '6000', 'acceptable', 'akzeptabel'],
  FOR_PARTS: ['7000', 'for parts', 'for parts or not working', 'für ersatzteile'],
}

const byName = new Map(conditions.flatMap((condition) => conditionNames[condition].map((name) => [name, condition])))

/** Parses a condition; null if it is unknown. A number may carry its name: `3000-Used`. */
export function readFileCondition(text: string): Condition | null {
  const plain = text.trim().toLowerCase()
  const number = /^(\d{4})\b/.exec(plain)?.[1]
  return byName.get(number ?? plain) ?? readCondition(text)
}
