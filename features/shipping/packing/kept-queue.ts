import type { KeptQueue } from './pack-queue.ts'
import type { PackEvent } from './pack-station.ts'

export interface Packer {
  /** The seller's user name. */
  seller: string
  /** The member's id. */
  member: string
}

/**
 * Stores unsent events per member in the browser, so that they survive reloads and sign-outs and are never sent as
 * another member's work. Falls back to memory if the browser refuses storage (some private windows).
 */
export function keptQueue({ seller, member }: Packer): KeptQueue {
  const key = `hub-pack-queue:${seller}:${member}`
  let events: PackEvent[] = readKept(key)
  // Read before each write: other tabs store their own events under the same key.
  const keep = (change: (kept: readonly PackEvent[]) => PackEvent[]) => {
    events = change(events)
    try {
      localStorage.setItem(key, JSON.stringify(change(readKept(key))))
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

function readKept(key: string): PackEvent[] {
  try {
    const kept: unknown = JSON.parse(localStorage.getItem(key) ?? '[]')
    return Array.isArray(kept) ? (kept as PackEvent[]) : []
  } catch {
    return []
  }
}
