import { checkDigitOf, type CheckKind } from '#lib/check-digits.ts'
import { typedCode } from '#lib/trimmed.ts'

/**
 * How surely a number of a form is the carrier's: the form has letters of its own, the number has a check digit that fits, or nothing but
 * a length that others have as well.
 */
export type Sureness = 'letters' | 'check' | 'length'

/** A form that a carrier's numbers have, and how they check themselves. */
export interface NumberForm {
  pattern: RegExp
  check: CheckKind | null
  sure: Sureness
  /** Another carrier's form, which this one uses as well: it never tells the carrier. */
  namedOnly: boolean
}

/** Who carries parcels: data that an operator may replace (`CARRIERS_FILE`). */
export interface Carrier {
  name: string
  /** Other names for it, as files have them. */
  also: readonly string[]
  /** Where a parcel is followed, with `{number}` in place of its number. */
  url: string | null
  /** Carriers of one group never contradict each other: one delivers for the other. */
  group: string | null
  /** Digits that barcodes have before the number, such as a postcode. */
  prefix: RegExp | null
  numbers: readonly NumberForm[]
  /** Whether these are all the forms its numbers have, so that another one is a mistake. */
  complete: boolean
}

/** A tracking number without what people and carriers group it by. Leading zeros are part of it. */
export const plainNumber = (number: string) =>
  typedCode(number)
    .replaceAll(/[\s./-]/g, '')
    .toUpperCase()

/** What is wrong with a number: its check digit (which stands where, and what it would be), or its length or letters. */
export type NumberProblem =
  | { kind: 'check-digit'; carrier: string; found: string; expected: string }
  | { kind: 'form'; carrier: string }

/** What a tracking number tells of who carries it. */
export interface Guess {
  /** Carriers whose numbers look like it and check, the likeliest first. */
  carriers: readonly string[]
  /** The first is certain: by letters of its own or a check digit that fits, as no other group's. */
  isSure: boolean
  /** Where none checks: the one it looks like, and what is wrong. */
  problem: NumberProblem | null
}

const sureness: Record<Sureness, number> = { letters: 2, check: 1, length: 0 }
const groupOf = ({ group, name }: Carrier) => group ?? name

/** A carrier with a form that a number has. */
interface FormMatch {
  carrier: Carrier
  sure: Sureness
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
 * Guesses the carrier from a number. Letters of its own tell more than a check digit that fits, and that more than a length; of
 * equals the first in the data stands first.
 */
export function guessCarrier(carriers: readonly Carrier[], number: string): Guess {
  const plain = plainNumber(number)
  const matches = formMatches(carriers, plain)
  const ranked = matches.filter(({ wrong }) => wrong === null).toSorted((a, b) => sureness[b.sure] - sureness[a.sure])
  const [best] = ranked
  if (best) {
    const groups = new Set(ranked.filter(({ sure }) => sure === best.sure).map(({ carrier }) => groupOf(carrier)))
    const names = new Set(ranked.map(({ carrier }) => carrier.name))
    return { carriers: [...names], isSure: best.sure !== 'length' && groups.size === 1, problem: null }
  }
  // Twelve digits look like many things: only letters make sure whose number it is.
  const looks = /[A-Z]/.test(plain) ? matches[0] : undefined
  const problem = looks?.wrong && ({ kind: 'check-digit', carrier: looks.carrier.name, ...looks.wrong } as const)
  return { carriers: [], isSure: false, problem: problem ?? null }
}

/** The carrier that a number is certainly of, other than the one that is named and its group; null where nothing contradicts. */
export function otherCarrier(
  carriers: readonly Carrier[],
  { named, number }: { named: Carrier | null; number: string },
): { name: string; sure: Sureness } | null {
  const plain = plainNumber(number)
  if (named?.numbers.some(({ pattern, check }) => pattern.test(plain) && !wrongDigit(check, plain))) return null
  const certain = formMatches(carriers, plain).filter(({ sure, wrong }) => wrong === null && sure !== 'length')
  if (named && certain.some(({ carrier }) => groupOf(carrier) === groupOf(named))) return null
  const [other] = certain.toSorted((a, b) => sureness[b.sure] - sureness[a.sure])
  return other ? { name: other.carrier.name, sure: other.sure } : null
}

/** Whether a check digit proves that a number is of one of these carriers. */
export const isProven = (carriers: readonly Carrier[], plain: string) =>
  carriers.some(({ numbers }) =>
    numbers.some(({ pattern, check }) => check !== null && pattern.test(plain) && !wrongDigit(check, plain)),
  )

/** Whether a number has the form of one of these carriers, check digit aside. */
export const hasForm = (carriers: readonly Carrier[], plain: string) =>
  carriers.some(({ numbers }) => numbers.some(({ pattern }) => pattern.test(plain)))

/** The carriers of the group of one. */
export const carriersOfGroup = (carriers: readonly Carrier[], of: Carrier) =>
  carriers.filter((carrier) => groupOf(carrier) === groupOf(of))

/** What is wrong with a number of this carrier; null where nothing is known to be. */
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

/** The carrier that is known by a name, however it is spelled: `royal_mail`, `Royal Mail`; null for a name of somebody else. */
export function findCarrier(carriers: readonly Carrier[], name: string): Carrier | null {
  const wanted = plainName(name)
  return (
    carriers.find((carrier) => [carrier.name, ...carrier.also].some((known) => plainName(known) === wanted)) ?? null
  )
}

/** A carrier as files write it: a name the hub knows, or somebody else's, and the service that stands behind it. */
export interface WrittenCarrier {
  carrier: Carrier | null
  name: string
  service: string | null
}

const wordsOf = (text: string) => text.match(/[\p{L}\p{N}]+/gu) ?? []

/** Reads a carrier with its service or in another program's code: `Royal Mail Tracked 48`, `UPS® Ground`, `USPS_GROUND_ADVANTAGE`. */
export function readCarrier(carriers: readonly Carrier[], text: string): WrittenCarrier {
  const exact = findCarrier(carriers, text)
  if (exact) return { carrier: exact, name: exact.name, service: null }
  const words = wordsOf(text)
  const plain = words.map(plainName)
  const begins = carriers
    .flatMap((carrier) =>
      [carrier.name, ...carrier.also].map((known) => ({ carrier, known: wordsOf(known).map(plainName) })),
    )
    .filter(({ known }) => known.length < plain.length && known.every((word, index) => word === plain[index]))
    .toSorted((a, b) => b.known.length - a.known.length)
  const [best] = begins
  if (!best) return { carrier: null, name: text, service: null }
  const rest = words.slice(best.known.length)
  // A code in capitals reads as shouting on a slip.
  const isCode = text.includes('_')
  const service = rest.map((word) => (isCode ? word.charAt(0) + word.slice(1).toLowerCase() : word)).join(' ')
  return { carrier: best.carrier, name: best.carrier.name, service }
}

/** The carrier's name for what was typed of it: another spelling, or how one name alone begins; else what was typed. */
export function completeCarrier(carriers: readonly Carrier[], typed: string): string {
  const known = findCarrier(carriers, typed)
  if (known) return known.name
  const start = plainName(typed)
  const [begun, ...others] = start === '' ? [] : carriers.filter(({ name }) => plainName(name).startsWith(start))
  return begun && others.length === 0 ? begun.name : typed
}

/** Where a parcel is followed at its carrier; null where that is not known. */
export function trackingLink(carriers: readonly Carrier[], parcel: { carrier: string; trackingNumber: string | null }) {
  const url = findCarrier(carriers, parcel.carrier)?.url
  if (!url || !parcel.trackingNumber) return null
  return url.replace('{number}', encodeURIComponent(plainNumber(parcel.trackingNumber)))
}
