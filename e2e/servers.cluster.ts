import { sql } from 'kysely'
import { beforeAll, expect, inject, it, onTestFinished } from 'vitest'
import { apiRoot } from '#api/marketplace-api.ts'
import { assertDefined } from '#lib/assert-defined.ts'
import { minute } from '#lib/duration.ts'
import type { HubProcess } from '#server/testing-process.ts'
import { paths } from '#web/paths.ts'
import { killServer, startServer } from '#server/testing-cluster.ts'
import {
  addShop,
  addShopsOfTwoServers,
  clusterHub,
  clusterProcess,
  keptOrders,
  marketplaceKey,
  newOrder,
  placementOf,
  send,
  streamOrders,
} from './cluster-testing.ts'
import { cookieOf } from './http-member.ts'
import type { TestHub } from './testing.ts'

const { workers } = inject('divided')
let test: TestHub
let api: { Authorization: string }

beforeAll(async () => {
  test = await clusterHub()
  api = await marketplaceKey(test)
})

const urlOf = ({ port }: HubProcess) => `http://127.0.0.1:${port}`

async function twoHubs(): Promise<string[]> {
  return [urlOf(await clusterProcess()), urlOf(await clusterProcess())]
}

it('a seller’s open page hears of an order that came in through another process', async () => {
  const [mine, other] = await twoHubs()
  const shop = await addShop(test, api, 'live')
  const cookie = await cookieOf(test, shop.owner)
  const closing = new AbortController()
  onTestFinished(() => closing.abort())
  const stream = await fetch(`${mine}${paths.live}`, { headers: { cookie }, signal: closing.signal })
  let heard = ''
  const listening = (async () => {
    const decoder = new TextDecoder()
    for await (const bytes of assertDefined(stream.body, 'a stream has a body')) heard += decoder.decode(bytes)
  })()
  listening.catch(() => {})
  await expect.poll(() => heard).toContain('event: beat')
  const pushed = await send(`${other}${apiRoot}/sellers/live/orders`, { api, body: newOrder('live-1', shop.item) })
  expect(pushed.status).toBe(201)
  await expect.poll(() => heard, { timeout: minute }).toMatch(/data: live .*orders/)
})

const ownServers =
  workers === null ? ' (skipped: PG_BIN starts servers that a test may kill, CLUSTER_URL does not)' : ''

it.skipIf(workers === null)(
  `with a worker killed and back no order that was acknowledged is lost, and sellers of the other go on${ownServers}`,
  async () => {
    const hubs = await twoHubs()
    const [lost, other] = await addShopsOfTwoServers(test, api, 'killed')
    const { port } = await placementOf(test.db, lost.id)
    const worker = assertDefined(
      workers?.find((each) => each.port === port),
      'it is one of them',
    )
    const [ofLost, ofOther] = [streamOrders(hubs, api, lost), streamOrders(hubs, api, other)]
    const cookies = { lost: await cookieOf(test, lost.owner), other: await cookieOf(test, other.owner) }
    const statusOf = async (cookie: string) => {
      const answer = await fetch(hubs[0] + paths.orders, {
        headers: { cookie },
        signal: AbortSignal.timeout(minute / 2),
      })
      return answer.status
    }
    await Promise.all([ofLost.answered(201, 20), ofOther.answered(201, 20)])

    // Orders commit in two phases. Nobody sees one that the server prepared, but did not commit, until Citus settles
    // that within citus.recover_2pc_interval. The commit only warns of it, so the answer is 503.
    await killServer(worker)
    try {
      await Promise.all([ofLost.answered(503, 20), ofOther.answered(201, 20)])
      expect([await statusOf(cookies.lost), await statusOf(cookies.other)]).toEqual([503, 200])
    } finally {
      await startServer(worker)
    }

    await Promise.all([ofLost.answered(201, 20), ofOther.answered(201, 20)])
    await expect.poll(async () => [await statusOf(cookies.lost), await statusOf(cookies.other)]).toEqual([200, 200])
    const taken = [await ofLost.stop(), await ofOther.stop()]
    expect([...new Set(ofLost.statuses)].filter((status) => ![200, 201, 503].includes(status))).toEqual([])
    expect([...new Set(ofOther.statuses)].filter((status) => ![200, 201].includes(status))).toEqual([])
    expect(await keptOrders(test, lost)).toEqual(taken[0]?.toSorted())
    expect(await keptOrders(test, other)).toEqual(taken[1]?.toSorted())
  },
)

it('while a shard moves no order that was acknowledged is lost or doubled', async () => {
  const hubs = await twoHubs()
  const [moved, other] = await addShopsOfTwoServers(test, api, 'moved')
  const [from, to] = [await placementOf(test.db, moved.id), await placementOf(test.db, other.id)]
  const orders = streamOrders(hubs, api, moved)
  await orders.answered(201, 20)
  await sql`
    select citus_move_shard_placement(${from.shard}, ${from.host}, ${from.port}, ${to.host}, ${to.port})`.execute(
    test.db.owner,
  )
  await orders.answered(201, 20)
  const taken = await orders.stop()
  expect((await placementOf(test.db, moved.id)).port).toBe(to.port)
  expect([...new Set(orders.statuses)].filter((status) => ![200, 201, 503].includes(status))).toEqual([])
  expect(await keptOrders(test, moved)).toEqual(taken.toSorted())
})
