import { tabLocks } from '#web/tab-locks.ts'

/** A change: the seller's user name and what changed. */
export interface ChangeNotice {
  shop: string
  what: readonly string[]
}

export interface ChangeListener {
  /** Whether the stream is unavailable or has been silent for too long. */
  isDeaf(): boolean
  stop(): void
}

interface HearOptions {
  url: string
  /** Seller of this page; each seller has its own stream. */
  shop: string
  hear: (heard: ChangeNotice) => void
}

/** Milliseconds before reconnecting. */
const againMs = 3_000

/** Milliseconds of silence after which the stream counts as broken; the hub sends a heartbeat every 20 s. */
const silentMs = 50_000

/**
 * Subscribes to a seller's changes. One tab of the browser holds the stream and relays it; when it closes, another
 * takes over. The hub resends what was missed in between.
 */
export function listenForChanges({ url, shop, hear }: HearOptions): ChangeListener {
  const name = `hub-live ${shop}`
  const ended = new AbortController()
  const channel = new BroadcastChannel(name)
  // Changes may have occurred since the page was made. Uses wall-clock time, because other timers stop during sleep.
  let heardAt = performance.timeOrigin
  const alive = () => (heardAt = Date.now())
  channel.addEventListener('message', ({ data }) => {
    alive()
    if (data) hear(data as ChangeNotice)
  })
  const stream = () =>
    new Promise<void>((resolve) => {
      const over = new AbortController()
      const source = new EventSource(`${url}?missed=${Math.max(0, Math.ceil(Date.now() - heardAt))}`)
      const close = () => over.abort()
      const told = (heard: ChangeNotice | null) => {
        alive()
        // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a channel has none: it is this origin's
        channel.postMessage(heard)
        if (heard) hear(heard)
      }
      const watch = setInterval(() => {
        if (Date.now() - heardAt > silentMs) close()
      }, silentMs / 2)
      over.signal.addEventListener('abort', () => {
        clearInterval(watch)
        source.close()
        resolve()
      })
      source.addEventListener('beat', () => told(null))
      source.addEventListener('message', ({ data }) => {
        const [of = '', ...what] = String(data).split(' ')
        told({ shop: of, what })
      })
      // Automatic reconnection would not report what was missed.
      source.addEventListener('error', close)
      ended.signal.addEventListener('abort', close, { once: true, signal: over.signal })
    })
  const lead = async () => {
    while (!ended.signal.aborted) {
      await stream()
      await pause(againMs, ended.signal)
    }
  }
  tabLocks()
    .then((locks) => locks.request(name, { signal: ended.signal }, lead))
    .catch(() => {})
  return {
    isDeaf: () => Date.now() - heardAt > silentMs,
    stop() {
      ended.abort()
      channel.close()
    },
  }
}

function pause(ms: number, signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    if (signal.aborted) return resolve()
    const timer = setTimeout(resolve, ms)
    signal.addEventListener('abort', () => (clearTimeout(timer), resolve()), { once: true })
  })
}
