import type { KeptQueue, Sendable } from './send-queue.ts'

/** Who scans. */
export interface Scanner {
  /** The seller's user name. */
  seller: string
  /** The member's id. */
  member: string
}

/**
 * Stores unsent events per member in the browser, so that they survive reloads and sign-outs and are never sent as
 * another member's work. Falls back to memory if the browser refuses storage (some private windows).
 */
export function keptQueue<Event extends Sendable>(
  name: 'pack' | 'count',
  { seller, member }: Scanner,
): KeptQueue<Event> {
  const key = `hub-${name}-queue:${seller}:${member}`
  let events: Event[] = readKept(key)
  // Read before each write: other tabs store their own events under the same key.
  const keep = (change: (kept: readonly Event[]) => Event[]) => {
    events = change(events)
    try {
      localStorage.setItem(key, JSON.stringify(change(readKept<Event>(key))))
    } catch {
      // Falls back to memory.
    }
  }
  return {
    read: () => events,
    add: (event) => keep((kept) => [...kept, event]),
    remove: (ids) => keep((kept) => kept.filter(({ id }) => !ids.has(id))),
  }
}

function readKept<Event>(key: string): Event[] {
  try {
    const kept: unknown = JSON.parse(localStorage.getItem(key) ?? '[]')
    return Array.isArray(kept) ? (kept as Event[]) : []
  } catch {
    return []
  }
}
