import { checkDigitOf, type CheckKind } from '#lib/check-digits.ts'
import { typedCode } from '#lib/trimmed.ts'

/**
 * How strongly a format identifies the carrier: by its own letters, by a valid check digit, or only by a length that
 * others share.
 */
export type MatchConfidence = 'letters' | 'check' | 'length'

export interface NumberForm {
  pattern: RegExp
  check: CheckKind | null
  sure: MatchConfidence
  /** A format shared with another carrier, which is never used to guess this one. */
  namedOnly: boolean
}

/** A carrier. Operators can replace the data (`CARRIERS_FILE`). */
export interface Carrier {
  name: string
  also: readonly string[]
  /** Tracking URL with a `{number}` placeholder. */
  url: string | null
  /** Carriers of one group never contradict each other, because they deliver for each other. */
  group: string | null
  /** Digits that barcodes put before the number, such as a postcode. */
  prefix: RegExp | null
  numbers: readonly NumberForm[]
  /** Whether `numbers` lists every valid format, so that any other is an error. */
  complete: boolean
}

/** Normalizes a tracking number: removes separators and keeps leading zeros. */
export const plainNumber = (number: string) =>
  typedCode(number)
    .replaceAll(/[\s./-]/g, '')
    .toUpperCase()

/** Error in a number: a wrong check digit (with position and expected digit), length or letters. */
export type NumberProblem =
  | { kind: 'check-digit'; carrier: string; found: string; expected: string }
  | { kind: 'form'; carrier: string }

export interface Guess {
  /** Matching carriers, most likely first. */
  carriers: readonly string[]
  /** Whether the first is certain: its letters or check digit match no other group. */
  isSure: boolean
  /** If none matches: the most similar carrier's problem with the number. */
  problem: NumberProblem | null
}

const confidence: Record<MatchConfidence, number> = { letters: 2, check: 1, length: 0 }
const groupOf = ({ group, name }: Carrier) => group ?? name

interface FormMatch {
  carrier: Carrier
  sure: MatchConfidence
  wrong: WrongDigit | null
}

function formMatches(carriers: readonly Carrier[], plain: string): FormMatch[] {
  return carriers.flatMap((carrier) =>
    carrier.numbers
      .filter(({ pattern, namedOnly }) => !namedOnly && pattern.test(plain))
      .map(({ check, sure }) => ({ carrier, sure, wrong: wrongDigit(check, plain) })),
  )
}

/**
 * Guesses the carrier of a number. Own letters rank above a valid check digit, and that above a length; ties keep the
 * order of the data.
 */
export function guessCarrier(carriers: readonly Carrier[], number: string): Guess {
  const whole = plainNumber(number)
  const plain = withoutPrefix(carriers, whole) ?? whole
  const matches = formMatches(carriers, plain)
  const ranked = matches
    .filter(({ wrong }) => wrong === null)
    .toSorted((a, b) => confidence[b.sure] - confidence[a.sure])
  const [best] = ranked
  if (best) {
    const groups = new Set(ranked.filter(({ sure }) => sure === best.sure).map(({ carrier }) => groupOf(carrier)))
    const names = new Set(ranked.map(({ carrier }) => carrier.name))
    return { carriers: [...names], isSure: best.sure !== 'length' && groups.size === 1, problem: null }
  }
  // Twelve digits fit many formats, so only letters identify the intended carrier.
  const looks = /[A-Z]/.test(plain) ? matches[0] : undefined
  const problem = looks?.wrong && ({ kind: 'check-digit', carrier: looks.carrier.name, ...looks.wrong } as const)
  return { carriers: [], isSure: false, problem: problem ?? null }
}

/** The carrier that a number certainly belongs to if it contradicts the named one and its group; otherwise null. */
export function otherCarrier(
  carriers: readonly Carrier[],
  { named, number }: { named: Carrier | null; number: string },
): { name: string; sure: MatchConfidence } | null {
  const plain = plainNumber(number)
  if (named?.numbers.some(({ pattern, check }) => pattern.test(plain) && !wrongDigit(check, plain))) return null
  const certain = formMatches(carriers, plain).filter(({ sure, wrong }) => wrong === null && sure !== 'length')
  if (named && certain.some(({ carrier }) => groupOf(carrier) === groupOf(named))) return null
  const [other] = certain.toSorted((a, b) => confidence[b.sure] - confidence[a.sure])
  return other ? { name: other.carrier.name, sure: other.sure } : null
}

/** Whether a check digit proves that the number belongs to one of these carriers. */
export const isProven = (carriers: readonly Carrier[], plain: string) =>
  carriers.some(({ numbers }) =>
    numbers.some(({ pattern, check }) => check !== null && pattern.test(plain) && !wrongDigit(check, plain)),
  )

/** Whether a number matches a format of these carriers, ignoring check digits. */
export const hasForm = (carriers: readonly Carrier[], plain: string) =>
  carriers.some(({ numbers }) => numbers.some(({ pattern }) => pattern.test(plain)))

/** The number behind a barcode's prefix; null if there is none. A wrong check digit is then reported, not the length. */
export function withoutPrefix(carriers: readonly Carrier[], plain: string): string | null {
  if (hasForm(carriers, plain)) return null
  const found = carriers.flatMap((carrier) => {
    const { prefix } = carrier
    const rests = prefix ? Array.from(plain, (_, at) => (prefix.test(plain.slice(0, at)) ? plain.slice(at) : '')) : []
    return rests.filter((rest) => hasForm([carrier], rest)).map((rest) => ({ rest, isSure: isProven([carrier], rest) }))
  })
  return (found.find(({ isSure }) => isSure) ?? found[0])?.rest ?? null
}

export const carriersOfGroup = (carriers: readonly Carrier[], of: Carrier) =>
  carriers.filter((carrier) => groupOf(carrier) === groupOf(of))

export function numberProblem({ name, numbers, complete }: Carrier, number: string): NumberProblem | null {
  const plain = plainNumber(number)
  const matches = numbers.filter(({ pattern }) => pattern.test(plain)).map(({ check }) => wrongDigit(check, plain))
  if (matches.length === 0) return complete ? { kind: 'form', carrier: name } : null
  const [first] = matches
  return matches.includes(null) || !first ? null : { kind: 'check-digit', carrier: name, ...first }
}

interface WrongDigit {
  found: string
  expected: string
}

function wrongDigit(check: CheckKind | null, plain: string): WrongDigit | null {
  if (!check) return null
  const { at, expected } = checkDigitOf(check, plain)
  const found = plain[at] ?? ''
  return found === expected ? null : { found, expected }
}

const plainName = (name: string) => name.toLowerCase().replaceAll(/[^\p{L}\p{N}]/gu, '')

/** Finds a carrier by name in any spelling (`royal_mail`, `Royal Mail`); null if unknown. */
export function findCarrier(carriers: readonly Carrier[], name: string): Carrier | null {
  const wanted = plainName(name)
  return (
    carriers.find((carrier) => [carrier.name, ...carrier.also].some((known) => plainName(known) === wanted)) ?? null
  )
}

/** A carrier parsed from a file: a known or other name, and the service after it. */
export interface WrittenCarrier {
  carrier: Carrier | null
  name: string
  service: string | null
}

const wordsOf = (text: string) => text.match(/[\p{L}\p{N}]+/gu) ?? []

/**
 * Parses a carrier and service, or another program's code: `Royal Mail Tracked 48`, `UPS® Ground`,
 * `USPS_GROUND_ADVANTAGE`.
 */
export function readCarrier(carriers: readonly Carrier[], text: string): WrittenCarrier {
  const exact = findCarrier(carriers, text)
  if (exact) return { carrier: exact, name: exact.name, service: null }
  const written = text.replaceAll(/\((?:r|tm|c)\)/gi, ' ')
  const found = [wordsOf(written), wordsOf(written.replaceAll(nextWord, '$& '))].flatMap((words) => {
    const named = carrierAtStart(carriers, words)
    return named ? [{ carrier: named.carrier, words: words.slice(named.length) }] : []
  })
  const [best] = found
  if (!best) return { carrier: null, name: text, service: null }
  const rest = withoutOwnNames(carriers, best)
  // Codes in capitals are converted to title case for slips.
  const isCode = text.includes('_')
  const service = rest
    .map((word) => (isCode ? word.charAt(0).toUpperCase() + word.slice(1).toLowerCase() : word))
    .join(' ')
  return { carrier: best.carrier, name: best.carrier.name, service: service || null }
}

/** Ends of words in `RoyalMailTracked48` and `UPSGround`. */
const nextWord = /\p{Ll}(?=[\p{Lu}\d])|\p{Lu}(?=\p{Lu}\p{Ll})/gu

/** The carrier with the longest name that begins these words, however they are split. */
function carrierAtStart(carriers: readonly Carrier[], words: readonly string[]) {
  for (let length = Math.min(words.length, mostWords); length > 0; length -= 1) {
    const carrier = findCarrier(carriers, words.slice(0, length).join(''))
    if (carrier) return { carrier, length }
  }
  return null
}
const mostWords = 6

/** Countries that codes of other programs end with: `dpd-uk`. */
const country = /^(?:uk|gb|us|de|fr|it|es|nl|at|ch|be|ie|pl|ca|au)$/i

/** The words of the service: without another name of the carrier (`Evri (Hermes)`) and a country alone. */
function withoutOwnNames(
  carriers: readonly Carrier[],
  { carrier, words }: { carrier: Carrier; words: string[] },
): string[] {
  const again = carrierAtStart(carriersOfGroup(carriers, carrier), words)
  const rest = again ? words.slice(again.length) : words
  return rest.length === 1 && country.test(rest[0] ?? '') ? [] : rest
}

/** Completes a typed carrier name from another spelling or an unambiguous prefix; otherwise returns it unchanged. */
export function completeCarrier(carriers: readonly Carrier[], typed: string): string {
  const known = findCarrier(carriers, typed)
  if (known) return known.name
  const start = plainName(typed)
  const [begun, ...others] = start === '' ? [] : carriers.filter(({ name }) => plainName(name).startsWith(start))
  return begun && others.length === 0 ? begun.name : typed
}

export function trackingLink(carriers: readonly Carrier[], parcel: { carrier: string; trackingNumber: string | null }) {
  const carrier = findCarrier(carriers, parcel.carrier)
  if (!carrier?.url || !parcel.trackingNumber) return null
  const plain = plainNumber(parcel.trackingNumber)
  return carrier.url.replace('{number}', encodeURIComponent(withoutPrefix([carrier], plain) ?? plain))
}
