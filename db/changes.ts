import { setTimeout as delay } from 'node:timers/promises'
import type pg from 'pg'
import { changeable, type Changeable } from './changeable.ts'
import { connect, schemaOf } from './connection.ts'

/** Hears of a change; null: whatever may have happened while nobody listened. */
type Hear = (change: { sellerId: number; what: Changeable } | null) => void

/** The ear of a process for what commits anywhere (LISTEN/NOTIFY). */
export interface Changes {
  /** Begins to listen; asked again, it does nothing. */
  start(hear: Hear): void
  stop(): Promise<void>
}

interface ChangesOptions {
  url: string
  /** Told once that nothing is heard, and again only after something was. */
  onError: (error: unknown) => void
  /** Milliseconds after which the connection is tried, and after which a broken one is opened anew. */
  beat?: number
  again?: number
  /** Milliseconds that opening one may take: a server whose host is gone refuses nothing. */
  within?: number
}

/**
 * Listens on a connection of its own, which is opened by `start` and anew whenever it breaks. What was told in between is
 * lost: then `hear` is called with null.
 */
export function openChanges(options: ChangesOptions): Changes {
  const { url, onError, beat = 20_000, again = 1_000, within = 20_000 } = options
  let running: Promise<void> | null = null
  let client: pg.Client | null = null
  const stopping = new AbortController()
  // It leaves nothing on the signal, which lasts as long as the connection.
  const pause = (ms: number, until: AbortSignal) => delay(ms, undefined, { signal: until }).catch(() => {})

  let isDeaf = false
  const listen = async (hear: Hear) => {
    const broken = new AbortController()
    const until = AbortSignal.any([stopping.signal, broken.signal])
    client = await connect(url, { keepAlive: true, query_timeout: beat, connectionTimeoutMillis: within })
    try {
      client.on('end', () => broken.abort())
      client.on('notification', ({ payload }) => {
        const change = readChange(payload)
        if (change) hear(change)
      })
      await client.query(`listen ${client.escapeIdentifier(channelOf(url))}`)
      isDeaf = false
      hear(null)
      // A connection whose server is gone says nothing by itself.
      for (;;) {
        await pause(beat, until)
        if (until.aborted) return
        await client.query('select 1')
      }
    } finally {
      const ended = client
      client = null
      await ended.end().catch(() => {})
    }
  }

  const run = async (hear: Hear) => {
    while (!stopping.signal.aborted) {
      await listen(hear).catch((error: unknown) => {
        if (!stopping.signal.aborted && !isDeaf) onError(error)
        isDeaf = true
      })
      await pause(again, stopping.signal)
    }
  }

  return {
    start(hear) {
      if (!stopping.signal.aborted) running ??= run(hear)
    },
    async stop() {
      stopping.abort()
      await running
    },
  }
}

const channelOf = (url: string) => `${schemaOf(url)}_changes`

function readChange(payload: string | undefined) {
  const [id, word] = (payload ?? '').split(' ')
  const what = changeable.find((each) => each === word)
  return what ? { sellerId: Number(id), what } : null
}
