/** What orders and listings were mapped from. */
const sources = new WeakMap<object, object>()

export const noteSource = (thing: unknown, raw: object): void => {
  if (typeof thing === 'object' && thing !== null) sources.set(thing, raw)
}

/**
 * Path of the shop's field from which a value of a mapped order or listing comes, such as `shippingAddress.countryCode`.
 * Null where no field or several have it.
 */
export function shopFieldOf(thing: object, value: unknown): string | null {
  const raw = sources.get(thing)
  const wanted = textOf(value)
  if (!raw || wanted === '') return null
  const [found, ...others] = fieldsOf(raw).filter((field) => textOf(field.value) === wanted)
  return found && others.length === 0 ? found.path : null
}

const textOf = (value: unknown): string =>
  typeof value === 'string' || typeof value === 'number' ? String(value).trim().toLowerCase() : ''

/** Deeper fields are no longer of the order itself. */
const deepest = 8

function fieldsOf(of: object, path = '', depth = 0): { path: string; value: unknown }[] {
  return Object.entries(of).flatMap(([key, value]: [string, unknown]) => {
    const here = path === '' ? key : `${path}.${key}`
    if (typeof value !== 'object' || value === null) return [{ path: here, value }]
    return depth < deepest ? fieldsOf(value, here, depth + 1) : []
  })
}
