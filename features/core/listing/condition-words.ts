import { conditions, type Condition } from './listing-content.ts'

/** eBay's condition enums mapped to ours, as files map their numbers. One between two of ours maps to the lower. */
export const ebayConditions: Readonly<Record<string, Condition>> = {
  NEW: 'NEW',
  NEW_OTHER: 'LIKE_NEW',
  NEW_WITH_DEFECTS: 'LIKE_NEW',
  LIKE_NEW: 'LIKE_NEW',
  MANUFACTURER_REFURBISHED: 'LIKE_NEW',
  CERTIFIED_REFURBISHED: 'LIKE_NEW',
  EXCELLENT_REFURBISHED: 'LIKE_NEW',
  VERY_GOOD_REFURBISHED: 'VERY_GOOD',
  GOOD_REFURBISHED: 'GOOD',
  SELLER_REFURBISHED: 'LIKE_NEW',
  PRE_OWNED_EXCELLENT: 'VERY_GOOD',
  USED_EXCELLENT: 'VERY_GOOD',
  USED_VERY_GOOD: 'VERY_GOOD',
  USED_GOOD: 'GOOD',
  USED_ACCEPTABLE: 'ACCEPTABLE',
  PRE_OWNED_FAIR: 'ACCEPTABLE',
  FOR_PARTS_OR_NOT_WORKING: 'FOR_PARTS',
}

/** Accepted names of conditions in URLs: ours and eBay's. Listed in `docs/configuration.md`. */
export const conditionWords: readonly string[] = [...new Set([...conditions, ...Object.keys(ebayConditions)])]

/** Parses a condition name, case-insensitive; null if unknown. */
export function readCondition(text: string | null | undefined): Condition | null {
  const word = text?.trim().toUpperCase() ?? ''
  if (Object.hasOwn(ebayConditions, word)) return ebayConditions[word] ?? null
  return conditions.find((condition) => condition === word) ?? null
}
