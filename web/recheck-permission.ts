/** Milliseconds for which an authorization result stays valid; uploads and queues may take minutes. */
const holdsFor = 250

/**
 * Caches who makes the request and their permissions, and reads them again after `holdsFor`, so that short requests
 * need one statement. `begin` replaces the first read; `clock` is in milliseconds.
 */
export function recheckPermission<T>(
  ask: () => Promise<T>,
  begin = ask,
  clock: Pick<Performance, 'now'> = performance,
): () => Promise<T> {
  let held: { answer: T; at: number } | null = null
  return async () => {
    if (!held || clock.now() - held.at > holdsFor) {
      const answer = await (held ? ask() : begin())
      // Count from the end of the read, so that a slow database is not asked twice.
      held = { answer, at: clock.now() }
    }
    return held.answer
  }
}
