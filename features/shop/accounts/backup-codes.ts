import { randomInt } from 'node:crypto'

// Nothing that looks like something else on paper: no i, l, o, 0 and 1. 10 of 31 characters are 49 bits.
const alphabet = 'abcdefghjkmnpqrstuvwxyz23456789'

/** Ten new backup codes like `k7mq2-x9fhd`, from the system's randomness. */
export function newBackupCodes(): string[] {
  return Array.from({ length: 10 }, () => `${letters(5)}-${letters(5)}`)
}

function letters(count: number): string {
  return Array.from({ length: count }, () => alphabet[randomInt(alphabet.length)]).join('')
}

/** A code as it is kept, from how people type it: with spaces, in capitals, without the dash. */
export function normalCode(typed: string): string {
  const bare = typed.replaceAll(/[\s-]/g, '').toLowerCase().slice(0, 40)
  return /^[a-z\d]{10}$/.test(bare) ? `${bare.slice(0, 5)}-${bare.slice(5)}` : bare
}
