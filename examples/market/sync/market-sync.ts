import { setTimeout as delay } from 'node:timers/promises'
import { isSignedWebhook } from '#lib/webhook-signature.ts'
import { HubAway, HubRefusal } from '../hub-client.ts'
import type { HubEvent } from '../hub-types.ts'
import { placeAgain } from '../orders/place-orders.ts'
import { decideDisputes } from './dispute-orders.ts'
import { catchUp, forgetSeen, readAll } from './catch-up.ts'
import { readListing, readSellers, takeEvent } from './take-event.ts'
import type { Syncing } from './syncing.ts'

export interface MarketSync {
  ready: Promise<void>
  /** Processes a webhook; false for an invalid signature. */
  takeWebhook: (body: string, headers: Record<string, string>) => Promise<boolean>
  /** Rereads a listing after the hub reported a difference. */
  readListing: (seller: string, item: string) => Promise<void>
  stop: () => Promise<void>
}

interface Options extends Syncing {
  /** Webhook secret; null without webhooks, in which case polling is more frequent. */
  webhookSecret: string | null
  /** Reports failures, once per kind. */
  say: (line: string) => void
}

/** Polling interval in milliseconds; with webhooks, polling only finds lost events. */
const pauses = { withWebhooks: 30_000, without: 2_000 } as const
/** Polls between two reads of the sellers. */
const sellersEvery = 10

/** Starts synchronisation: reads everything, then processes webhooks and polls. */
export function startSync(options: Options): MarketSync {
  const { webhookSecret, say } = options
  const stopping = new AbortController()
  const pause = webhookSecret === null ? pauses.without : pauses.withWebhooks
  const turns = inTurn()
  const ready = Promise.withResolvers<void>()
  let isReady = false
  let said = ''

  const complain = (error: unknown) => {
    const line = sentenceOf(error)
    if (line !== said) say(line)
    said = line
  }

  const round = (count: number) =>
    turns(async () => {
      if (count === 0) await readAll(options)
      else if (count % sellersEvery === 0) await readSellers(options)
      await catchUp(options)
      await placeAgain(options)
      await decideDisputes(options)
      forgetSeen(options)
      said = ''
    })

  async function work(): Promise<void> {
    for (let count = 0; !stopping.signal.aborted;) {
      const done = await round(count).then(() => true, complain)
      if (done && count === 0) {
        isReady = true
        ready.resolve()
      }
      if (done) count += 1
      await delay(done ? pause : pauses.without, undefined, { signal: stopping.signal }).catch(() => {})
    }
  }

  const working = work()
  return {
    ready: ready.promise,
    async takeWebhook(body, headers) {
      if (webhookSecret === null || !isSignedWebhook(webhookSecret, { headers, body }, new Date())) return false
      const event = JSON.parse(body) as HubEvent
      // During the initial read, events are left to the poll after it.
      if (isReady && event.type !== 'webhook.test') await turns(() => takeEvent(options, event))
      return true
    },
    readListing: (seller, item) => turns(() => readListing(options, seller, item)).catch(complain),
    async stop() {
      stopping.abort()
      await working
    },
  }
}

/** Serialises work, whatever the result of the previous one. */
function inTurn(): <T>(work: () => Promise<T>) => Promise<T> {
  let last: Promise<unknown> = Promise.resolve()
  return <T>(work: () => Promise<T>): Promise<T> => {
    const mine = last.then(work, work)
    last = mine.catch(() => {})
    return mine
  }
}

function sentenceOf(error: unknown): string {
  if (error instanceof HubAway) return 'The hub does not answer; the market goes on with what it knows, and asks again.'
  if (error instanceof HubRefusal && error.problem.status === 401)
    return 'The hub does not know the key: give HUB_KEY one that is good (npm run hub -- key create).'
  return `The market is not in step with the hub: ${error instanceof Error ? error.message : String(error)}`
}
