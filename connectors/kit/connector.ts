import { setTimeout as delay } from 'node:timers/promises'
import { minute } from '#lib/duration.ts'
import type { Connected } from './connected.ts'
import { HubAway } from './hub-client.ts'
import { obey, report as sendReport } from './report.ts'
import { runRound, type RoundReport } from './round.ts'

/** A running connector. */
export interface Connector {
  /** Begins a round at once, or another one after the one under way. */
  wake: () => void
  /** Ends after the round under way. */
  stop: () => Promise<void>
}

interface ConnectorOptions extends Connected {
  /** Its name in the hub's list of connections. */
  name: string
  /** Milliseconds between rounds that nobody woke. */
  every: number
  say: (line: string) => void
}

/** Milliseconds until the first repetition of a failed round, and the most, to which it is doubled. */
const [firstPause, longestPause] = [1_000, minute]

/** Runs rounds until stopped, and reports each to the hub. A failed one is repeated, and said once for each reason. */
export function startConnector({ name, every, say, ...connected }: ConnectorOptions): Connector {
  const stopping = new AbortController()
  let sleeping = new AbortController()
  let isAwake = false
  let failures = 0
  let lastFailure = ''
  let lastRefusal = ''

  const report = () => sendReport(connected, { name, every })

  async function oneRound(): Promise<void> {
    // A long round is reported meanwhile, so that the hub does not take it for silence.
    let reported: Promise<unknown> = Promise.resolve()
    const reporting = setInterval(() => {
      reported = report().catch(() => {})
    }, every)
    let isHubAway = false
    try {
      const line = sentenceOf(await runRound(connected))
      failures = 0
      lastFailure = ''
      if (line) say(line)
    } catch (error) {
      failures += 1
      const line = messageOf(error)
      connected.outbox.keepPlace('failure', line)
      if (line !== lastFailure) say(line)
      lastFailure = line
      isHubAway = error instanceof HubAway
    } finally {
      clearInterval(reporting)
      await reported
    }
    if (!isHubAway && !stopping.signal.aborted) await reportRound()
  }

  /** Reports, and sends again what the hub's operator asks for: listings with another round at once. */
  async function reportRound(): Promise<void> {
    try {
      const asked = await report()
      lastRefusal = ''
      if (!asked) return
      await obey(connected, asked)
      isAwake = true
    } catch (error) {
      // The next round says that the hub is away.
      const line = error instanceof HubAway ? '' : `Reporting to the hub: ${messageOf(error)}`
      if (line && line !== lastRefusal) say(line)
      lastRefusal = line
    }
  }

  async function work(): Promise<void> {
    while (!stopping.signal.aborted) {
      isAwake = false
      await oneRound()
      if (isAwake || stopping.signal.aborted) continue
      sleeping = new AbortController()
      const pause = failures > 0 ? Math.min(every, longestPause, firstPause * 2 ** (failures - 1)) : every
      await delay(pause, undefined, { signal: sleeping.signal }).catch(() => {})
    }
  }

  const wake = () => {
    // While a side is away, the pause after the failure decides.
    if (failures > 0) return
    isAwake = true
    sleeping.abort()
  }
  const working = work()
  return {
    wake,
    async stop() {
      stopping.abort()
      sleeping.abort()
      await working
    },
  }
}

const messageOf = (error: unknown) => (error instanceof Error ? error.message : String(error))

/** What a round did, in a line; empty if it did nothing. */
export function sentenceOf({ listings, orders, told, refusedByShop }: RoundReport): string {
  const parts: [count: number, what: string][] = [
    [listings.sent, 'listings sent'],
    [orders.sent, 'orders sent'],
    [told, 'told to the shop'],
    [listings.refused + orders.refused + refusedByShop, 'kept back: see `status`'],
  ]
  return parts
    .filter(([count]) => count > 0)
    .map(([count, what]) => `${count} ${what}`)
    .join(', ')
}
