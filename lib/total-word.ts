/** What lines with sums below the rows are called, in the languages of marketplaces. */
const words =
  /^(?:(?:grand |sub)?total(?:e|en|s)?|(?:zwischen|gesamt)?summe|gesamt|sum|somme|suma|totaal|razem)[^\p{L}]*(?:\([^()]{1,10}\))?$/iu

/** Whether a text names a line of sums, such as “Total:” or “Summe 2026”, rather than an item. */
export const isTotalWord = (text: string): boolean => words.test(text.trim())
