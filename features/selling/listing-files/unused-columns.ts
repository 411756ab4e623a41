import { plainHeader } from '#lib/match-columns.ts'
import { lacksUnit } from './weight-columns.ts'

/** Why the hub has nothing for a column that another program's files have. */
export type UnusedReason = 'subtitle' | 'storeCategory' | 'duration' | 'policies' | 'place' | 'unit'

const reasons: readonly (readonly [UnusedReason, RegExp])[] = [
  ['subtitle', /^sub ?title$/],
  ['storeCategory', /^store ?category ?\d?$/],
  ['duration', /^(?:listing ?)?duration$/],
  [
    'policies',
    /^(?:shipping ?(?:type|service|cost|discount)|domestic|int(?:l|ernational) ?shipping|returns? ?(?:accepted|within)|refund ?option|shipping ?cost ?paid|immediate ?pay|paypal|payment ?(?:methods?|instructions))/,
  ],
  ['place', /^(?:location|postal ?code|country)$/],
]

export function unusedReason(header: string): UnusedReason | null {
  if (lacksUnit(header)) return 'unit'
  const plain = plainHeader(header)
  return reasons.find(([, names]) => names.test(plain))?.[0] ?? null
}
