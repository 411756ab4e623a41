import { setTimeout as delay } from 'node:timers/promises'
import { sql } from 'kysely'
import { testPolicyPack } from '#features/core/policy-pack/testing.ts'
import { createRandom } from '#lib/random.ts'
import { startHub, type HubProcess } from './hub-process.ts'
import { addPeople } from './people.ts'
import { percentile } from './percentiles.ts'
import { visitsTo, type RunSuite, type Setting } from './setting.ts'
import { rushOfBuyers } from './storm/buyers.ts'
import { actElsewhere, addStormOrders } from './storm/orders.ts'
import { findContradictions, readStock, type Answered } from './storm/verdict.ts'
import {
  createStormRequests,
  type StormOrder,
  type StormRequests,
  type StormRequestKind,
} from './storm/storm-requests.ts'
import { tokenOf } from './visitor.ts'

const second = 1_000
const people = 50
const lasting = 60 * second
/** Times of the kills in milliseconds. */
const deaths = [20 * second, 40 * second]
const orderCount = 500
/** Time for recovery of work left by a dead process: longer than the retry interval of refunds. */
const settling = 240 * second

/**
 * 50 members work on the same orders for a minute while the hub is killed twice: acknowledged actions must be present
 * and consistent.
 */
export const stormSuite: RunSuite = async (setting) => {
  const { db, known, hub, say } = setting
  const { sellerId } = known
  await hub.stop()
  const emails = await addPeople(setting, people)
  const listings = await someListings(setting)
  // Left by an earlier run on a kept marketplace.
  await db.owner
    .deleteFrom('orders')
    .where('seller_id', '=', sellerId)
    .where('buyer_username', 'like', 'buyer-77-%')
    .execute()
  const orders = await addStormOrders(db, { sellerId, count: orderCount, listings, now: new Date() })
  const stockBefore = await readStock(db, sellerId, listings)
  const random = createRandom('storm')
  const requests = createStormRequests(random, orders)
  const killedHub = await startKilledHub(setting)
  const run: StormRun = { answered: [], ms: [], lost: 0, busy: 0, deadline: AbortSignal.timeout(lasting) }
  const work = emails.map((email) => sendUntilAnswered({ setting, killedHub, email, requests, run }))
  const elsewhere = async () => {
    while (!run.deadline.aborted) {
      await actElsewhere(
        { db, sellerId, policyPack: testPolicyPack, random, now: new Date() },
        random.pick(requests.hot()),
      )
      await delay(250)
    }
  }
  const killing = deaths.map((at) => delay(at).then(() => killedHub.kill()))
  await Promise.all([...work, elsewhere(), ...killing])
  say('  the storm is over: what was left half done is waited for')
  const waitedFor = await untilSettled(setting, orders)
  const errors = killedHub.errors()
  await killedHub.close()
  const wrong = [
    ...(await findContradictions(db, { sellerId, orders, answered: run.answered, listings, stockBefore })),
    ...errors,
  ]
  const { databaseUrl, options } = setting
  const rush = await rushOfBuyers({ db, databaseUrl, dataDir: options.dataDir, sellerId })
  for (const what of [...wrong, ...rush.wrong]) say(`  WRONG ${what}`)
  return [tableOf(run, { wrong: wrong.length, starts: killedHub.starts(), waitedFor }), rush.table]
}

interface StormRun {
  answered: Answered[]
  ms: number[]
  /** Requests without a response that were resent. */
  lost: number
  /** 503 responses. */
  busy: number
  deadline: AbortSignal
}

interface KilledHub {
  /** The running hub; waits for a new one after a kill. */
  hub(): Promise<HubProcess>
  kill(): Promise<void>
  starts(): number
  errors(): string[]
  close(): Promise<void>
}

async function startKilledHub({ databaseUrl, options }: Setting): Promise<KilledHub> {
  const start = () => startHub({ DATABASE_URL: databaseUrl, DATA_DIR: options.dataDir, LOG_LEVEL: 'error' })
  const all = [await start()]
  let living = Promise.resolve(all[0]!)
  return {
    hub: () => living,
    kill: async () => {
      const dead = await living
      process.kill(dead.pid, 'SIGKILL')
      living = start().then((hub) => {
        all.push(hub)
        return hub
      })
      await living
    },
    starts: () => all.length,
    errors: () =>
      all.flatMap((hub) =>
        hub
          .output()
          .split('\n')
          .filter((line) => line.includes('"level":')),
      ),
    close: async () => (await living).stop(),
  }
}

interface SendingMember {
  setting: Setting
  killedHub: KilledHub
  email: string
  requests: StormRequests
  run: StormRun
}

async function sendUntilAnswered({ setting, killedHub, email, requests, run }: SendingMember): Promise<void> {
  let at = await arrive()
  while (!run.deadline.aborted) {
    const request = requests.draw()
    for (;;) {
      try {
        const { status, ms } = await at.visitor.post(request.path, { srt: at.srt, ...request.fields })
        run.ms.push(ms)
        // Too many wait for a database connection: nothing was done, so the request is repeated.
        if (status === 503) {
          run.busy += 1
          await delay(second)
          continue
        }
        run.answered.push({ request, status })
        break
      } catch {
        run.lost += 1
        at.visitor.close()
        at = await arrive()
      }
    }
  }
  at.visitor.close()

  async function arrive() {
    const hub = await killedHub.hub()
    try {
      const visitor = await visitsTo(hub, setting.db)({ email })
      return { visitor, srt: await tokenOf(visitor) }
    } catch (error) {
      // It was killed while the member was signing in.
      if (hub.alive() && (await killedHub.hub()) === hub) throw error
      return arrive()
    }
  }
}

async function someListings({ db, known }: Setting): Promise<number[]> {
  const rows = await db.owner
    .selectFrom('listings')
    .select('id')
    .where('seller_id', '=', known.sellerId)
    .where('state', '=', 'ACTIVE')
    .orderBy('id')
    .limit(3)
    .execute()
  return rows.map(({ id }) => id)
}

/** Waits until no refund of these orders is pending; returns how many were at first. */
async function untilSettled({ db, known }: Setting, orders: readonly StormOrder[]): Promise<number> {
  const ids = orders.map(({ id }) => id)
  const pending = async () => {
    const { rows } = await sql<{ n: number }>`
      select count(*) as n from refunds
      where seller_id = ${known.sellerId} and order_id = any(${ids}) and state = 'PENDING'`.execute(db.owner)
    return rows[0]!.n
  }
  const first = await pending()
  const until = Date.now() + settling
  while ((await pending()) > 0) {
    if (Date.now() > until) throw new Error(`${await pending()} refunds wait for the payment side still`)
    await delay(second)
  }
  return first
}

function tableOf(
  { answered, ms, lost, busy }: StormRun,
  { wrong, starts, waitedFor }: { wrong: number; starts: number; waitedFor: number },
) {
  const kinds: readonly StormRequestKind[] = ['ship', 'take back', 'refund', 'cancel', 'accept', 'decline', 'try again']
  const of = (kind: StormRequestKind) => answered.filter(({ request }) => request.kind === kind)
  return {
    title: `${people} members at the same orders for ${lasting / second} s, the hub killed ${starts - 1} times`,
    columns: ['request', 'sent', 'done', 'refused'],
    rows: kinds.map((kind) => {
      const done = of(kind).filter(({ status }) => status === 303).length
      return [kind, String(of(kind).length), String(done), String(of(kind).length - done)]
    }),
    notes: [
      `Inconsistencies: ${wrong} (answers, timelines, units, money, stock and states are compared).`,
      `${lost} requests without an answer and ${busy} with 503 were repeated under the same key. ${waitedFor} refunds were pending when the storm ended, none later.`,
      `Answers took p50 ${percentile(ms, 0.5).toFixed(0)} ms, p95 ${percentile(ms, 0.95).toFixed(0)} ms.`,
    ],
  }
}
