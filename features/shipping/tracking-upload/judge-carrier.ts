import {
  guessCarrier,
  numberProblem,
  otherCarrier,
  type Carrier,
  type NumberProblem,
  type WrittenCarrier,
} from '#features/core/carrier/carrier.ts'
import { isCarrierName } from '#features/shipping/fulfilment/parcel.ts'

/** Who carries a parcel, or why that is not known. */
export type CarrierFound =
  | {
      ok: true
      carrier: string
      /** The number looks like another's, and the seller has said to keep the name. */ kept: string | null
    }
  | { ok: false; reason: 'form' | 'missing' }
  /** Nobody is named, and the number may be of each of these. */
  | { ok: false; reason: 'ask'; carriers: readonly string[] }
  /** The number is of another one: by its letters, or by a check digit that one in ten has by chance. */
  | { ok: false; reason: 'other' | 'check'; carrier: string }
  | { ok: false; reason: 'number'; problem: NumberProblem }

/**
 * The carrier of a number. A carrier that is named wins unless the number has letters of its own or a valid check digit of another; an
 * unknown name is taken as by hand. Without a name a number that several have is asked about and never guessed.
 */
export function findCarrierOf(
  number: string,
  {
    written,
    carriers,
    keepNamed,
  }: { written: WrittenCarrier | null; carriers: readonly Carrier[]; keepNamed: boolean },
): CarrierFound {
  if (!written) return carrierByNumber(number, carriers)
  const { carrier: known, name } = written
  if (!isCarrierName(name)) return { ok: false, reason: 'form' }
  const other = otherCarrier(carriers, { named: known, number })
  const problem = known && numberProblem(known, number)
  if (other) {
    if (keepNamed && other.sure === 'check' && !problem) return { ok: true, carrier: name, kept: other.name }
    return { ok: false, reason: other.sure === 'check' && !problem ? 'check' : 'other', carrier: other.name }
  }
  return problem ? { ok: false, reason: 'number', problem } : { ok: true, carrier: name, kept: null }
}

function carrierByNumber(number: string, carriers: readonly Carrier[]): CarrierFound {
  const { carriers: guessed, isSure, problem } = guessCarrier(carriers, number)
  const [first] = guessed
  if (first) return isSure ? { ok: true, carrier: first, kept: null } : { ok: false, reason: 'ask', carriers: guessed }
  return problem ? { ok: false, reason: 'number', problem } : { ok: false, reason: 'missing' }
}
