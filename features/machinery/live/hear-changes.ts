/** What is heard: of which seller, by user name, and what has changed. */
export interface Heard {
  shop: string
  what: readonly string[]
}

/** A page that listens. */
export interface Hearing {
  /** Whether it cannot, or has heard no sign of life for too long. */
  isDeaf(): boolean
  stop(): void
}

interface HearOptions {
  /** The stream's address. */
  url: string
  /** Of whom this page is: browsers of several sellers have a stream each. */
  shop: string
  hear: (heard: Heard) => void
}

/** Milliseconds after which a stream that broke is opened anew. */
const againMs = 3_000

/** Milliseconds of silence after which a stream is taken for broken: the hub gives a sign of life every 20 s. */
const silentMs = 50_000

/**
 * Hears what changes of a seller while the page is open. One tab of a browser has the stream and tells the others; when it
 * closes, another takes its place. What was missed in between the hub tells by itself.
 */
export function hearChanges({ url, shop, hear }: HearOptions): Hearing {
  if (!('locks' in navigator) || typeof EventSource === 'undefined' || typeof BroadcastChannel === 'undefined')
    return { isDeaf: () => true, stop: () => {} }
  const name = `hub-live ${shop}`
  const ended = new AbortController()
  const channel = new BroadcastChannel(name)
  // The page was made before it listens. By the clock: a sleeping machine's own counting stands still.
  let heardAt = performance.timeOrigin
  const alive = () => (heardAt = Date.now())
  channel.addEventListener('message', ({ data }) => {
    alive()
    if (data) hear(data as Heard)
  })
  const stream = () =>
    new Promise<void>((resolve) => {
      const over = new AbortController()
      const source = new EventSource(`${url}?missed=${Math.max(0, Math.ceil(Date.now() - heardAt))}`)
      const close = () => over.abort()
      const told = (heard: Heard | null) => {
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
      // By itself it would come back without saying what it missed.
      source.addEventListener('error', close)
      ended.signal.addEventListener('abort', close, { once: true, signal: over.signal })
    })
  const lead = async () => {
    while (!ended.signal.aborted) {
      await stream()
      await pause(againMs, ended.signal)
    }
  }
  navigator.locks.request(name, { signal: ended.signal }, lead).catch(() => {})
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
