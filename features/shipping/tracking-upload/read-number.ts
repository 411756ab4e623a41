import {
  carriersOfGroup,
  guessCarrier,
  hasForm,
  isProven,
  plainNumber,
  withoutPrefix,
  type Carrier,
} from '#features/core/carrier/carrier.ts'
import { isTrackingNumber } from '#features/shipping/fulfilment/parcel.ts'
import { damagedDigits, withLeadingZeros, type Damage } from '#lib/damaged-digits.ts'
import { typedCode } from '#lib/trimmed.ts'
import { withoutMarks } from '#lib/cell-text.ts'

/** A repair of a number: spreadsheet damage, lost leading zeros, or a barcode prefix. */
export type Repair = Damage | 'zeros' | 'prefix'

export type NumberRead =
  | { ok: true; number: string; repair: Repair | null }
  | { ok: false; reason: 'form' }
  /** `before`: the likely original, without a check digit that proves it. */
  | { ok: false; reason: 'damaged'; damage: Damage | 'zeros'; before: string | null }
  | { ok: false; reason: 'several'; numbers: readonly string[] }

/** Shorter tokens are words between numbers. */
const shortest = 8
/** Texts that programs write in place of a missing number. */
const noNumber = /^(?:pending|unknown|tb[acd]|awaiting\b.*|not\b.*|unbekannt|offen|folgt)$/i
/** Longer texts are not searched for numbers. */
const longestText = 500

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
  const typed = typedCode(text.normalize('NFKC')).replace(/^\](?:C1|e0|d2|Q3)/, '')
  const bare = withoutMarks(withoutApplicationIds(typed))
  const several = severalNumbers(bare, carriers)
  if (several) return oneOf(several)
  const restored = (digits: string) => withLeadingZeros(digits).filter((each) => isNamed || needsZero(own, each))
  const damaged = damagedDigits(text) ?? damagedDigits(bare)
  if (damaged) {
    // One in ten rounded numbers passes a check by chance, so one that ends in 0000 is rejected.
    if (damaged.damage === 'rounded' && !bare.endsWith('0000') && isProven(own, plainNumber(bare))) return fine(bare)
    const repaired = damaged.before && provenOf([damaged.before, ...restored(damaged.before)], own)
    return repaired
      ? { ok: true, number: repaired, repair: damaged.damage }
      : { ok: false, reason: 'damaged', ...damaged }
  }
  const inside = numbersInText(bare, own) ?? joinedNumbers(bare, own)
  if (inside) return oneOf(inside)
  if (!isTrackingNumber(bare) || noNumber.test(bare)) return { ok: false, reason: 'form' }
  const plain = plainNumber(bare)
  const behind = withoutPrefix(own, plain)
  if (behind) return { ok: true, number: behind, repair: 'prefix' }
  if (hasForm(own, plain)) return fine(bare)
  const padded = restored(plain)
  const repaired = provenOf(padded, own)
  if (repaired) return { ok: true, number: repaired, repair: 'zeros' }
  if (named && padded.some((each) => needsZero(own, each)))
    return { ok: false, reason: 'damaged', damage: 'zeros', before: null }
  return fine(bare)
}

const fine = (number: string): NumberRead => ({ ok: true, number, repair: null })
const oneOf = (numbers: readonly string[]): NumberRead =>
  numbers.length === 1 ? fine(numbers[0] ?? '') : { ok: false, reason: 'several', numbers }

/** The only candidate proven by a check digit; null if there is none or several. */
function provenOf(candidates: readonly string[], carriers: readonly Carrier[]): string | null {
  const proven = candidates.filter((each) => isProven(carriers, each))
  return proven.length === 1 ? (proven[0] ?? null) : null
}

/** Whether only numbers that begin with a zero have this format. Other digits pass a check by chance too often. */
const needsZero = (carriers: readonly Carrier[], number: string) =>
  hasForm(carriers, number) && !hasForm(carriers, `1${number.slice(1)}`)

/** `(00)34…`, as printed below a barcode, means `0034…`. */
const withoutApplicationIds = (text: string) => text.replaceAll(/\((\d{2,4})\)\s*/g, '$1')

/** The numbers in a link or a sentence, which is no number itself; null unless each is a known one. */
function numbersInText(text: string, own: readonly Carrier[]): string[] | null {
  if (isTrackingNumber(text) || text.length > longestText) return null
  const numbers = (text.match(/[A-Za-z0-9]{8,40}/g) ?? []).filter((word) => /\d{4}/.test(word))
  return numbers.length > 0 && numbers.every((word) => guessCarrier(own, word).isSure) ? distinct(numbers) : null
}

/** Two numbers of one carrier without a separator. */
function joinedNumbers(text: string, own: readonly Carrier[]): string[] | null {
  const plain = plainNumber(text)
  const halves = [plain.slice(0, plain.length / 2), plain.slice(plain.length / 2)]
  const isJoined = !hasForm(own, plain) && halves.every((half) => half.length >= shortest && isProven(own, half))
  return isJoined ? distinct(halves) : null
}

/** The numbers in a cell with several, without duplicates; null if it has only one. */
function severalNumbers(text: string, carriers: readonly Carrier[]): string[] | null {
  // Runs of blanks would be tried from each of them.
  const parts = text
    .replaceAll(/\s+/g, ' ')
    .split(/ ?[,;|&+] ?| (?:and|und|\/) /)
    .map(withoutMarks)
  const isNumber = (part: string) => part.length >= shortest && isTrackingNumber(part) && /\d{4}/.test(part)
  if (parts.length > 1 && parts.every(isNumber)) return distinct(parts)
  const words = text.split(/[\s/]+/)
  const isKnown = (word: string) => word.length >= shortest && guessCarrier(carriers, word).isSure
  return words.length > 1 && words.every(isKnown) ? distinct(words) : null
}

const distinct = (numbers: readonly string[]) => [...new Map(numbers.map((each) => [plainNumber(each), each])).values()]
