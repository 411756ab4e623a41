import { gs1CheckDigit } from './gtin.ts'

// Check digit algorithms of tracking numbers. Each takes the characters before the check digit.

/** Check digit of a postal serial number's eight digits (UPU S10). */
export function s10CheckDigit(digits: string): number {
  const sum = weighted(digits, [8, 6, 4, 2, 3, 5, 9, 7])
  const check = 11 - (sum % 11)
  if (check === 10) return 0
  return check === 11 ? 5 : check
}

/** UPS: letters count A 2, B 3 and so on modulo 10, and every second digit is doubled. `text` follows `1Z`. */
function upsCheckDigit(text: string): number {
  const values = [...text].map((sign) => (/\d/.test(sign) ? Number(sign) : (sign.charCodeAt(0) - 63) % 10))
  const sum = values.reduce((total, value, index) => total + value * (index % 2 === 0 ? 1 : 2), 0)
  return (10 - (sum % 10)) % 10
}

/** FedEx Express: eleven digits weighted 3, 1, 7 repeatedly, modulo 11. */
function fedexCheckDigit(digits: string): number {
  return (weighted(digits, [3, 1, 7, 3, 1, 7, 3, 1, 7, 3, 1]) % 11) % 10
}

/** DHL Express air waybills: nine digits as a number, modulo 7. */
const dhlCheckDigit = (digits: string) => Number(digits) % 7

function weighted(digits: string, weights: readonly number[]): number {
  return [...digits].reduce((total, digit, index) => total + Number(digit) * (weights[index] ?? 0), 0)
}

export const checkKinds = ['s10', 'ups', 'fedex', 'gs1', 'mod7'] as const
export type CheckKind = (typeof checkKinds)[number]

export function checkDigitOf(kind: CheckKind, number: string): { at: number; expected: string } {
  const last = number.length - 1
  const before = number.slice(0, last)
  switch (kind) {
    case 's10':
      return { at: 10, expected: String(s10CheckDigit(number.slice(2, 10))) }
    case 'ups':
      return { at: last, expected: String(upsCheckDigit(number.slice(2, last))) }
    case 'fedex':
      return { at: last, expected: String(fedexCheckDigit(before)) }
    case 'gs1':
      return { at: last, expected: String(gs1CheckDigit(before)) }
    case 'mod7':
      return { at: last, expected: String(dhlCheckDigit(before)) }
  }
}
