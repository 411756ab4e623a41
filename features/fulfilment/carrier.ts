import { checkDigitOf, type CheckKind } from '#lib/check-digits.ts'
import { typedCode } from '#lib/trimmed.ts'

/** A form that a carrier's numbers have, and how they check themselves. */
export interface NumberForm {
  pattern: RegExp
  check: CheckKind | null
}

/** Who carries parcels: data that an operator may replace (`CARRIERS_FILE`). */
export interface Carrier {
  name: string
  /** Other names for it, as files have them. */
  also: readonly string[]
  /** Where a parcel is followed, with `{number}` in place of its number. */
  url: string | null
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
  /** Where none checks: the one it looks like, and what is wrong. */
  problem: NumberProblem | null
}

/**
 * Guesses the carrier from a number. A form with letters tells more than one of digits alone, a check digit that fits more than
 * none; of equals the first in the data stands first.
 */
export function guessCarrier(carriers: readonly Carrier[], number: string): Guess {
  const plain = plainNumber(number)
  const matches = carriers.flatMap(({ name, numbers }) =>
    numbers
      .filter(({ pattern }) => pattern.test(plain))
      .map(({ check }) => ({ name, check, wrong: wrongDigit(check, plain) })),
  )
  const hasLetters = /[A-Z]/.test(plain)
  const fitting = matches.filter(({ wrong }) => wrong === null)
  const ranked = fitting.toSorted((a, b) => Number(b.check !== null) - Number(a.check !== null))
  if (ranked.length > 0) return { carriers: [...new Set(ranked.map(({ name }) => name))], problem: null }
  // Twelve digits look like many things: only letters make sure whose number it is.
  const looks = hasLetters ? matches[0] : undefined
  return {
    carriers: [],
    problem: looks?.wrong ? { kind: 'check-digit', carrier: looks.name, ...looks.wrong } : null,
  }
}

/** What is wrong with a number of this carrier; null where nothing is known to be. */
export function numberProblem({ name, numbers, complete }: Carrier, number: string): NumberProblem | null {
  const plain = plainNumber(number)
  const matches = numbers.filter(({ pattern }) => pattern.test(plain)).map(({ check }) => wrongDigit(check, plain))
  if (matches.length === 0) return complete ? { kind: 'form', carrier: name } : null
  const [first] = matches
  return matches.includes(null) || !first ? null : { kind: 'check-digit', carrier: name, ...first }
}

function wrongDigit(check: CheckKind | null, plain: string): { found: string; expected: string } | null {
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
