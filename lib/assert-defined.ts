/**
 * A value that is there, though its type does not know it: `why` says what makes it so, and is what is read where it was wrong.
 *
 * @throws where it is null or undefined
 */
export function assertDefined<T>(value: T | null | undefined, why: string): T {
  if (value === null || value === undefined) throw new Error(`not there, though ${why}`)
  return value
}
