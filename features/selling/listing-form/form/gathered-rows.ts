import { useMemo } from 'react'
import { useTexts } from '#texts/context.tsx'

/** Something to mend, with the control that mends it. */
interface Entry {
  field: string
  fieldId: string
  text: string
}

/**
 * Prices and quantities of variations named together, at the first of them: 18 rows would be 36 links that all say the
 * same. A single one keeps its own words.
 */
export function gatherRows(
  entries: readonly Entry[],
  wordsOf: (missing: { prices: number; quantities: number }) => string,
): readonly Entry[] {
  const cells = entries.filter(({ field }) => cellOf(field) !== null)
  const [first] = cells
  if (!first || cells.length === 1) return entries
  const count = (part: 'price' | 'quantity') => cells.filter(({ field }) => cellOf(field) === part).length
  const text = wordsOf({ prices: count('price'), quantities: count('quantity') })
  return entries.flatMap((entry): Entry[] => {
    if (entry === first) return [{ field: 'rows', fieldId: first.fieldId, text }]
    return cellOf(entry.field) === null ? [entry] : []
  })
}

function cellOf(field: string): string | null {
  return /^row\.\d+\.(price|quantity)$/.exec(field)?.[1] ?? null
}

/** What is to be mended, in the reader's words. */
export function useGatheredRows(entries: readonly Entry[]): readonly Entry[] {
  const { t } = useTexts()
  return useMemo(() => {
    const words = ({ prices, quantities }: Record<'prices' | 'quantities', number>) => [
      ...(prices > 0 ? [t('listingForm.rows.prices', { n: prices })] : []),
      ...(quantities > 0 ? [t('listingForm.rows.quantities', { n: quantities })] : []),
    ]
    return gatherRows(entries, (missing) => t('listingForm.short.rows', { what: words(missing).join(', ') }))
  }, [entries, t])
}
