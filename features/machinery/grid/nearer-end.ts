/** A stretch of the rows that match: so many left out, then at most so many. */
export interface Stretch {
  offset: number
  limit: number
}

/**
 * A page of `rows` rows as a stretch counted from whichever end is nearer, where PostgreSQL passes over fewer rows: those of the
 * last page are the first ones of the opposite order. Empty where the page is beyond the end.
 */
export function nearerEnd({ offset, limit }: Stretch, rows: number): Stretch & { isFromEnd: boolean } {
  const shown = Math.min(limit, Math.max(0, rows - offset))
  const after = Math.max(0, rows - offset - shown)
  return after < offset ? { offset: after, limit: shown, isFromEnd: true } : { offset, limit: shown, isFromEnd: false }
}
