/** Request header that asks for the loader data of one route of the page, by its id, instead of the page. */
export const pageDataHeader = 'x-page-data'

/** Loader data as JSON. Waits for its promises, which must not reject; dates are refused, since pages get them as texts. */
export async function stringifyPageData(data: unknown): Promise<string> {
  const settled = new Map<unknown, unknown>()
  for (;;) {
    const pending = new Set<Promise<unknown>>()
    const text = JSON.stringify(data, function replace(this: Record<string, unknown>, key, value: unknown) {
      const given = this[key]
      if (given instanceof Date) throw new TypeError(`the date ${key} would become a text`)
      if (!(value instanceof Promise)) return value
      if (!settled.has(value)) pending.add(value)
      return settled.get(value)
    })
    if (pending.size === 0) return text
    for (const promise of pending) settled.set(promise, await promise)
  }
}
