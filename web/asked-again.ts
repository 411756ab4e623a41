/** Milliseconds for which it holds what was found out about who asks: what they send, or their turn, may take minutes. */
const holdsFor = 250

/**
 * Finds out who asks and what they may, and finds it out anew where that was some time ago: what was sent, or waited for, in no time
 * costs no second statement. `begin` asks for the first time, where more belongs to it; `clock` has milliseconds.
 */
export function askedAgain<T>(
  ask: () => Promise<T>,
  begin = ask,
  clock: Pick<Performance, 'now'> = performance,
): () => Promise<T> {
  let held: { answer: T; at: number } | null = null
  return async () => {
    if (!held || clock.now() - held.at > holdsFor) {
      const answer = await (held ? ask() : begin())
      // From here on: a database that is slow to answer is not asked twice for it.
      held = { answer, at: clock.now() }
    }
    return held.answer
  }
}
