import { randomId } from '#lib/random-id.ts'
import type { TabLocks } from './tab-locks.ts'

/** Milliseconds after which the lease of a crashed tab ends. Browsers run the timers of hidden tabs once a minute. */
const leaseMs = 150_000
const renewMs = leaseMs / 3

/** Milliseconds after which tabs that took a name at once look who wrote last. */
const settleMs = 100

const prefix = 'hub-lock '

/** Locks as leases in local storage: a tab renews its own, and takes what was released or has ended. */
export function leaseLocks(storage: Storage): TabLocks {
  const holderOf = (key: string) => {
    const [holder, until] = storage.getItem(key)?.split(' ') ?? []
    return Number(until) > Date.now() ? holder : undefined
  }
  return {
    async request(name, { signal = new AbortController().signal }, work) {
      const key = prefix + name
      const own = randomId()
      const write = () => {
        if ((holderOf(key) ?? own) === own) storage.setItem(key, `${own} ${Date.now() + leaseMs}`)
      }
      const release = () => {
        if (holderOf(key) === own) storage.removeItem(key)
      }
      addEventListener('pagehide', release)
      let timer
      try {
        for (;;) {
          write()
          await pause(settleMs, signal)
          signal.throwIfAborted()
          if (holderOf(key) === own) break
          await pause(renewMs, signal, key)
        }
        timer = setInterval(write, renewMs)
        return await work()
      } finally {
        clearInterval(timer)
        removeEventListener('pagehide', release)
        release()
      }
    },
    query: () => {
      const held = Object.keys(storage).flatMap((key) =>
        key.startsWith(prefix) && holderOf(key) ? { name: key.slice(prefix.length) } : [],
      )
      return Promise.resolve({ held })
    },
  }
}

/** Waits until the time is over, the signal aborts, or another tab releases `key`. */
function pause(ms: number, signal: AbortSignal, key?: string): Promise<void> {
  return new Promise((resolve) => {
    const end = new AbortController()
    const done = () => {
      end.abort()
      resolve()
    }
    const timer = setTimeout(done, ms)
    end.signal.addEventListener('abort', () => clearTimeout(timer))
    if (signal.aborted) return done()
    signal.addEventListener('abort', done, { signal: end.signal })
    const hear = (event: StorageEvent) => {
      if (event.key === key && event.newValue === null) done()
    }
    if (key) addEventListener('storage', hear, { signal: end.signal })
  })
}
