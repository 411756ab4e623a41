/** The URL of a GET form, tidier than the browser's: trims values, omits empty ones, and joins repeated names by commas. */
export function formHref(path: string, fields: Iterable<readonly [name: string, value: unknown]>): string {
  const values = new Map<string, Set<string>>()
  for (const [name, given] of fields) {
    const value = typeof given === 'string' ? given.trim() : ''
    if (value !== '') values.set(name, (values.get(name) ?? new Set()).add(value))
  }
  const search = new URLSearchParams([...values].map(([name, some]) => [name, [...some].join(',')]))
  return values.size === 0 ? path : `${path}?${search.toString().replaceAll('%2C', ',')}`
}
