export interface RowRange {
  offset: number
  limit: number
}

/**
 * Converts a page to a range from the nearer end, so that PostgreSQL skips fewer rows: the last page is the first in
 * reverse order. Empty beyond the end.
 */
export function nearerEnd({ offset, limit }: RowRange, rows: number): RowRange & { isFromEnd: boolean } {
  const shown = Math.min(limit, Math.max(0, rows - offset))
  const after = Math.max(0, rows - offset - shown)
  return after < offset ? { offset: after, limit: shown, isFromEnd: true } : { offset, limit: shown, isFromEnd: false }
}
