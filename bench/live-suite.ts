import { Agent, get } from 'node:http'
import { setTimeout as delay } from 'node:timers/promises'
import { maxStreamsPerMember } from '#features/machinery/live/change-streams.server.ts'
import { paths } from '#web/paths.ts'
import { addPeople } from './people.ts'
import { percentile } from './percentiles.ts'
import type { RunSuite, Setting } from './setting.ts'

const streams = 1_000
const changes = 20
/** Longer than the hub batches consecutive changes. */
const pauseMs = 1_000

/** 1,000 listening browsers: their cost to the hub, and the notification delay after a commit. */
export const liveSuite: RunSuite = async (setting) => {
  const { db, known, hub, say } = setting
  const emails = await addPeople(setting, streams / maxStreamsPerMember)
  const agent = new Agent({ keepAlive: true, maxSockets: Number.POSITIVE_INFINITY })
  const received = { at: [] as number[] }
  const before = await hub.memory()
  const cookies: string[] = []
  for (const email of emails) {
    const visitor = await setting.visit({ email })
    cookies.push(visitor.cookie)
    visitor.close()
  }
  const signedIn = await hub.memory()
  for (const cookie of cookies)
    await Promise.all(Array.from({ length: maxStreamsPerMember }, () => listen(agent, hub.url, cookie, received)))
  say(`  ${streams} streams are open`)
  const order = await db.owner
    .selectFrom('orders')
    .select(['id', 'shipping_service'])
    .where('seller_id', '=', known.sellerId)
    .limit(1)
    .executeTakeFirstOrThrow()
  const waits: number[] = []
  const cpuBefore = await hub.cpuMs()
  for (let change = 0; change < changes; change += 1) {
    await delay(pauseMs)
    received.at = []
    const committed = performance.now()
    await touch(setting, order)
    await untilAll(() => received.at.length >= streams)
    waits.push(...received.at.map((at) => at - committed))
  }
  const cpu = (await hub.cpuMs())! - cpuBefore!
  const open = await hub.memory()
  agent.destroy()
  if (before === null || open === null || signedIn === null) return []
  const mb = (bytes: number) => (bytes / 1024 ** 2).toFixed(0)
  const more = open - signedIn
  return [
    {
      title: `${streams.toLocaleString('en')} open pages of one seller that listen, one process`,
      columns: ['what', 'measured', 'goal', 'holds'],
      rows: [
        ['memory of the process more, MB', mb(more), '< 100', more < 100 * 1024 ** 2 ? 'yes' : 'NO'],
        ['from the commit until a page hears, p50, ms', percentile(waits, 0.5).toFixed(0), '', ''],
        [
          'until the last page hears, ms',
          Math.max(...waits).toFixed(0),
          '< 2,000',
          Math.max(...waits) < 2_000 ? 'yes' : 'NO',
        ],
        ['processor time to tell all, ms', (cpu / changes).toFixed(1), '', ''],
      ],
      notes: [
        `${changes} changes of an order, one a second. ${mb(before)} MB before anybody signed in, ${mb(signedIn)} before they listened.`,
      ],
    },
  ]
}

function listen(agent: Agent, url: string, cookie: string, received: { at: number[] }): Promise<void> {
  return new Promise((resolve, reject) => {
    get(url + paths.live, { agent, headers: { cookie, accept: 'text/event-stream' } }, (response) => {
      if (response.statusCode !== 200) return reject(new Error(`a stream was answered with ${response.statusCode}`))
      response.on('error', () => {})
      response.on('data', (chunk: Buffer) => {
        if (chunk.includes('orders')) received.at.push(performance.now())
        resolve()
      })
    }).on('error', reject)
  })
}

function touch({ db, known }: Setting, order: { id: number; shipping_service: string | null }) {
  return db.owner
    .updateTable('orders')
    .set({ shipping_service: order.shipping_service })
    .where('seller_id', '=', known.sellerId)
    .where('id', '=', order.id)
    .execute()
}

async function untilAll(there: () => boolean): Promise<void> {
  const end = performance.now() + 10_000
  while (!there()) {
    if (performance.now() > end) throw new Error('not all streams heard of a change within 10 s')
    await delay(5)
  }
}
