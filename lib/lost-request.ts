/** What Firefox, Chromium and Safari say of a request, or of the rest of its answer, that was lost. */
const lost: ReadonlySet<unknown> = new Set([
  'NetworkError when attempting to fetch resource.',
  'Error in input stream',
  'Failed to fetch',
  'network error',
  'Load failed',
])

/**
 * Whether a rejection only says that a request was given up or lost, as when the reader leaves the page. That is no error
 * of a script.
 */
export function isLostRequest(reason: unknown): boolean {
  if (typeof reason !== 'object' || reason === null) return false
  const { name, message } = reason as { name?: unknown; message?: unknown }
  return name === 'AbortError' || (name === 'TypeError' && lost.has(message))
}
