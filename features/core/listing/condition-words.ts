import { conditions, type Condition } from './listing-content.ts'

/** eBay's condition enums, and the condition of ours that each one is. One between two of ours is the lesser of them. */
export const ebayConditions: Readonly<Record<string, Condition>> = {
  NEW: 'NEW',
  NEW_OTHER: 'LIKE_NEW',
  LIKE_NEW: 'LIKE_NEW',
  USED_EXCELLENT: 'VERY_GOOD',
  USED_VERY_GOOD: 'VERY_GOOD',
  USED_GOOD: 'GOOD',
  USED_ACCEPTABLE: 'ACCEPTABLE',
  FOR_PARTS_OR_NOT_WORKING: 'FOR_PARTS',
}

/** Every word that names a condition in an address: our own and eBay's. `docs/configuration.md` lists them. */
export const conditionWords: readonly string[] = [...new Set([...conditions, ...Object.keys(ebayConditions)])]

/** The condition that a word of an address or a row names, in upper or lower case; null if the word is unknown. */
export function readCondition(text: string | null | undefined): Condition | null {
  const word = text?.trim().toUpperCase() ?? ''
  if (Object.hasOwn(ebayConditions, word)) return ebayConditions[word] ?? null
  return conditions.find((condition) => condition === word) ?? null
}
