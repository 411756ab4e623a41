import { setTimeout as delay } from 'node:timers/promises'
import type pg from 'pg'
import { changeable, type Changeable } from './changeable.ts'
import { connect, schemaOf } from './connection.ts'

/** Receives a change; null after a gap, during which anything may have changed. */
type ChangeListener = (change: { sellerId: number; what: Changeable } | null) => void

/** Receives change notifications from all processes (LISTEN/NOTIFY). */
export interface Changes {
  /** Starts listening; idempotent. */
  start(onChange: ChangeListener): void
  stop(): Promise<void>
}

interface ChangesOptions {
  url: string
  /** Called once when the connection is lost, and again only after it was restored. */
  onError: (error: unknown) => void
  /** Milliseconds between connection checks, and before reconnecting. */
  beat?: number
  again?: number
  /** Connect timeout in milliseconds: a host that is gone refuses nothing. */
  within?: number
}

/**
 * Listens on a dedicated connection, opened by `start` and reopened when it breaks. Notifications sent in between are
 * lost: `hear` is then called with null.
 */
export function openChanges(options: ChangesOptions): Changes {
  const { url, onError, beat = 20_000, again = 1_000, within = 20_000 } = options
  let running: Promise<void> | null = null
  let client: pg.Client | null = null
  const stopping = new AbortController()
  // Removes its abort listener: the signal lives as long as the connection.
  const pause = (ms: number, until: AbortSignal) => delay(ms, undefined, { signal: until }).catch(() => {})

  let isDeaf = false
  const listen = async (onChange: ChangeListener) => {
    const broken = new AbortController()
    const until = AbortSignal.any([stopping.signal, broken.signal])
    client = await connect(url, { keepAlive: true, query_timeout: beat, connectionTimeoutMillis: within })
    try {
      client.on('end', () => broken.abort())
      client.on('notification', ({ payload }) => {
        const change = readChange(payload)
        if (change) onChange(change)
      })
      await client.query(`listen ${client.escapeIdentifier(changesChannel(url))}`)
      isDeaf = false
      onChange(null)
      // A dead server does not close the connection: probe it.
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

  const run = async (onChange: ChangeListener) => {
    while (!stopping.signal.aborted) {
      await listen(onChange).catch((error: unknown) => {
        if (!stopping.signal.aborted && !isDeaf) onError(error)
        isDeaf = true
      })
      await pause(again, stopping.signal)
    }
  }

  return {
    start(onChange) {
      if (!stopping.signal.aborted) running ??= run(onChange)
    },
    async stop() {
      stopping.abort()
      await running
    },
  }
}

export const changesChannel = (url: string): string => `${schemaOf(url)}_changes`

function readChange(payload: string | undefined) {
  const [id, word] = (payload ?? '').split(' ')
  const what = changeable.find((each) => each === word)
  return what ? { sellerId: Number(id), what } : null
}
