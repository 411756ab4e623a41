import { createHash } from 'node:crypto'

/** Bytes of a header stored verbatim, below the index limit of 2,704; longer ones are hashed. */
const longestHeaderName = 2_000

/** Normalized key of a header, independent of spacing and case; a hash if it is long. */
export function headerName(fields: readonly string[]): string {
  const names = JSON.stringify(fields.map((field) => field.trim().toLowerCase().replaceAll(/\s+/g, ' ')))
  return Buffer.byteLength(names) > longestHeaderName ? createHash('sha256').update(names).digest('base64url') : names
}
