import { minute } from '#lib/duration.ts'
import type { Connected } from './connected.ts'
import { failureOf } from './failure.ts'
import { HubAway } from './hub-client.ts'
import { obey, report as sendReport } from './report.ts'
import { runRound, type RoundReport } from './round.ts'
import { tellShop } from './to-shop.ts'

export interface Connector {
  /** Handles a webhook: the shop's starts a round at once or after the current one, the hub's reads its events. */
  wake: (from: 'hub' | 'shop') => void
  /** Stops after the current round. */
  stop: () => Promise<void>
}

interface ConnectorOptions extends Connected {
  /** Its name in the hub's list of connections. */
  name: string
  version?: string
  /** Milliseconds between rounds without webhooks. */
  every: number
  /** Milliseconds between polls of the hub's events outside rounds; null if the hub's webhooks wake the connector. */
  watch: number | null
  time?: Time
  say: (line: string) => void
}

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

/** Milliseconds before the first retry of a failed round, and the maximum, reached by doubling. */
const [firstPause, longestPause] = [1_000, minute]

/** Milliseconds to wait after consecutive failures. */
export const pauseAfter = (failures: number, every: number): number =>
  Math.min(every, longestPause, firstPause * 2 ** (failures - 1))

/**
 * Runs rounds until stopped, and reads the hub's events between them and during long ones. Reports each to the hub. A
 * failure is retried as a round, and logged once per reason.
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
  /** Whether the last failure is of a round: sellers' actions are still told between its repetitions. */
  let isRoundFailing = false
  let lastFailure = ''
  let lastRefusal = ''
  /** Whether a round has succeeded since the last failure; otherwise the outbox may lack orders that the hub has. */
  let isInStep = false
  let lookedAt = 0

  const report = () => sendReport(connected, { name, version, every })

  /** Runs a step and records its success or failure. Returns false only if the hub is unavailable. */
  async function attempt(step: () => Promise<void>, { isRound }: { isRound: boolean }): Promise<boolean> {
    try {
      await step()
      if (!isRound && isRoundFailing) return true
      failures = 0
      isRoundFailing = false
      lastFailure = ''
      return true
    } catch (error) {
      failures += 1
      isInStep = false
      isRoundFailing = isRound && !(error instanceof HubAway)
      const line = messageOf(error)
      // A memory that is away keeps no failures, either.
      const why = failureOf(error)
      await connected.outbox.keepPlace('failureWhy', why && JSON.stringify(why)).catch(() => {})
      await connected.outbox.keepPlace('failure', line).catch(() => {})
      if (line !== lastFailure) say(line)
      lastFailure = line
      return !(error instanceof HubAway)
    }
  }

  /** Reports sellers' actions to the shop. Returns whether there were any. */
  async function look(): Promise<boolean> {
    lookedAt = time.now()
    const { told, refused } = await tellShop(connected, { recovers: !isInStep })
    const line = lineOf([
      [told, 'told to the shop'],
      [refused, keptBack],
    ])
    if (line) say(line)
    return line !== ''
  }

  async function meanwhile(): Promise<void> {
    const isDue = asked === 'events' || (watch !== null && time.now() - lookedAt >= watch)
    if (!isDue) return
    if (asked === 'events') asked = null
    await look()
  }

  async function oneRound(): Promise<void> {
    // Report during a long round, so that the hub does not consider the connector silent.
    let reported: Promise<unknown> = Promise.resolve()
    const reporting = setInterval(() => {
      reported = report().catch(() => {})
    }, every)
    const isHubThere = await attempt(
      async () => {
        const line = sentenceOf(await runRound(connected, meanwhile))
        isInStep = true
        if (line) say(line)
      },
      { isRound: true },
    )
    clearInterval(reporting)
    await reported
    if (isHubThere && !stopping.signal.aborted) await reportRound()
  }

  async function oneLook(): Promise<void> {
    let isNews = false
    const isHubThere = await attempt(
      async () => {
        isNews = await look()
      },
      { isRound: false },
    )
    if (isHubThere && (isNews || failures > 0) && !stopping.signal.aborted) await reportRound()
  }

  /** Reports to the hub and resends what its operator requested, listings in another round at once. */
  async function reportRound(): Promise<void> {
    try {
      const again = await report()
      lastRefusal = ''
      if (!again) return
      await obey(connected, again)
      asked = 'round'
    } catch (error) {
      // The next round logs that the hub is unavailable.
      const line = error instanceof HubAway ? '' : `Reporting to the hub: ${messageOf(error)}`
      if (line && line !== lastRefusal) say(line)
      lastRefusal = line
    }
  }

  async function work(): Promise<void> {
    let next = time.now()
    while (!stopping.signal.aborted) {
      const isRound = asked === 'round' || (failures > 0 && !isRoundFailing) || time.now() >= next
      asked = null
      const before = failures
      await (isRound ? oneRound() : oneLook())
      if (failures > before) next = time.now() + pauseAfter(failures, every)
      else if (isRound) next = time.now() + every
      if (asked !== null || stopping.signal.aborted) continue
      sleeping = new AbortController()
      const left = Math.max(0, next - time.now())
      const looks = failures === 0 || isRoundFailing
      const pause = looks && watch !== null ? Math.min(left, watch) : left
      await time.sleep(pause, sleeping.signal)
    }
  }

  const working = work()
  return {
    wake(from) {
      // After a failure, its pause applies.
      if (failures > 0 && (from === 'shop' || !isRoundFailing)) return
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

/** Summary of a round in one line; empty if nothing was done. */
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
