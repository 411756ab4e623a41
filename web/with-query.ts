/** A path with the parameters that are given: `withQuery('/sign-in', { done: 'signed-out', next: null })`. */
export function withQuery(path: string, parameters: Record<string, string | null | undefined>): string {
  const given = Object.entries(parameters).filter((entry): entry is [string, string] => entry[1] != null)
  return given.length > 0 ? `${path}?${new URLSearchParams(given)}` : path
}

/** A path with the query of another address as that spells it, with or without its mark: `status=paid&q=leica`. */
export function withSearch(path: string, search: string | URLSearchParams): string {
  const query = String(search).replace(/^\?/, '')
  return query === '' ? path : `${path}?${query}`
}
