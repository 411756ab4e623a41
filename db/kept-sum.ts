/** A table maintained by triggers, or by a job from their notes, and the query for its correct rows. */
export interface KeptSum {
  table: string
  /** All columns that are compared, in the order of `rows`. */
  columns: string
  /** Condition for rows that are ignored: their counts returned to zero, or are due to be summed anew. */
  empty?: string
  /** Query of the stored rows, if several of them add up to one. */
  stored?: string
  /** Query that computes the rows from their sources. */
  rows: string
  sources: string
  /** Statement that corrects the rows in place, if they must not be deleted. */
  correct?: string
}
