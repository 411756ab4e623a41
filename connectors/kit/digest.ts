import { createHash } from 'node:crypto'

/** Hash of a value, independent of the order of its fields; absent, null and empty fields are equal. */
export const digestOf = (value: unknown): string =>
  createHash('sha256')
    .update(JSON.stringify(plain(value)) ?? '')
    .digest('base64url')
    .slice(0, 22)

function plain(value: unknown): unknown {
  if (value === null || value === undefined || value === '') return undefined
  if (Array.isArray(value)) return value.length > 0 ? value.map((each) => plain(each) ?? null) : undefined
  if (typeof value !== 'object') return value
  const fields = Object.entries(value)
    .map(([name, each]) => [name, plain(each)] as const)
    .filter(([, each]) => each !== undefined)
    .toSorted(([a], [b]) => (a < b ? -1 : 1))
  return Object.fromEntries(fields)
}
