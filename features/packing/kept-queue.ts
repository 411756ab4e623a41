import type { KeptQueue } from './pack-queue.ts'
import type { PackEvent } from './pack-station.ts'

/**
 * The queue of a seller's station on this device: it outlives the page and the browser. Where the browser keeps nothing
 * (private windows of some), it lives with the page.
 */
export function keptQueue(seller: string): KeptQueue {
  const key = `hub-pack-queue:${seller}`
  let events: PackEvent[] = readKept(key)
  return {
    read: () => events,
    write: (next) => {
      events = [...next]
      try {
        localStorage.setItem(key, JSON.stringify(events))
      } catch {
        // Kept in memory then.
      }
    },
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
