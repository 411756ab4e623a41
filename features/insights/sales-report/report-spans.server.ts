import { sql, type RawBuilder } from 'kysely'
import { hourParts } from '#lib/hour-parts.ts'
import type { ReportPeriods } from './report-period.ts'

export type Which = 'current' | 'previous'

/** From the first day to now, or to the end of the last day; of the period before, what is compared. */
export function comparedSpans({
  now,
  current,
  previous,
  until,
}: ReportPeriods): Record<Which, { from: Date; before: Date }> {
  const end = current.at(-1)?.before ?? now
  return {
    current: { from: current[0]?.from ?? now, before: end < now ? end : now },
    previous: { from: previous[0]?.from ?? until, before: until },
  }
}

/** SQL: a table `requested (period, starts, ends)` of both periods. */
export const requestedSpans = (periods: ReportPeriods): RawBuilder<unknown> => requested(spansOf(periods))

/** The same divided into whole hours of UTC, whose sums are kept, and what is left at the ends. */
export const requestedHours = (periods: ReportPeriods, whole: boolean): RawBuilder<unknown> =>
  requested(
    spansOf(periods).flatMap(({ period, ...span }) =>
      hourParts(span)
        .filter((part) => part.whole === whole)
        .map(({ from, before }) => ({ period, from, before })),
    ),
  )

const spansOf = (periods: ReportPeriods) => {
  const { current, previous } = comparedSpans(periods)
  return [
    { period: 'current', ...current },
    { period: 'previous', ...previous },
  ]
}

const requested = (spans: readonly { period: string; from: Date; before: Date }[]) => sql`unnest(
  ${spans.map(({ period }) => period)}::text[], ${spans.map(({ from }) => from)}::timestamptz[],
  ${spans.map(({ before }) => before)}::timestamptz[]
) as requested (period, starts, ends)`
