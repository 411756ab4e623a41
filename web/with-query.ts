/** Adds the given parameters to a path: `withQuery('/sign-in', { done: 'signed-out', next: null })`. */
export function withQuery(path: string, parameters: Record<string, string | null | undefined>): string {
  const given = Object.entries(parameters).filter((entry): entry is [string, string] => entry[1] != null)
  return given.length > 0 ? `${path}?${new URLSearchParams(given)}` : path
}

/** Adds another URL's query, with or without `?`: `status=paid&q=leica`. */
export function withSearch(path: string, search: string | URLSearchParams): string {
  const query = String(search).replace(/^\?/, '')
  return query === '' ? path : `${path}?${query}`
}
