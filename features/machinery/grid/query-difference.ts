import type { QueryChange } from '#lib/query.ts'

/** Changes from one query to another, with or without `?`. Multiple values of a key are comma-separated. */
export function queryDifference(from: string, to: string): QueryChange[] {
  const before = new URLSearchParams(from)
  const after = new URLSearchParams(to)
  const keys = new Set([...before.keys(), ...after.keys()])
  const valueIn = (params: URLSearchParams, key: string) =>
    params
      .getAll(key)
      .map((value) => value.trim())
      .filter((value) => value !== '')
      .join(',')
  return [...keys]
    .filter((key) => valueIn(before, key) !== valueIn(after, key))
    .map((key) => ({ key, value: valueIn(after, key) }))
}
