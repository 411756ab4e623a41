/**
 * The rows that a selection sends (bulk actions, export of the selected): `keys`, several of that name, each one key or some
 * joined by commas, as boxes of a plain form and hidden fields send them. `parseKey` reads one, null for what is none.
 * Null: not some rows but all that match.
 */
export function readSelection<Key extends string>(
  params: URLSearchParams,
  parseKey: (text: string) => Key | null,
): Key[] | null {
  if (params.get('all') === '1' || !params.has('keys')) return null
  return params.getAll('keys').flatMap((keys) => keys.split(',').flatMap((key) => parseKey(key) ?? []))
}
