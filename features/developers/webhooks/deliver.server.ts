import { selectOfSeller } from '#db/select-of-seller.ts'
import { randomBytes } from 'node:crypto'
import { type Kysely, sql } from 'kysely'
import { isDatabaseUnavailable } from '#db/failure.ts'
import type { Schema } from '#db/schema.ts'
import { isDivided } from '#db/shards.ts'
import type { Hub } from '#web/hub.ts'
import { storeBodies } from './bodies-db.server.ts'
import {
  claimDeliveries,
  dropDeliveries,
  recordDeliveryAnswer,
  type ClaimedDelivery,
  type DeliveryState,
} from './deliveries-db.server.ts'
import { readSigning, type SigningEndpoint } from './endpoints-db.server.ts'
import type { PlacedEvent } from './event.ts'
import { placeEvents } from './events-db.server.ts'
import { reachOf } from '#features/machinery/outbound/reach.ts'
import { send, type SendOutcome } from './send.server.ts'
import { signedHeaders } from '#lib/webhook-signature.ts'
import { assertDefined } from '#lib/assert-defined.ts'

declare module '#web/hub.ts' {
  interface HubConfig {
    /** Private networks that webhooks may reach, such as `10.1.0.0/16`. */
    webhookNetworks: readonly string[]
    /** The webhook of the example market started by the hub, allowed in addition; users cannot set it. */
    ownWebhook: string | null
  }
}

/**
 * Concurrent requests of a process, in total and per endpoint. A failing endpoint gets one at a time, so that timeouts
 * do not block others.
 */
const [maxConcurrent, maxPerEndpoint] = [256, 8]

export interface DeliverOptions {
  /** Renders events of one seller by key; events whose subject no longer exists are left out. */
  write: (events: readonly PlacedEvent[]) => Promise<ReadonlyMap<string, object>>
  /** Milliseconds between polls while nothing is due. */
  pause?: number
  /** Request timeout in milliseconds. */
  within?: number
  random?: () => number
}

export interface Deliveries {
  /** Polls at once. */
  wake(): void
  /** Looks for new events at once, since this process may have caused some. */
  look(): void
  /** Starts no further requests and waits for those running. */
  stop(): Promise<void>
}

/**
 * Sends webhooks as a transactional outbox, in every process: places events, claims deliveries, sends them and records
 * responses. If a process dies, its claims expire and are sent again with the same id.
 */
export function startDeliveries(
  hub: Pick<Hub, 'db' | 'log' | 'secret' | 'now' | 'config'>,
  { write, pause = 1_000, within = 10_000, random = Math.random }: DeliverOptions,
): Deliveries {
  const { db, log, now } = hub
  const reach = reachOf(hub.config.webhookNetworks)
  const inFlight = new Map<string, number>()
  const failing = new Set<string>()
  const running = new Set<Promise<void>>()
  const stopping = new AbortController()
  let isUnavailable = false
  let placed = 0
  let isAsked = false
  let wake = (_isPauseOver?: boolean) => {}

  const countInFlight = () => [...inFlight.values()].reduce((sum, count) => sum + count, 0)

  /**
   * Without work of its own, a process polls on its turn only: one that looks for new events is enough for all. What it was
   * asked for, it looks for at once.
   */
  async function poll({ isIdle }: { isIdle: boolean }): Promise<number> {
    const isWanted = placed > 0 || isAsked
    placed = 0
    // Before the wait: what is asked for meanwhile is for the next poll.
    isAsked = false
    const hasTurn = isWanted || (await takeTurn(db.owner, pause))
    if (isIdle && !hasTurn) return 0
    if (hasTurn) placed = await placeEvents(db, now)
    const claimed = await claimDeliveries(db.owner, {
      now: now(),
      // Longer than an attempt with everything around it.
      until: new Date(now().getTime() + within * 2 + 10_000),
      // A claim takes at most half of an endpoint's slots, so endpoints above half are skipped.
      busy: [...inFlight].filter(([id, count]) => count > (failing.has(id) ? 0 : maxPerEndpoint / 2)).map(([id]) => id),
      failing: [...failing],
      perEndpoint: maxPerEndpoint / 2,
      limit: maxConcurrent - countInFlight(),
    })
    if (claimed.length > 0) await sendClaimed(claimed)
    return placed + claimed.length
  }

  /** Sends stored bodies first, then renders events by seller, so that one unreadable seller does not block others. */
  async function sendClaimed(claimed: readonly ClaimedDelivery[]): Promise<void> {
    const endpoints = await readSigning(
      hub,
      claimed.map((row) => row.endpoint_id),
    )
    const start = (row: ClaimedDelivery, body: string) => {
      const endpoint = endpoints.get(row.endpoint_id)
      if (!endpoint) return
      inFlight.set(endpoint.id, (inFlight.get(endpoint.id) ?? 0) + 1)
      const work = attempt(row, body, endpoint)
        .catch((error: unknown) => logFailure(error))
        .finally(() => {
          const left = (inFlight.get(endpoint.id) ?? 1) - 1
          if (left > 0) inFlight.set(endpoint.id, left)
          else inFlight.delete(endpoint.id)
          running.delete(work)
          wake()
        })
      running.add(work)
    }
    for (const row of claimed) if (row.body !== null) start(row, row.body)
    const unrendered = claimed.filter((row) => row.body === null)
    const bySeller = Map.groupBy(unrendered, (row) => assertDefined(row.seller_id, 'test deliveries have a body'))
    for (const [sellerId, deliveries] of bySeller) {
      const began = performance.now()
      const bodies = await bodiesOf(db.owner, { sellerId, deliveries, write }).catch(async (err: unknown) => {
        await recordUnrendered(err, { sellerId, deliveries, began })
        return new Map<number, string>()
      })
      for (const row of deliveries) {
        const body = bodies.get(row.id)
        if (body !== undefined) start(row, body)
      }
    }
  }

  /**
   * Records that a seller's events could not be rendered; they are retried and finally parked. The endpoint is not at
   * fault.
   */
  async function recordUnrendered(
    err: unknown,
    { sellerId, deliveries, began }: UnrenderedDeliveries & { began: number },
  ): Promise<void> {
    const reference = randomBytes(8).toString('hex')
    // Status 0: no request was made.
    const outcome = { status: 0, text: `Not sent: the hub could not read what it is about (${reference}).` }
    for (const row of deliveries) await recordOutcome(row, outcome, began)
    // Not reached if the database is unavailable; `logFailure` logs that once.
    log.error({ err, reference, seller: sellerId }, 'could not store webhook deliveries')
  }

  async function attempt(row: ClaimedDelivery, body: string, { url, secrets }: SigningEndpoint): Promise<void> {
    const began = performance.now()
    const outcome: SendOutcome =
      secrets.length === 0
        ? { failure: 'NO_SECRET' }
        : await send({
            url,
            headers: signedHeaders({ id: row.event_key, at: now(), body, secrets }),
            body,
            reach: url === hub.config.ownWebhook ? () => true : reach,
            within,
          })
    const state = await recordOutcome(row, outcome, began)
    if (state === 'DELIVERED') failing.delete(row.endpoint_id)
    else failing.add(row.endpoint_id)
  }

  async function recordOutcome(row: ClaimedDelivery, outcome: SendOutcome, began: number): Promise<DeliveryState> {
    const tookMs = performance.now() - began
    const state = await recordDeliveryAnswer(db.owner, row, { outcome, tookMs, now: now(), random: random() })
    if (state === 'PARKED')
      log.warn(
        { endpoint: row.endpoint_id, event: row.event_key },
        'webhook delivery failed permanently; a member can send it again',
      )
    return state
  }

  function logFailure(err: unknown): void {
    if (isUnavailable) return
    isUnavailable = isDatabaseUnavailable(err)
    if (isUnavailable) log.warn({ err }, 'database unavailable; webhooks are paused')
    else log.error({ err }, 'could not send webhooks')
  }

  async function sendAll(): Promise<void> {
    let isIdle = true
    while (!stopping.signal.aborted) {
      const woken = new Promise<boolean>((resolve) => (wake = (isPauseOver = false) => resolve(isPauseOver)))
      const done = await poll({ isIdle }).then(
        (count) => {
          isUnavailable = false
          return count
        },
        (error: unknown) => {
          logFailure(error)
          return 0
        },
      )
      isIdle = false
      if (done > 0 && countInFlight() < maxConcurrent) continue
      const timer = setTimeout(() => wake(true), pause)
      isIdle = await woken
      clearTimeout(timer)
    }
  }

  const loop = sendAll()
  return {
    wake: () => wake(),
    look() {
      // On a cluster that asks each server, which is too much for each request.
      if (isDivided(db.owner)) return
      isAsked = true
      wake()
    },
    stop: async () => {
      stopping.abort()
      wake()
      await loop
      await Promise.all(running)
    },
  }
}

interface UnrenderedDeliveries {
  sellerId: number
  deliveries: readonly ClaimedDelivery[]
}

/** Renders and stores the bodies; deliveries without a subject are dropped. Returns those stored. */
async function bodiesOf(
  db: Kysely<Schema>,
  { sellerId, deliveries, write }: UnrenderedDeliveries & Pick<DeliverOptions, 'write'>,
): Promise<ReadonlyMap<number, string>> {
  const ids = deliveries.map((row) => assertDefined(row.event_id, 'test deliveries have a body'))
  const events = await selectOfSeller(db, 'events', sellerId).selectAll().where('id', 'in', ids).execute()
  const written = await write(events as PlacedEvent[])
  const rendered = deliveries.flatMap((row) => {
    const event = written.get(row.event_key)
    return event ? { ...row, body: JSON.stringify(event) } : []
  })
  const stored = rendered.length > 0 ? await storeBodies(db, rendered) : new Set<number>()
  const dropped = deliveries.filter((row) => !written.has(row.event_key)).map((row) => row.id)
  if (dropped.length > 0) await dropDeliveries(db, dropped)
  return new Map(rendered.filter(({ id }) => stored.has(id)).map(({ id, body }) => [id, body]))
}

/** Takes the turn to look for new events: true once per `pause` milliseconds over all processes. */
export async function takeTurn(db: Kysely<Schema>, pause: number): Promise<boolean> {
  const length = sql`${pause}::integer * interval '1 millisecond'`
  const { rows } = await sql`
    insert into rate_limits as r (key, count, resets_at) values ('webhook-turn', 1, now() + ${length})
    on conflict (key) do update set resets_at = excluded.resets_at
    -- Also ends a turn that ends too late, as begun before the database's clock was set back.
    where r.resets_at not between now() and now() + 2 * ${length}
    returning key`.execute(db)
  return rows.length > 0
}
