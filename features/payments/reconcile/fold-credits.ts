import { groupBy } from '#lib/group-by.ts'
import type { BookItem } from './compare.ts'

/**
 * Adds the fees that a cancelled order got back to its refund, as reports do that have no rows of their own for them.
 * Without a refund such a row stays one.
 */
export function foldCredits(books: readonly BookItem[]): BookItem[] {
  const credits = groupBy(
    books.filter(({ kind }) => kind === 'FEE_CREDIT'),
    ({ order }) => order,
  )
  const folded = new Set<BookItem>()
  const refunds = books
    .filter(({ kind }) => kind !== 'FEE_CREDIT')
    .map((book) => {
      const own = book.kind === 'REFUND' ? (credits.get(book.order) ?? []) : []
      const open = own.filter((credit) => credit.currency === book.currency && !folded.has(credit))
      for (const credit of open) folded.add(credit)
      return open.reduce(
        (sum, credit) => ({
          ...sum,
          netMinor: sum.netMinor + credit.netMinor,
          feesMinor: (sum.feesMinor ?? 0) + (credit.feesMinor ?? 0),
        }),
        book,
      )
    })
  const alone = [...credits.values()].flat().filter((credit) => !folded.has(credit))
  return [...refunds, ...alone.map((credit): BookItem => ({ ...credit, kind: 'REFUND' }))]
}
