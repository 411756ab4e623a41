/** How to process an event. */
export type Judgement =
  /** Use its content. */
  | 'take'
  /** It is late and its content may be outdated: ask the hub. */
  | 'ask'

/**
 * Decides how to process an event. Its content is at least as recent as its time, so an event not older than the last
 * one is usable. An older one is ambiguous, because commit order may differ from time order.
 */
export function judge(happenedAt: string, heardAt: string): Judgement {
  return happenedAt >= heardAt ? 'take' : 'ask'
}
