import type { Kysely } from 'kysely'
import { isDatabaseAway } from '#db/failure.ts'
import type { Schema } from '#db/schema.ts'
import type { Hub } from '#web/hub.ts'
import {
  claimDeliveries,
  dropDeliveries,
  keepBodies,
  noteAnswer,
  type ClaimedDelivery,
} from './deliveries-db.server.ts'
import { readSigning, type SigningEndpoint } from './endpoints-db.server.ts'
import type { PlacedEvent } from './event.ts'
import { placeEvents } from './events-db.server.ts'
import { reachOf } from './reach.ts'
import { send, type SendOutcome } from './send.server.ts'
import { signedHeaders } from './signature.ts'
import { certain } from '#lib/certain.ts'

declare module '#web/hub.ts' {
  interface HubConfig {
    /** Networks of the operator's own that webhooks may go to: `10.1.0.0/16`. */
    webhookNetworks: readonly string[]
    /** The one address besides: of the example market that the hub has started itself. Nobody can name it who may only add webhooks. */
    ownWebhook: string | null
  }
}

/** What a process sends at a time: of all, and to one endpoint. To one that failed last it sends one: many that hang hold up nobody. */
const [mostAtOnce, mostPerEndpoint] = [256, 8]

/** How a process sends webhooks. */
export interface DeliverOptions {
  /** Writes events as they are told, by their keys; one that is not there is about nothing any more. */
  write: (events: readonly PlacedEvent[]) => Promise<ReadonlyMap<string, object>>
  /** Milliseconds between looks for what is due, where nothing was. */
  pause?: number
  /** Milliseconds that an endpoint has to answer. */
  within?: number
  random?: () => number
}

/** What sends webhooks in this process. */
export interface Deliveries {
  /** Looks at once. */
  wake(): void
  /** Begins nothing more, and waits for what is on its way. */
  stop(): Promise<void>
}

/**
 * Sends webhooks, in each process of the hub (a transactional outbox): places events in line, takes what is due, sends it and notes the answer. An attempt is
 * taken for a time; a process that dies with it leaves it to another, or to itself when it is started again, with the same id.
 */
export function startDeliveries(
  hub: Pick<Hub, 'db' | 'log' | 'secret' | 'now' | 'config'>,
  { write, pause = 1_000, within = 10_000, random = Math.random }: DeliverOptions,
): Deliveries {
  const { db, log, now } = hub
  const reach = reachOf(hub.config.webhookNetworks)
  const underWay = new Map<string, number>()
  const failing = new Set<string>()
  const running = new Set<Promise<void>>()
  const stopping = new AbortController()
  let isAway = false
  let wake = () => {}

  const atWork = () => [...underWay.values()].reduce((sum, count) => sum + count, 0)

  async function round(): Promise<number> {
    const placed = await placeEvents(db, now)
    const claimed = await claimDeliveries(db.owner, {
      now: now(),
      // Longer than an attempt may take, with all that comes before and behind it.
      until: new Date(now().getTime() + within * 2 + 10_000),
      // Half of what an endpoint may have: no claim takes more than the other half.
      busy: [...underWay]
        .filter(([id, count]) => count > (failing.has(id) ? 0 : mostPerEndpoint / 2))
        .map(([id]) => id),
      failing: [...failing],
      perEndpoint: mostPerEndpoint / 2,
      limit: mostAtOnce - atWork(),
    })
    if (claimed.length > 0) await begin(claimed)
    return placed + claimed.length
  }

  async function begin(claimed: readonly ClaimedDelivery[]): Promise<void> {
    const ids = claimed.map((row) => row.endpoint_id)
    const [bodies, endpoints] = await Promise.all([bodiesOf(db.owner, claimed, write), readSigning(hub, ids)])
    for (const row of claimed) {
      const body = bodies.get(row.id)
      const endpoint = endpoints.get(row.endpoint_id)
      if (body === undefined || !endpoint) continue
      underWay.set(endpoint.id, (underWay.get(endpoint.id) ?? 0) + 1)
      const work = attempt(row, body, endpoint)
        .catch((error: unknown) => complain(error))
        .finally(() => {
          const left = (underWay.get(endpoint.id) ?? 1) - 1
          if (left > 0) underWay.set(endpoint.id, left)
          else underWay.delete(endpoint.id)
          running.delete(work)
          wake()
        })
      running.add(work)
    }
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
    const state = await noteAnswer(db.owner, row, {
      outcome,
      tookMs: performance.now() - began,
      now: now(),
      random: random(),
    })
    if (state === 'DELIVERED') failing.delete(row.endpoint_id)
    else failing.add(row.endpoint_id)
    if (state === 'PARKED') log.warn({ endpoint: row.endpoint_id, event: row.event_key }, 'a webhook was given up')
  }

  function complain(err: unknown): void {
    if (isAway) return
    isAway = isDatabaseAway(err)
    if (isAway) log.warn({ err }, 'webhooks wait: the database is away')
    else log.error({ err }, 'webhooks could not be sent')
  }

  async function sendAll(): Promise<void> {
    while (!stopping.signal.aborted) {
      const woken = new Promise<void>((resolve) => (wake = resolve))
      const done = await round().then(
        (count) => {
          isAway = false
          return count
        },
        (error: unknown) => {
          complain(error)
          return 0
        },
      )
      if (done > 0 && atWork() < mostAtOnce) continue
      const timer = setTimeout(wake, pause)
      await woken
      clearTimeout(timer)
    }
  }

  const working = sendAll()
  return {
    wake: () => wake(),
    stop: async () => {
      stopping.abort()
      wake()
      await working
      await Promise.all(running)
    },
  }
}

/** What each delivery sends: what it sent before, or its event as it is told now. What is about nothing any more is dropped. */
async function bodiesOf(
  db: Kysely<Schema>,
  claimed: readonly ClaimedDelivery[],
  write: DeliverOptions['write'],
): Promise<ReadonlyMap<number, string>> {
  const bodies = new Map(claimed.flatMap((row) => (row.body === null ? [] : [[row.id, row.body]])))
  const fresh = claimed.filter((row) => row.body === null)
  if (fresh.length === 0) return bodies
  const events = await eventsOf(db, fresh)
  const written = await write(events)
  const told = new Map(
    fresh.flatMap((row): [number, string][] => {
      const event = written.get(row.event_key)
      return event ? [[row.id, JSON.stringify(event)]] : []
    }),
  )
  if (told.size > 0) await keepBodies(db, told)
  const gone = fresh.filter((row) => !told.has(row.id)).map((row) => row.id)
  if (gone.length > 0) await dropDeliveries(db, gone)
  return new Map([...bodies, ...told])
}

async function eventsOf(db: Kysely<Schema>, deliveries: readonly ClaimedDelivery[]): Promise<PlacedEvent[]> {
  const bySeller = [...Map.groupBy(deliveries, (row) => certain(row.seller_id, 'an event is a seller’s'))]
  const found = bySeller.map(([sellerId, own]) =>
    db
      .selectFrom('events')
      .selectAll()
      .where('seller_id', '=', sellerId)
      .where(
        'id',
        'in',
        own.map((row) => certain(row.event_id, 'tests of an address were told already')),
      )
      .execute(),
  )
  return (await Promise.all(found)).flat() as PlacedEvent[]
}
