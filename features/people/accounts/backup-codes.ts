import { randomInt } from 'node:crypto'

// Without look-alikes: no i, l, o, 0 and 1. Ten of 31 characters give 49 bits.
const alphabet = 'abcdefghjkmnpqrstuvwxyz23456789'

/** Ten new random backup codes, such as `k7mq2-x9fhd`. */
export function newBackupCodes(): string[] {
  return Array.from({ length: 10 }, () => `${letters(5)}-${letters(5)}`)
}

function letters(count: number): string {
  return Array.from({ length: count }, () => alphabet[randomInt(alphabet.length)]).join('')
}

/** Normalises a typed code: removes spaces and dashes, lower case. */
export function normalCode(typed: string): string {
  const bare = typed.replaceAll(/[\s-]/g, '').toLowerCase().slice(0, 40)
  return /^[a-z\d]{10}$/.test(bare) ? `${bare.slice(0, 5)}-${bare.slice(5)}` : bare
}
