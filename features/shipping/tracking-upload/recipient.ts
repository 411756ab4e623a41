// Normalizes recipients for comparison: ignores accents, punctuation, case and spaces.

const maxCompared = 200

/** Form of address, which label programs put before names. */
const titles = new Set(['mr', 'mrs', 'ms', 'miss', 'herr', 'frau', 'mme'])
const letters: Record<string, string> = { ß: 'ss', ø: 'o', æ: 'a', œ: 'o', ł: 'l', đ: 'd' }

/**
 * Normalized name: `O’Brien, Anna-María` becomes `anna maria obrien`. Umlauts may be written out, and the words come in
 * any order.
 */
export function plainName(name: string): string {
  const words = name
    .slice(0, maxCompared)
    .normalize('NFKD')
    .replaceAll(/[\p{M}'’`.]/gu, '')
    .toLowerCase()
    .replaceAll(/[ßøæœłđ]/g, (letter) => letters[letter] ?? letter)
    .replaceAll(/([aou])e/g, '$1')
    .split(/[^\p{L}\p{N}]+/u)
    .filter(Boolean)
  const own = words.filter((word) => !titles.has(word))
  return (own.length > 0 ? own : words).toSorted().join(' ')
}

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
