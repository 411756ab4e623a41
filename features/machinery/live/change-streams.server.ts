import { changeable, type Changeable } from '#db/changeable.ts'
import type { Changes } from '#db/changes.ts'
import { minute } from '#lib/duration.ts'

declare module '#web/hub.ts' {
  interface Hub {
    live: ChangeStreams
  }
}

export interface Listener {
  sellerId: number
  memberId: string
  /** Milliseconds since it last received events. */
  missedMs: number
  tell: (what: readonly Changeable[]) => void
  end: () => void
}

export interface ChangeStreams {
  /** Adds a listener and sends it what it missed; returns a function that removes it. Null during shutdown. */
  add(listener: Listener): (() => void) | null
  count(): number
  /** Ends all streams and accepts no more. */
  close(): Promise<void>
}

/** Maximum streams per member; a browser shares one among its tabs. The oldest is closed. */
export const maxStreamsPerMember = 20

/** Milliseconds over which changes of a seller are combined. */
const togetherMs = 400

/** Milliseconds for which changes are remembered. */
const rememberedMs = minute

/** Sends committed changes to the browsers of each seller. `now` is a monotonic clock in milliseconds. */
export function createChangeStreams(changes: Changes, now = () => performance.now()): ChangeStreams {
  const sellers = new Map<number, Set<Listener>>()
  const held = new Map<number, Set<Changeable>>()
  const timers = new Set<ReturnType<typeof setTimeout>>()
  /** Latest time of each change, oldest first. */
  const heard = new Map<string, { sellerId: number; what: Changeable; at: number }>()
  /** Start of complete coverage; null before that. */
  let since: number | null = null
  let closed = false

  const tell = (sellerId: number, what: readonly Changeable[]) => {
    for (const listener of sellers.get(sellerId) ?? []) listener.tell(what)
  }
  // Send the first change at once and combine the following ones.
  const changed = (sellerId: number, what: readonly Changeable[]) => {
    if (!sellers.has(sellerId)) return
    const more = held.get(sellerId)
    if (more) return what.forEach((each) => more.add(each))
    tell(sellerId, what)
    held.set(sellerId, new Set())
    const timer = setTimeout(() => {
      timers.delete(timer)
      const later = [...(held.get(sellerId) ?? [])]
      held.delete(sellerId)
      if (later.length > 0) changed(sellerId, later)
    }, togetherMs)
    timers.add(timer)
  }
  const remember = (sellerId: number, what: Changeable) => {
    const key = `${sellerId} ${what}`
    heard.delete(key)
    heard.set(key, { sellerId, what, at: now() })
    for (const [old, { at }] of heard) {
      if (at > now() - rememberedMs) break
      heard.delete(old)
    }
  }
  const missed = ({ sellerId, missedMs }: Listener): readonly Changeable[] => {
    const from = now() - missedMs
    if (since === null || from < since || missedMs > rememberedMs) return changeable
    return [...heard.values()].filter((each) => each.sellerId === sellerId && each.at >= from).map(({ what }) => what)
  }
  changes.start((change) => {
    if (change) {
      remember(change.sellerId, change.what)
      changed(change.sellerId, [change.what])
    } else {
      const isFirst = since === null
      since = now()
      if (!isFirst) for (const sellerId of sellers.keys()) changed(sellerId, changeable)
    }
  })

  return {
    add(listener) {
      if (closed) return null
      const { sellerId, memberId } = listener
      const listeners = sellers.get(sellerId) ?? new Set()
      sellers.set(sellerId, listeners)
      const own = [...listeners].filter((each) => each.memberId === memberId)
      const remove = (each: Listener) => {
        listeners.delete(each)
        if (listeners.size === 0 && sellers.get(sellerId) === listeners) sellers.delete(sellerId)
      }
      listeners.add(listener)
      const oldest = own.length >= maxStreamsPerMember ? own[0] : undefined
      if (oldest) {
        remove(oldest)
        oldest.end()
      }
      const what = missed(listener)
      if (what.length > 0) listener.tell(what)
      return () => remove(listener)
    },
    count: () => [...sellers.values()].reduce((sum, { size }) => sum + size, 0),
    async close() {
      closed = true
      for (const timer of timers) clearTimeout(timer)
      for (const listener of [...sellers.values()].flatMap((each) => [...each])) listener.end()
      sellers.clear()
      await changes.stop()
    },
  }
}
