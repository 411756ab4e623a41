import { sql, type RawBuilder } from 'kysely'
import { dayAndHourParts, type DayOrHourPart } from '#lib/hour-parts.ts'

type PartOfSpan = DayOrHourPart & { span: number }

/** Divides spans into whole days and hours of UTC, whose sums of postings are stored, and the rest. */
export function partsOfSpans(spans: readonly { from: Date; before: Date }[]): Record<'kept' | 'counted', PartOfSpan[]> {
  const parts = spans.flatMap(({ from, before }, span) =>
    dayAndHourParts({ from, before }).map((part) => ({ ...part, span })),
  )
  return { kept: parts.filter(({ unit }) => unit !== null), counted: parts.filter(({ unit }) => unit === null) }
}

export const requestedParts = (parts: readonly PartOfSpan[]): RawBuilder<unknown> => sql`unnest(
  ${parts.map(({ span }) => span)}::integer[], ${parts.map(({ from }) => from)}::timestamptz[],
  ${parts.map(({ before }) => before)}::timestamptz[], ${parts.map(({ unit }) => unit)}::text[]
) as requested (span, starts, ends, unit)`

/** SQL: the stored sums `(account, currency, amount_minor)` of a seller's postings within a row of `requested`. */
export const keptPostings = (sellerId: number): RawBuilder<unknown> => sql`(
  select account, currency, amount_minor from ledger_days
  where unit = 'DAY' and seller_id = ${sellerId} and day >= starts and day < ends
  union all
  select account, currency, amount_minor from ledger_hours
  where unit = 'HOUR' and seller_id = ${sellerId} and hour >= starts and hour < ends
) as within`
