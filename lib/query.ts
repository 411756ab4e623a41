/** One change of a query: an empty value removes the key. */
export interface QueryChange {
  readonly key: string
  readonly value: string | number | boolean | null | undefined
}

/** A single change or a list of them; later ones win. */
export type QueryChanges = QueryChange | readonly QueryChange[]

/**
 * Applies changes to a query and returns it without `?`. Values are trimmed and an empty one removes its key; a changed
 * key occurs once, a non-empty `src` is set, and an existing `offset` becomes 0.
 */
export function refilterQuery(current: string | URLSearchParams, changes: QueryChanges, src?: string | null): string {
  const params = new URLSearchParams()
  for (const [key, value] of new URLSearchParams(current)) {
    if (value.trim() !== '') params.append(key, value.trim())
  }
  const list: readonly QueryChange[] = Array.isArray(changes) ? changes : [changes]
  const wanted = new Map(list.map(({ key, value }) => [key, trimmed(value)]))
  if (trimmed(src) !== '') wanted.set('src', trimmed(src))
  for (const [key, value] of wanted) {
    if (value === '') params.delete(key)
    else params.set(key, value)
  }
  if (params.has('offset')) params.set('offset', '0')
  return params.toString()
}

const trimmed = (value: QueryChange['value']) => (value === null || value === undefined ? '' : String(value).trim())

/** The path and query to load; keeps the path and drops the hash. */
export function refilterPath(
  location: { readonly pathname: string; readonly search: string },
  changes: QueryChanges,
  src?: string | null,
): string {
  const query = refilterQuery(location.search, changes, src)
  return query === '' ? location.pathname : `${location.pathname}?${query}`
}
