import { useMemo } from 'react'
import { useTexts } from '#texts/context.tsx'

interface Entry {
  field: string
  fieldId: string
  text: string
}

/**
 * Groups errors on prices and quantities of variations at the first of them, since 18 rows would produce 36 identical
 * links. A single one keeps its own message.
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
