/**
 * Parses the selected rows of a bulk action or export: repeated `keys`, each one or several comma-separated keys.
 * `parseKey` returns null for invalid ones. Returns null if all matches are selected.
 */
export function readSelection<Key extends string>(
  params: URLSearchParams,
  parseKey: (text: string) => Key | null,
): Key[] | null {
  if (params.get('all') === '1' || !params.has('keys')) return null
  return params.getAll('keys').flatMap((keys) => keys.split(',').flatMap((key) => parseKey(key) ?? []))
}
