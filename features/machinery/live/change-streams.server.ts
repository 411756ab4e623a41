import { changeable, type Changeable } from '#db/changeable.ts'
import type { Changes } from '#db/changes.ts'
import { minute } from '#lib/duration.ts'

declare module '#web/hub.ts' {
  interface Hub {
    live: ChangeStreams
  }
}

/** Who is told what changes: one browser of a member's. */
export interface Listener {
  sellerId: number
  memberId: string
  /** Milliseconds in which it has heard nothing. */
  missedMs: number
  tell: (what: readonly Changeable[]) => void
  /** It is told nothing more. */
  end: () => void
}

/** The browsers that listen to this process. */
export interface ChangeStreams {
  /** Adds one, and tells it at once what it missed; the function takes it out again. Null while the hub stops. */
  add(listener: Listener): (() => void) | null
  count(): number
  /** Ends them all, and takes no more. */
  close(): Promise<void>
}

/** Listeners of one member at once: a browser shares one among its tabs. The oldest makes room. */
export const mostOfMember = 20

/** Milliseconds in which what changes of one seller is told once. */
const togetherMs = 400

/** Milliseconds for which it is known who has changed what. */
const rememberedMs = minute

/** The hub's live pages: what commits anywhere is told to the browsers of its seller. `now`: milliseconds that never go back. */
export function createChangeStreams(changes: Changes, now = () => performance.now()): ChangeStreams {
  const sellers = new Map<number, Set<Listener>>()
  const held = new Map<number, Set<Changeable>>()
  const timers = new Set<ReturnType<typeof setTimeout>>()
  /** When what of whom was last heard to change; the oldest first. */
  const heard = new Map<string, { sellerId: number; what: Changeable; at: number }>()
  /** Since when all is heard; null: not yet. */
  let since: number | null = null
  let closed = false

  const tell = (sellerId: number, what: readonly Changeable[]) => {
    for (const listener of sellers.get(sellerId) ?? []) listener.tell(what)
  }
  // The first at once; what follows at its heels together.
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
      const oldest = own.length >= mostOfMember ? own[0] : undefined
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
