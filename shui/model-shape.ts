/** Whether a value, which may come from JSON, is a valid part of a view model. */
export type Is = (value: unknown) => boolean

export const isString: Is = (value) => typeof value === 'string'
export const isNumber: Is = (value) => Number.isFinite(value)

export const isObject = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

export const optional =
  (is: Is): Is =>
  (value) =>
    value === undefined || value === null || is(value)

export const listOf =
  (is: Is): Is =>
  (value) =>
    Array.isArray(value) && value.every((each) => is(each))

/** An object with these parts; others are ignored. */
export function shape(parts: Readonly<Record<string, Is>>): Is {
  const entries = Object.entries(parts)
  return (value) => isObject(value) && entries.every(([key, is]) => is(value[key]))
}
