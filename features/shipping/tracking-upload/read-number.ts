import {
  carriersOfGroup,
  guessCarrier,
  hasForm,
  isProven,
  plainNumber,
  type Carrier,
} from '#features/core/carrier/carrier.ts'
import { isTrackingNumber } from '#features/shipping/fulfilment/parcel.ts'
import { damagedDigits, withLeadingZeros, type Damage } from '#lib/damaged-digits.ts'
import { withoutMarks } from './cell-text.ts'

/** A repair of a number: spreadsheet damage, lost leading zeros, or a barcode prefix. */
export type Repair = Damage | 'zeros' | 'prefix'

/** A tracking number read from a cell, or the reason why not. */
export type NumberRead =
  | { ok: true; number: string; repair: Repair | null }
  | { ok: false; reason: 'form' }
  /** `before`: the likely original, without a check digit that proves it. */
  | { ok: false; reason: 'damaged'; damage: Damage | 'zeros'; before: string | null }
  | { ok: false; reason: 'several'; numbers: readonly string[] }

/** Shorter tokens are words between numbers. */
const shortest = 8

/**
 * Reads a tracking number. Undoes damage by spreadsheets and scanners only if a carrier's check digit proves the
 * result; `named` is the row's carrier or null.
 */
export function readNumber(
  text: string,
  { carriers, named, isNamed }: { carriers: readonly Carrier[]; named: Carrier | null; isNamed: boolean },
): NumberRead {
  // An unknown carrier has no check digits to prove a repair.
  const own = named ? carriersOfGroup(carriers, named) : isNamed ? [] : carriers
  const bare = withoutMarks(text.replace(/^\](?:C1|e0|d2|Q3)/, ''))
  const several = severalNumbers(bare, carriers)
  if (several) return several.length > 1 ? { ok: false, reason: 'several', numbers: several } : fine(several[0] ?? bare)
  const damaged = damagedDigits(text) ?? damagedDigits(bare)
  if (damaged) {
    // One in ten rounded numbers passes a check by chance, so one that ends in 0000 is rejected.
    if (damaged.damage === 'rounded' && !bare.endsWith('0000') && isProven(own, plainNumber(bare))) return fine(bare)
    const repaired = damaged.before && provenOf([damaged.before, ...withLeadingZeros(damaged.before)], own)
    return repaired
      ? { ok: true, number: repaired, repair: damaged.damage }
      : { ok: false, reason: 'damaged', ...damaged }
  }
  const number = withoutApplicationId(bare)
  if (!isTrackingNumber(number)) return { ok: false, reason: 'form' }
  const plain = plainNumber(number)
  const behind = withoutPrefix(plain, own)
  if (behind) return { ok: true, number: behind, repair: 'prefix' }
  if (hasForm(own, plain)) return fine(number)
  const padded = withLeadingZeros(plain)
  const repaired = provenOf(padded, own)
  if (repaired) return { ok: true, number: repaired, repair: 'zeros' }
  if (named && padded.some((each) => hasForm(own, each) && !hasForm(own, `1${each.slice(1)}`)))
    return { ok: false, reason: 'damaged', damage: 'zeros', before: null }
  return fine(number)
}

const fine = (number: string): NumberRead => ({ ok: true, number, repair: null })

/** The only candidate proven by a check digit; null if there is none or several. */
function provenOf(candidates: readonly string[], carriers: readonly Carrier[]): string | null {
  const proven = candidates.filter((each) => isProven(carriers, each))
  return proven.length === 1 ? (proven[0] ?? null) : null
}

/** `(00)34…`, as printed below a barcode, means `0034…`. */
const withoutApplicationId = (text: string) => text.replace(/^\((\d{2,4})\)\s*/, '$1')

function withoutPrefix(plain: string, carriers: readonly Carrier[]): string | null {
  if (hasForm(carriers, plain)) return null
  for (const carrier of carriers) {
    for (const length of carrier.prefix ? [12, 8] : []) {
      const [prefix, rest] = [plain.slice(0, length), plain.slice(length)]
      if (carrier.prefix?.test(prefix) && isProven([carrier], rest)) return rest
    }
  }
  return null
}

/** The numbers in a cell with several, without duplicates; null if it has only one. */
function severalNumbers(text: string, carriers: readonly Carrier[]): string[] | null {
  const parts = text.split(/\s*[,;|\n&+]\s*|\s+(?:and|und|\/)\s+/).map(withoutMarks)
  const isNumber = (part: string) => part.length >= shortest && isTrackingNumber(part) && /\d{4}/.test(part)
  if (parts.length > 1 && parts.every(isNumber)) return distinct(parts)
  const words = text.split(/[\s/]+/)
  const isKnown = (word: string) => word.length >= shortest && guessCarrier(carriers, word).isSure
  return words.length > 1 && words.every(isKnown) ? distinct(words) : null
}

const distinct = (numbers: readonly string[]) => [...new Map(numbers.map((each) => [plainNumber(each), each])).values()]
