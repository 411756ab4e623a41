const joined = (path: string, query: string) =>
  query === '' ? path : `${path}${path.includes('?') ? '&' : '?'}${query}`

/** Adds the given parameters to a path: `withQuery('/sign-in', { done: 'signed-out', next: null })`. */
export function withQuery(path: string, parameters: Record<string, string | null | undefined>): string {
  const given = Object.entries(parameters).filter((entry): entry is [string, string] => entry[1] != null)
  return joined(path, String(new URLSearchParams(given)))
}

/** Adds another URL's query, with or without `?`: `status=paid&q=leica`. */
export const withSearch = (path: string, search: string | URLSearchParams): string =>
  joined(path, String(search).replace(/^\?/, ''))
