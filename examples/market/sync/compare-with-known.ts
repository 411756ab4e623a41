/** How to process an event. */
export type EventUse =
  /** Use its content. */
  | 'take'
  /** It is late and its content may be outdated: ask the hub. */
  | 'ask'

/**
 * Decides how to process an event. Its content is at least as recent as its time, so an event not older than the last
 * one is usable. An older one is ambiguous, because commit order may differ from time order.
 */
export function compareWithKnown(happenedAt: string, heardAt: string): EventUse {
  return happenedAt >= heardAt ? 'take' : 'ask'
}
