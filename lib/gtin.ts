/** Check digit of a GTIN or SSCC for the digits before it (GS1: from the right, weights 3 and 1 alternate). */
export function gs1CheckDigit(digits: string): number {
  const sum = [...digits]
    .toReversed()
    .reduce((total, digit, index) => total + Number(digit) * (index % 2 === 0 ? 3 : 1), 0)
  return (10 - (sum % 10)) % 10
}

/** Whether a text has the form of a GTIN: 8, 12, 13 or 14 digits (EAN, UPC, ISBN-13). Does not verify the check digit. */
export function looksLikeGtin(text: string): boolean {
  return /^(\d{8}|\d{12,14})$/.test(text)
}

export function isGtin(text: string): boolean {
  return looksLikeGtin(text) && gs1CheckDigit(text.slice(0, -1)) === Number(text.at(-1))
}

/** A scanned code as it is compared: letters in lower case, and a GTIN without zeros in front, which scanners leave out or add. */
export const plainCode = (code: string): string => (looksLikeGtin(code) ? code.replace(/^0+/, '') : code.toLowerCase())
