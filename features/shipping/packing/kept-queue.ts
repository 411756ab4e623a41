import type { KeptQueue } from './pack-queue.ts'
import type { PackEvent } from './pack-station.ts'

/** Who packs at a station. */
export interface Packer {
  /** The seller's user name. */
  seller: string
  /** The member's id. */
  member: string
}

/**
 * What a member packed for a seller and this device has not sent: it outlives the page, the session and the browser. It waits
 * for them where somebody else packs at the device next: the hub takes what is sent for the work of who sends it. Where the
 * browser keeps nothing (private windows of some), it lives with the page.
 */
export function keptQueue({ seller, member }: Packer): KeptQueue {
  const key = `hub-pack-queue:${seller}:${member}`
  let events: PackEvent[] = readKept(key)
  // Only its own events come and go: what another page of this browser keeps there is not in this one's list.
  const keep = (change: (kept: readonly PackEvent[]) => PackEvent[]) => {
    events = change(events)
    try {
      localStorage.setItem(key, JSON.stringify(change(readKept(key))))
    } catch {
      // Kept in memory then.
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
