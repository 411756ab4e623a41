import {
  guessCarrier,
  numberProblem,
  otherCarrier,
  type Carrier,
  type NumberProblem,
  type WrittenCarrier,
} from '#features/core/carrier/carrier.ts'
import { isCarrierName } from '#features/shipping/fulfilment/parcel.ts'

/** Whether a cell is what programs write for carriers that they do not list: `Other`. */
export const namesNoCarrier = (text: string): boolean =>
  /^(?:others?|unknown|custom|sonstiger?|andere[rs]?|unbekannt|autre|otro)$/i.test(text.trim())

export type CarrierFound =
  | {
      ok: true
      carrier: string
      /** The number looks like another's, and the seller has said to keep the name. */ kept: string | null
    }
  | { ok: false; reason: 'form' | 'missing' }
  /** No carrier is named, and the number matches several. */
  | { ok: false; reason: 'ask'; carriers: readonly string[] }
  /**
   * The number belongs to another carrier: certain by its letters (`other`), or by a check digit (`check`), which one
   * in ten numbers passes by chance.
   */
  | { ok: false; reason: 'other' | 'check'; carrier: string }
  | { ok: false; reason: 'number'; problem: NumberProblem }

/**
 * Finds the carrier of a number. A named carrier wins unless the number's letters or check digit point to another;
 * unknown names are accepted. Without a name, an ambiguous number is a question, never a guess.
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
