// How recipients are compared: by what people write alike, not by marks, case or spaces.

const mostCompared = 200

/** A name to compare by: `Anna-María  O’Brien` is `anna maria obrien`. */
export const plainName = (name: string) =>
  name
    .slice(0, mostCompared)
    .normalize('NFKD')
    .replaceAll(/[\p{M}'’`.]/gu, '')
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{N}]+/gu, ' ')
    .trim()

/** A postcode to compare by: without spaces and marks, and of a ZIP+4 the five digits that each address has. */
export function plainPostcode(postcode: string): string {
  const plain = postcode
    .slice(0, mostCompared)
    .toUpperCase()
    .replaceAll(/[^\p{L}\p{N}]/gu, '')
  // A spreadsheet takes the zero of Massachusetts and of Saxony.
  const padded = /^\d{4}$/.test(plain) ? plain.padStart(5, '0') : plain
  return /^\d{9}$/.test(padded) ? padded.slice(0, 5) : padded
}

/** One key for a recipient at a postcode; null where either is missing. */
export function recipientKey(name: string | null | undefined, postcode: string | null | undefined): string | null {
  const [who, where] = [plainName(name ?? ''), plainPostcode(postcode ?? '')]
  return who && where ? `${who}|${where}` : null
}
