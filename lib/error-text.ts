export const errorText = (error: unknown): string => (error instanceof Error ? error.message : String(error))

/** The code of an error from the system, PostgreSQL or its driver: `ENOENT`, `23505`. Empty if there is none. */
export function errorCode(error: unknown): string {
  const code = typeof error === 'object' && error !== null && 'code' in error ? error.code : undefined
  return typeof code === 'string' ? code : ''
}
