import { minute } from '#lib/duration.ts'
import type { Connected } from './connected.ts'
import { HubAway } from './hub-client.ts'
import { obey, report as sendReport } from './report.ts'
import { runRound, type RoundReport } from './round.ts'
import { tellShop } from './to-shop.ts'

/** A running connector. */
export interface Connector {
  /** After a webhook: of the shop, a round begins at once or after the one under way; of the hub, its events are read. */
  wake: (from: 'hub' | 'shop') => void
  /** Ends after the round under way. */
  stop: () => Promise<void>
}

interface ConnectorOptions extends Connected {
  /** Its name in the hub's list of connections. */
  name: string
  /** Its own version, for the same list, if it tells one. */
  version?: string
  /** Milliseconds between rounds that nobody woke. */
  every: number
  /** Milliseconds between readings of the hub's events beside rounds; null where its webhooks wake the connector. */
  watch: number | null
  /** The clock; another one for tests. */
  time?: Time
  say: (line: string) => void
}

/** What a connector does with time. */
export interface Time {
  /** Milliseconds of a clock that never goes back. */
  now: () => number
  /** Resolves after so many milliseconds, or when it is woken. */
  sleep: (milliseconds: number, woken: Woken) => Promise<void>
}

/** Tells that somebody wakes a sleeper: an AbortSignal, of which the kit's types know nothing. */
interface Woken {
  addEventListener: (type: 'abort', listener: () => void) => void
}

const realTime: Time = {
  now: () => performance.now(),
  sleep: (milliseconds, woken) =>
    new Promise((resolve) => {
      const timer = setTimeout(resolve, milliseconds)
      woken.addEventListener('abort', () => {
        clearTimeout(timer)
        resolve()
      })
    }),
}

/** Milliseconds until the first repetition of a failed round, and the most, to which it is doubled. */
const [firstPause, longestPause] = [1_000, minute]

/** Milliseconds after so many failures on end. */
export const pauseAfter = (failures: number, every: number): number =>
  Math.min(every, longestPause, firstPause * 2 ** (failures - 1))

/**
 * Runs rounds until stopped, and reads the hub's events between them and during long ones. Each is reported to the hub. A
 * failed one is repeated as a round, and said once for each reason.
 */
export function startConnector({
  name,
  version,
  every,
  watch,
  time = realTime,
  say,
  ...connected
}: ConnectorOptions): Connector {
  const stopping = new AbortController()
  let sleeping = new AbortController()
  let asked: 'round' | 'events' | null = 'round'
  let failures = 0
  let lastFailure = ''
  let lastRefusal = ''
  /** Whether a round has ended well since the last failure: else the hub may have orders that the outbox does not know. */
  let isInStep = false
  let lookedAt = 0

  const report = () => sendReport(connected, { name, version, every })

  /** Resolves with whether the hub answered, if `step` fails. */
  async function attempt(step: () => Promise<void>): Promise<boolean> {
    try {
      await step()
      failures = 0
      lastFailure = ''
      return true
    } catch (error) {
      failures += 1
      isInStep = false
      const line = messageOf(error)
      // A memory that is away keeps no failures, either.
      await connected.outbox.keepPlace('failure', line).catch(() => {})
      if (line !== lastFailure) say(line)
      lastFailure = line
      return !(error instanceof HubAway)
    }
  }

  /** Tells the shop what sellers did. Returns whether there was anything. */
  async function look(): Promise<boolean> {
    lookedAt = time.now()
    const { told, refused } = await tellShop(connected)
    const line = lineOf([
      [told, 'told to the shop'],
      [refused, keptBack],
    ])
    if (line) say(line)
    return line !== ''
  }

  async function meanwhile(): Promise<void> {
    const isDue = asked === 'events' || (watch !== null && time.now() - lookedAt >= watch)
    if (!isInStep || !isDue) return
    if (asked === 'events') asked = null
    await look()
  }

  async function oneRound(): Promise<void> {
    // A long round is reported meanwhile, so that the hub does not take it for silence.
    let reported: Promise<unknown> = Promise.resolve()
    const reporting = setInterval(() => {
      reported = report().catch(() => {})
    }, every)
    const isHubThere = await attempt(async () => {
      const line = sentenceOf(await runRound(connected, meanwhile))
      isInStep = true
      if (line) say(line)
    })
    clearInterval(reporting)
    await reported
    if (isHubThere && !stopping.signal.aborted) await reportRound()
  }

  async function oneLook(): Promise<void> {
    let isNews = false
    const isHubThere = await attempt(async () => {
      isNews = await look()
    })
    if (isHubThere && (isNews || failures > 0) && !stopping.signal.aborted) await reportRound()
  }

  /** Reports, and sends again what the hub's operator asks for: listings with another round at once. */
  async function reportRound(): Promise<void> {
    try {
      const again = await report()
      lastRefusal = ''
      if (!again) return
      await obey(connected, again)
      asked = 'round'
    } catch (error) {
      // The next round says that the hub is away.
      const line = error instanceof HubAway ? '' : `Reporting to the hub: ${messageOf(error)}`
      if (line && line !== lastRefusal) say(line)
      lastRefusal = line
    }
  }

  async function work(): Promise<void> {
    let next = time.now()
    while (!stopping.signal.aborted) {
      const isRound = asked === 'round' || failures > 0 || time.now() >= next
      asked = null
      await (isRound ? oneRound() : oneLook())
      if (failures > 0) next = time.now() + pauseAfter(failures, every)
      else if (isRound) next = time.now() + every
      if (asked !== null || stopping.signal.aborted) continue
      sleeping = new AbortController()
      const left = Math.max(0, next - time.now())
      const pause = failures > 0 || watch === null ? left : Math.min(left, watch)
      await time.sleep(pause, sleeping.signal)
    }
  }

  const working = work()
  return {
    wake(from) {
      // While a side is away, the pause after the failure decides.
      if (failures > 0) return
      if (from === 'shop') asked = 'round'
      else asked ??= 'events'
      sleeping.abort()
    },
    async stop() {
      stopping.abort()
      sleeping.abort()
      await working
    },
  }
}

const messageOf = (error: unknown) => (error instanceof Error ? error.message : String(error))

const keptBack = 'kept back: see `status`'

/** What a round did, in a line; empty if it did nothing. */
export function sentenceOf({ listings, ended, orders, told, refusedByShop }: RoundReport): string {
  return lineOf([
    [listings.sent, 'listings sent'],
    [ended, 'listings ended'],
    [orders.sent, 'orders sent'],
    [told, 'told to the shop'],
    [listings.refused + orders.refused + refusedByShop, keptBack],
  ])
}

const lineOf = (parts: readonly [count: number, what: string][]) =>
  parts
    .filter(([count]) => count > 0)
    .map(([count, what]) => `${count} ${what}`)
    .join(', ')
