/** What a failure says. What was thrown and is no error says itself. */
export const errorText = (error: unknown): string => (error instanceof Error ? error.message : String(error))

/** The code that the system, PostgreSQL or its driver gives a failure: `ENOENT`, `23505`. Empty where it has none. */
export function errorCode(error: unknown): string {
  const code = typeof error === 'object' && error !== null && 'code' in error ? error.code : undefined
  return typeof code === 'string' ? code : ''
}
