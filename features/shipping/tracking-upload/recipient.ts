// Normalizes recipients for comparison: ignores accents, punctuation, case and spaces.

const maxCompared = 200

/** Normalized name: `Anna-María  O’Brien` becomes `anna maria obrien`. */
export const plainName = (name: string) =>
  name
    .slice(0, maxCompared)
    .normalize('NFKD')
    .replaceAll(/[\p{M}'’`.]/gu, '')
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{N}]+/gu, ' ')
    .trim()

/** Normalized postcode: no spaces or punctuation, and only five digits of a ZIP+4. */
export function plainPostcode(postcode: string): string {
  const plain = postcode
    .slice(0, maxCompared)
    .toUpperCase()
    .replaceAll(/[^\p{L}\p{N}]/gu, '')
  // Spreadsheets drop the leading zero of postcodes in Massachusetts and Saxony.
  const padded = /^\d{4}$/.test(plain) ? plain.padStart(5, '0') : plain
  return /^\d{9}$/.test(padded) ? padded.slice(0, 5) : padded
}

/** Combined key of recipient and postcode; null if either is missing. */
export function recipientKey(name: string | null | undefined, postcode: string | null | undefined): string | null {
  const [who, where] = [plainName(name ?? ''), plainPostcode(postcode ?? '')]
  return who && where ? `${who}|${where}` : null
}
