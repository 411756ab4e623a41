import type { Texts } from '#texts/texts.ts'
import { findCarrier, guessCarrier, type Carrier, type NumberProblem } from '#features/core/carrier/carrier.ts'
import { numberProblemText } from './number-problem-text.ts'
import { isCarrierName, isRoundedNumber, isTrackingNumber } from './parcel.ts'

/** What is typed of a parcel: its number, and who carries it where the number does not tell, or tells wrongly. */
export interface TypedParcel {
  tracking: string
  carrier: string
}

/** What is wrong with what was typed, and in which field. */
export type ParcelProblem =
  | { field: 'tracking'; kind: 'nothing' | 'form' | 'rounded' }
  | { field: 'tracking'; kind: 'number'; problem: NumberProblem }
  | { field: 'carrier'; kind: 'form' | 'unknown' }

type Named = { ok: true; carrier: string } | { ok: false; problem: ParcelProblem }

/** The carrier that was typed; else the one that the number tells. */
export function nameCarrier({ tracking, carrier }: TypedParcel, carriers: readonly Carrier[]): Named {
  if (isRoundedNumber(tracking)) return wrong({ field: 'tracking', kind: 'rounded' })
  if (tracking && !isTrackingNumber(tracking)) return wrong({ field: 'tracking', kind: 'form' })
  if (carrier) {
    if (!isCarrierName(carrier)) return wrong({ field: 'carrier', kind: 'form' })
    return { ok: true, carrier: findCarrier(carriers, carrier)?.name ?? carrier }
  }
  if (!tracking) return wrong({ field: 'tracking', kind: 'nothing' })
  const {
    carriers: [guess],
    problem,
  } = guessCarrier(carriers, tracking)
  if (guess) return { ok: true, carrier: guess }
  return wrong(problem ? { field: 'tracking', kind: 'number', problem } : { field: 'carrier', kind: 'unknown' })
}

const wrong = (problem: ParcelProblem): Named => ({ ok: false, problem })

/** Says what is wrong, and what to do about it. */
export function parcelProblemText(wrongWith: ParcelProblem, texts: Texts): string {
  const { t } = texts
  if (wrongWith.field === 'carrier')
    return t(wrongWith.kind === 'form' ? 'ship.error.carrier' : 'ship.error.unknownCarrier')
  switch (wrongWith.kind) {
    case 'nothing':
      return t('ship.error.nothing')
    case 'form':
      return t('ship.error.tracking')
    case 'rounded':
      return t('ship.error.rounded')
    case 'number':
      return `${numberProblemText(wrongWith.problem, texts)} ${t('ship.error.orCarrier')}`
  }
}
