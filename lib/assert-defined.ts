/**
 * Returns a value that is always defined, although its type allows null. `why` gives the reason, for the error message.
 * @throws if it is null or undefined
 */
export function assertDefined<T>(value: T | null | undefined, why: string): T {
  if (value === null || value === undefined) throw new Error(`not there, though ${why}`)
  return value
}
