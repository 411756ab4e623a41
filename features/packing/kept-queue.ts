import type { KeptQueue } from './pack-queue.ts'
import type { PackEvent } from './pack-station.ts'

/**
 * The queue of a seller's station on this device: it outlives the page and the browser. Where the browser keeps nothing
 * (private windows of some), it lives with the page.
 */
export function keptQueue(seller: string): KeptQueue {
  const key = `hub-pack-queue:${seller}`
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
