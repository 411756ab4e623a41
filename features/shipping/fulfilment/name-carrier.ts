import type { Texts } from '#texts/texts.ts'
import { findCarrier, guessCarrier, type Carrier, type NumberProblem } from '#features/core/carrier/carrier.ts'
import { numberProblemText } from './number-problem-text.ts'
import { isCarrierName, isRoundedNumber, isTrackingNumber } from './parcel.ts'

/** Typed tracking number, and the carrier if the number does not determine it. */
export interface TypedParcel {
  tracking: string
  carrier: string
}

export type ParcelProblem =
  | { field: 'tracking'; kind: 'nothing' | 'form' | 'rounded' }
  | { field: 'tracking'; kind: 'number'; problem: NumberProblem }
  | { field: 'carrier'; kind: 'form' | 'unknown' }

type Named = { ok: true; carrier: string } | { ok: false; problem: ParcelProblem }

/** Returns the typed carrier, or else the carrier derived from the number. */
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
