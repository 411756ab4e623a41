import { plainHeader } from '#lib/match-columns.ts'
import { furtherPicture } from './picture-column.ts'
import { lacksUnit } from './weight-columns.ts'

/** Why a column of another program's files has no field of its own. */
export type UnusedReason = 'subtitle' | 'storeCategory' | 'duration' | 'policies' | 'place' | 'pictures' | 'unit'

const reasons: readonly (readonly [UnusedReason, RegExp])[] = [
  ['subtitle', /^sub ?title$/],
  ['storeCategory', /^store ?category ?\d?$/],
  ['duration', /^(?:listing ?)?duration$/],
  [
    'policies',
    /^(?:shipping ?(?:type|service|cost|discount)|domestic|int(?:l|ernational) ?shipping|returns? ?(?:accepted|within)|refund ?option|shipping ?cost ?paid|immediate ?pay|paypal|payment ?(?:methods?|instructions))/,
  ],
  ['place', /^(?:location|postal ?code|country)$/],
  ['pictures', furtherPicture],
]

export function unusedReason(header: string): UnusedReason | null {
  if (lacksUnit(header)) return 'unit'
  const plain = plainHeader(header)
  return reasons.find(([, names]) => names.test(plain))?.[0] ?? null
}
