import { createHash } from 'node:crypto'

/** Hash of a value, independent of the order of its fields; absent, null and empty fields are equal. */
export const digestOf = (value: unknown): string => hashOf(value).digest('base64url').slice(0, 22)

/** An id from a value, as the hub's own ids of refunds look. */
export const idFrom = (prefix: string, value: unknown): string => (prefix + hashOf(value).digest('hex')).slice(0, 32)

const hashOf = (value: unknown) => createHash('sha256').update(JSON.stringify(plain(value)) ?? '')

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
