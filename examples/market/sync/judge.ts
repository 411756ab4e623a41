/** What to do with what an event tells. */
export type Judgement =
  /** Take it as it is told. */
  | 'take'
  /** It comes late: what it tells may be older than what is known, so the hub is asked how it stands now. */
  | 'ask'

/**
 * Judges an event about a thing. What an event tells is never older than the event itself, so one that is not older than the last is
 * good as it is. Of an older one nobody can say: two changes at one moment are told in the order in which they were committed, which
 * is not always that of their times.
 */
export function judge(happenedAt: string, heardAt: string): Judgement {
  return happenedAt >= heardAt ? 'take' : 'ask'
}
