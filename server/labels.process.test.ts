import { spawn, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import path from 'node:path'
import { sql } from 'kysely'
import { expect, it, onTestFinished } from 'vitest'
import { testDatabase } from '#db/testing.ts'
import { addSeller } from '#db/testing-seller.ts'
import { testServices } from '#features/people/accounts/testing.ts'
import { addOrderToShip } from '#features/shipping/fulfilment/testing.ts'
import { compareCharges } from '#features/shipping/labels/compare-charges-db.server.ts'
import { providerFor } from '#features/shipping/labels/label-accounts-db.server.ts'
import { readCharges } from '#features/shipping/labels/label-charges.server.ts'
import { addLabelAccount, labelRequest, toLeeds } from '#features/shipping/labels/testing.ts'
import { wantLabels } from '#features/shipping/labels/want-labels-db.server.ts'
import { freePort } from './free-port.ts'
import { dataFolder, startHub, type HubProcess } from './testing-process.ts'

const [parcels, members, kills] = [500, 4, 4]
const secret = 'x'.repeat(40)
const key = 'carrier_of_the_storm'

it('500 parcels whose labels four members buy at once are charged once each, with hubs and carrier killed in between', async () => {
  const db = await testDatabase({ poolSize: members + 2 })
  const carrier = await killableCarrier()
  const services = testServices(db)
  const hub = { ...services, secret, config: { ...services.config, ownCarrier: carrier.url } }
  const sellerId = await addSeller(db, 'storm')
  const account = await addLabelAccount(hub, { sellerId, key, url: carrier.url })
  const provider = providerFor(account, hub)
  await provider.rates(toLeeds)
  const { topUpUrl } = (await provider.balance!())!
  await fetch(topUpUrl!, { method: 'POST', body: new URLSearchParams({ amount: '5000' }) })
  const orders: { id: number; number: string }[] = []
  for (let index = 0; index < parcels; index += 1) orders.push(await addOrderToShip(db, sellerId, [1]))
  const states = async () => {
    const rows = await db.owner.selectFrom('labels').select(['order_id', 'state']).execute()
    return Map.groupBy(rows, ({ state }) => state)
  }
  const bought = async () => (await states()).get('BOUGHT')?.length ?? 0

  /** Two members ask for each parcel without a label, from both ends. */
  const wantAll = async () => {
    const live = await db.owner.selectFrom('labels').select('order_id').where('state', '<>', 'FAILED').execute()
    const taken = new Set(live.map(({ order_id: id }) => id))
    const open = orders.filter(({ id }) => !taken.has(id))
    const wanting = Array.from({ length: members }, async (none, index) => {
      const half = open.filter((each, at) => at % 2 === index % 2)
      const own = index < 2 ? half : half.toReversed()
      const member = { id: `m${index}`, name: `M${index}`, isLimited: false }
      for (let at = 0; at < own.length; at += 20)
        await db.asSeller(sellerId, 'write', (ours) =>
          wantLabels(
            ours,
            { sellerId, member, batch: `000000000000000${index}`, zone: 'UTC', now: new Date() },
            own.slice(at, at + 20).map((order) => labelRequest(order, account, { grams: 100 })),
          ),
        )
    })
    await Promise.all(wanting)
  }

  const hubs = () =>
    Promise.all(
      [1, 2].map(() =>
        startHub({ DATABASE_URL: db.url, HUB_SECRET: secret, WEBHOOK_NETWORKS: '127.0.0.1', HUB_PROCESSES: '1' }),
      ),
    )
  /** Kills in the middle of purchases; what the dead have begun is due at once for those after them. */
  const killAll = async (running: readonly HubProcess[]) => {
    for (const { child } of running) child.kill('SIGKILL')
    await Promise.all(running.map(({ exited }) => exited))
    await sql`update labels set next_at = next_at - interval '1 day' where next_at is not null`.execute(db.owner)
  }

  for (let round = 0; (await bought()) < parcels; round += 1) {
    expect(round, 'rounds until all are bought').toBeLessThan(30)
    await wantAll()
    const running = await hubs()
    await Promise.all(running.map(({ ready }) => ready))
    const before = await bought()
    for (const _ of running) await sql`select hub_jobs.add_job('due-labels')`.execute(db.owner)
    const isKilling = round < kills
    const enough = async () => {
      const now = new Date()
      const due = await db.owner
        .selectFrom('labels')
        .select('id')
        .where('next_at', '<=', now)
        .limit(1)
        .executeTakeFirst()
      return due === undefined || (isKilling && (await bought()) >= before + parcels / (kills * 2))
    }
    await expect.poll(enough).toBe(true)
    if (isKilling && round % 2 === 1) await carrier.kill()
    await killAll(running)
    await carrier.start()
  }

  const labels = await db.owner.selectFrom('labels').selectAll().where('state', '=', 'BOUGHT').execute()
  expect(new Set(labels.map(({ order_id: id }) => id)).size).toBe(parcels)
  const charges = await provider.charges!(new Date(0), new Date('2100-01-01'))
  expect(charges).toHaveLength(parcels)
  expect(new Set(charges.map(({ labelId }) => labelId))).toEqual(new Set(labels.map(({ provider_label_id: id }) => id)))
  const { rows } = await sql<{ minor: number }>`
    select sum(amount_minor)::bigint as minor from ledger_postings
    where seller_id = ${sellerId} and account = 'labels'`.execute(db.owner)
  expect(rows).toEqual([{ minor: charges.reduce((sum, { amountMinor }) => sum + amountMinor, 0) }])
  await readCharges(hub, { sellerId, id: account.id })
  const all = { sellerId, accountId: account.id, from: new Date(0), until: new Date('2100-01-01') }
  const [compared] = await db.asSeller(sellerId, 'read', (own) => compareCharges(own, all))
  expect(compared).toMatchObject({ labels: parcels, differences: [] })
})

/** The example carrier as a process of its own, at one address and with one store in all its lives. */
async function killableCarrier() {
  const [port, folder] = [await freePort(), await dataFolder()]
  let child: ChildProcess | null = null
  const start = async () => {
    if (child) return
    const started = spawn(process.execPath, [path.join(import.meta.dirname, '../examples/carrier/main.ts')], {
      stdio: ['ignore', 'pipe', 'inherit'],
      env: { PATH: process.env.PATH, DATA_DIR: folder, CARRIER_PORT: String(port), NODE_NO_WARNINGS: '1' },
    })
    child = started
    onTestFinished(() => void started.kill('SIGKILL'))
    await once(started.stdout, 'data')
  }
  const kill = async () => {
    const killed = child
    child = null
    killed?.kill('SIGKILL')
    if (killed) await once(killed, 'exit')
  }
  await start()
  return { url: `http://127.0.0.1:${port}`, start, kill }
}
