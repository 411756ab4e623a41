import cluster from 'node:cluster'
import { once } from 'node:events'
import { readFileSync } from 'node:fs'
import { readdir, readFile, writeFile } from 'node:fs/promises'
import { Agent, createServer, get } from 'node:http'
import path from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { describe, expect, it, onTestFinished } from 'vitest'
import { connect } from '#db/connection.ts'
import { testDatabase } from '#db/testing.ts'
import { portOf } from '#lib/listening.ts'
import { dataFolder, freePort, postgresOf, startHub, usedDataFolder, type HubProcess } from './process-testing.ts'
import { isServing, startProcesses } from './processes.ts'
import { minute } from '#lib/duration.ts'

describe('several processes', () => {
  const database = testDatabase()
  const startTwo = async (env: Record<string, string> = {}) => {
    const hub = await startHub({ DATABASE_URL: (await database).url, HUB_PROCESSES: '2', ...env })
    await hub.ready
    await expect.poll(() => workersOf(hub)).toHaveLength(2)
    return hub
  }

  it('one that is killed is replaced, and the others answer meanwhile; the example market comes back with whoever takes the place of the process that it was beside; SIGTERM finishes the requests in flight of all of them', async () => {
    await addDemoSeller()
    const [metrics, market] = [await freePort(), await freePort()]
    const hub = await startTwo({ METRICS_PORT: String(metrics), MARKET_PORT: String(market), HUB_DEMO: 'auto' })
    const marketSaid = () => hub.output().split(`The example market is at http://localhost:${market}`).length - 1
    await expect.poll(marketSaid, { timeout: minute }).toBe(1)
    const served = async () => (await figures(metrics)).get('hub_processes')
    await expect.poll(served).toBe(2)
    const before = await workersOf(hub)
    const answers: (number | undefined)[] = []
    const enough = new AbortController()
    const asked = (async () => {
      // A new connection each time, as other readers would have, and not more of them than leave a core to the new process.
      while (!enough.signal.aborted) {
        answers.push(await statusOf(hub, '/sign-in'))
        await delay(50)
      }
    })()
    process.kill(before[0]!, 'SIGKILL')
    await expect.poll(() => workersOf(hub)).not.toContain(before[0])
    await expect.poll(served).toBe(2)
    enough.abort()
    await asked
    expect(hub.output()).toContain(`Process ${before[0]} ended (SIGKILL): another one takes its place.`)
    expect(answers.length).toBeGreaterThan(10)
    // The connection that the killed one had is lost; none that came later.
    expect(answers.filter((status) => status !== 200).length).toBeLessThanOrEqual(1)
    // What all have answered, by one address.
    expect((await figures(metrics)).get('hub_http_request_seconds_count')).toBeGreaterThan(0)
    // It was beside one of the first two.
    process.kill(before[1]!, 'SIGKILL')
    // Whoever asks for the figures at that very moment may get none, and harms nobody.
    void Promise.allSettled(Array.from({ length: 20 }, served))
    await expect.poll(marketSaid, { timeout: minute }).toBe(2)
    expect((await fetch(`http://127.0.0.1:${market}/`)).status).toBe(200)
    await expect.poll(served).toBe(2)
    await expectOrder(hub)
  })

  /** The seller by whom a hub knows that it has the demo. */
  async function addDemoSeller(): Promise<void> {
    const { owner } = await database
    const shop = { username: 'harbour-camera', display_name: 'H', country: 'GB', currency: 'GBP' }
    await owner
      .insertInto('sellers')
      .values({ ...shop, time_zone: 'Europe/London', registered_at: new Date() })
      .execute()
  }

  /** Stops a hub while requests wait for a lock: they are answered, and it ends well. */
  async function expectOrder(hub: HubProcess): Promise<void> {
    const { url } = await database
    const blocker = await connect(url)
    onTestFinished(() => blocker.end())
    await blocker.query('begin; lock table verifications in access exclusive mode')
    const waiting = async () => (await blocker.query('select from pg_locks where not granted')).rowCount
    const slow = Array.from({ length: 4 }, () => statusOf(hub, `/sign-in/link?token=${'x'.repeat(43)}`))
    await expect.poll(waiting).toBeGreaterThanOrEqual(slow.length)
    hub.child.kill('SIGTERM')
    await expect.poll(() => hub.output()).toContain('finishing requests in flight')
    await blocker.query('rollback')
    for (const status of await Promise.all(slow)) expect(status).toBeLessThan(500)
    expect(await hub.exited).toBe(0)
  }
})

describe('several processes with a database of their own', () => {
  it('start it once, and stop it after all of them', async () => {
    const folder = await usedDataFolder()
    const hub = await startHub({ DATA_DIR: folder, HUB_PROCESSES: '2' })
    await hub.ready
    expect(hub.output().match(/PostgreSQL .* started/g)).toHaveLength(1)
    expect(await statusOf(hub, '/readyz')).toBe(200)
    hub.child.kill('SIGTERM')
    expect(await hub.exited).toBe(0)
    expect(await postgresOf(folder)).toBeNull()
  })

  it('what stands in the way is said in one sentence', async () => {
    const other = createServer().listen(0, '127.0.0.1')
    await once(other, 'listening')
    onTestFinished(() => void other.close())
    const port = portOf(other)
    const folder = await dataFolder()
    const hub = await startHub({ DATA_DIR: folder, HUB_PROCESSES: '2', PORT: String(port) })
    expect(await hub.exited).toBe(1)
    expect(hub.output()).toBe(`Port ${port} is taken by another program: stop that one, or set PORT to a free port.\n`)
    expect(await readdir(folder)).toEqual([])
  })
})

it('a process that is killed is replaced, also where it was told something before its end was known', async () => {
  const folder = await dataFolder()
  const program = path.join(folder, 'serving.mjs')
  await writeFile(
    program,
    `import { createServer } from 'node:net'
    process.on('message', () => process.send('${isServing}'))
    createServer().listen(0)`,
  )
  cluster.setupPrimary({ exec: program, execArgv: [] })
  const said: string[] = []
  const processes = await startProcesses({ count: 1, say: (line) => void said.push(line) })
  onTestFinished(() => processes.stop())
  await processes.serve('postgresql://nowhere')
  const [first] = Object.values(cluster.workers!)
  first!.process.kill('SIGKILL')
  // Nothing else is heard meanwhile.
  while (!readFileSync(`/proc/${first!.process.pid}/stat`, 'utf8').includes(') Z '));
  first!.send('how are you')
  const isThere = () => Object.values(cluster.workers!).some((each) => each!.id > first!.id && each!.isConnected())
  await expect.poll(isThere).toBe(true)
  expect(said).toEqual([`Process ${first!.process.pid} ended (SIGKILL): another one takes its place.`])
})

/** The processes that serve: those that the first one has started. */
async function workersOf({ child }: HubProcess): Promise<number[]> {
  const pids = await readFile(`/proc/${child.pid}/task/${child.pid}/children`, 'utf8')
  return pids.split(' ').filter(Boolean).map(Number)
}

/** The status of a page over a connection of its own; undefined where it broke. */
function statusOf({ port }: HubProcess, url: string): Promise<number | undefined> {
  return new Promise((resolve) => {
    const agent = new Agent({ keepAlive: false })
    get({ port, path: url, agent }, (response) => {
      response.resume().on('close', () => resolve(response.statusCode))
    }).on('error', () => resolve(undefined))
  })
}

/** Metrics by name, those with labels added up. */
async function figures(port: number): Promise<Map<string, number>> {
  const text = await (await fetch(`http://127.0.0.1:${port}/metrics`)).text()
  const sums = new Map<string, number>()
  for (const [, name, value] of text.matchAll(/^(\w+)(?:\{.*\})? (\S+)$/gm))
    sums.set(name!, (sums.get(name!) ?? 0) + Number(value))
  return sums
}
