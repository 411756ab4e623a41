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

/** What was repaired of a number: what a spreadsheet did to it, zeros lost in front, or digits of a barcode before it. */
export type Repair = Damage | 'zeros' | 'prefix'

/** A tracking number as it was read from a cell, or why not. */
export type NumberRead =
  | { ok: true; number: string; repair: Repair | null }
  | { ok: false; reason: 'form' }
  /** `before` is what it may have been; no check digit proves it. */
  | { ok: false; reason: 'damaged'; damage: Damage | 'zeros'; before: string | null }
  | { ok: false; reason: 'several'; numbers: readonly string[] }

/** Fewer signs are a word between numbers, not one of them. */
const shortest = 8

/**
 * Reads a tracking number. What a spreadsheet or a scanner did to it is undone only where a check digit of the carrier proves the
 * result; `named` is the carrier of the row, and null where nobody named one.
 */
export function readNumber(
  text: string,
  { carriers, named, isNamed }: { carriers: readonly Carrier[]; named: Carrier | null; isNamed: boolean },
): NumberRead {
  // A carrier that the hub does not know has no check digits: nothing proves a repair.
  const own = named ? carriersOfGroup(carriers, named) : isNamed ? [] : carriers
  const bare = withoutMarks(text.replace(/^\](?:C1|e0|d2|Q3)/, ''))
  const several = severalNumbers(bare, carriers)
  if (several) return several.length > 1 ? { ok: false, reason: 'several', numbers: several } : fine(several[0] ?? bare)
  const damaged = damagedDigits(text) ?? damagedDigits(bare)
  if (damaged) {
    // One in ten rounded numbers checks by chance: more zeros than these are no number.
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

/** The one of these that a check digit proves; null where none is, or several. */
function provenOf(candidates: readonly string[], carriers: readonly Carrier[]): string | null {
  const proven = candidates.filter((each) => isProven(carriers, each))
  return proven.length === 1 ? (proven[0] ?? null) : null
}

/** `(00)34…` as it is printed below a barcode is `0034…`. */
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

/** The numbers of a cell that has more than one; one where the same stands there twice; null where the cell is not several. */
function severalNumbers(text: string, carriers: readonly Carrier[]): string[] | null {
  const parts = text.split(/\s*[,;|\n&+]\s*|\s+(?:and|und|\/)\s+/).map(withoutMarks)
  const isNumber = (part: string) => part.length >= shortest && isTrackingNumber(part) && /\d{4}/.test(part)
  if (parts.length > 1 && parts.every(isNumber)) return distinct(parts)
  const words = text.split(/[\s/]+/)
  const isKnown = (word: string) => word.length >= shortest && guessCarrier(carriers, word).isSure
  return words.length > 1 && words.every(isKnown) ? distinct(words) : null
}

const distinct = (numbers: readonly string[]) => [...new Map(numbers.map((each) => [plainNumber(each), each])).values()]
