import { spanOfDays, type Span } from '#features/machinery/grid/span.ts'
import { endingSoonHours, lowStockUnits, unsoldDays, type ListingState } from '#features/core/listing/listing.ts'
import type { LocalDate } from '#lib/zoned-time.ts'
import { hour } from '#lib/duration.ts'
import { keysOf } from '#lib/records.ts'

export const activeParts = ['on-sale', 'out-of-stock', 'on-hold'] as const
export type ActivePart = (typeof activeParts)[number]

export const partStates: Record<ActivePart, ListingState> = {
  'on-sale': 'ACTIVE',
  'out-of-stock': 'OUT_OF_STOCK',
  'on-hold': 'ON_HOLD',
}

/** What listings on sale do while the seller is away. */
export const awayParts = ['paused', 'stays'] as const

export const stockLevels = ['in', 'low', 'out'] as const

/** Inclusive range; null is open. */
interface Range {
  from: number | null
  to: number | null
}

export const stockRanges: Record<(typeof stockLevels)[number], Range> = {
  in: { from: 1, to: null },
  low: { from: 1, to: lowStockUnits },
  out: { from: null, to: 0 },
}

/** Selectable days without a sale. */
export const idlePeriods = ['30', '60', '90', '180'] as const
export const endOutcomes = ['sold', 'unsold'] as const
const endHours = { '24h': endingSoonHours, '3d': 72, '7d': 168, '30d': 720 } as const
const endedHours = { '7d': 7 * 24, '31d': 31 * 24, '90d': unsoldDays * 24 } as const

/** Named spans before and since a listing's end. */
const namesOf = <Name extends string>(hours: Record<Name, number>) => keysOf(hours)
export const endPeriods = namesOf(endHours)
export const endedPeriods = namesOf(endedHours)

interface Asked {
  period: string | null
  from: LocalDate | null
  to: LocalDate | null
}

export function endSpan({ period, from, to }: Asked, now: Date, zone: string): Span | null {
  const named = endPeriods.find((name) => name === period)
  return named ? { from: null, before: after(now, endHours[named]) } : spanOfDays({ from, to }, zone)
}

export function endedSpan({ period, from, to }: Asked, now: Date, zone: string): Span | null {
  const named = endedPeriods.find((name) => name === period)
  return named ? { from: after(now, -endedHours[named]), before: null } : spanOfDays({ from, to }, zone)
}

export function idleBefore(days: (typeof idlePeriods)[number], now: Date): Date {
  return after(now, -24 * Number(days))
}

const after = (now: Date, hours: number) => new Date(now.getTime() + hours * hour)
