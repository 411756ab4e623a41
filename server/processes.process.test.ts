import cluster from 'node:cluster'
import { once } from 'node:events'
import { readFileSync } from 'node:fs'
import { readdir, writeFile } from 'node:fs/promises'
import { Agent, createServer, get } from 'node:http'
import path from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { describe, expect, it, onTestFinished } from 'vitest'
import { connect } from '#db/connection.ts'
import { startCluster } from '#db/embedded/cluster.ts'
import { smtpServer } from '#features/people/accounts/testing-smtp-server.ts'
import { assertDefined } from '#lib/assert-defined.ts'
import { portOf } from '#lib/listening.ts'
import { freePort } from './free-port.ts'
import {
  dataFolder,
  embeddedUrl,
  figures,
  postgresOf,
  query,
  startHub,
  usedDataFolder,
  waitingLinks,
  workersOf,
  type HubProcess,
} from './testing-process.ts'
import { isServing, startProcesses } from './processes.ts'

const email = 'ada@example.com'

describe('several processes', () => {
  // The example market beside them: `npm run fuzz -- --processes`.
  it('start the database once; a killed one is replaced while the others answer; SIGTERM finishes open requests, stores pending beacons, sends promised mail, and stops the database last', async () => {
    const folder = await usedDataFolder()
    const metrics = await freePort()
    const { promise: mayGreet, resolve: greet } = Promise.withResolvers<void>()
    const { url: SMTP_URL, mails } = await smtpServer(mayGreet)
    const hub = await startHub({ DATA_DIR: folder, HUB_PROCESSES: '2', METRICS_PORT: String(metrics), SMTP_URL })
    await hub.ready
    const served = async () => (await figures(metrics)).get('hub_processes')
    await expectBoth(served)
    expect(hub.output().match(/PostgreSQL .* started/g)).toHaveLength(1)
    await expectReplaced(hub, served)
    // Aggregated over all processes at one address.
    expect((await figures(metrics)).get('hub_http_request_seconds_count')).toBeGreaterThan(0)
    await expectOrder(hub, folder, greet)
    expect(mails).toEqual([{ to: email, source: expect.stringContaining('Subject: Set a new password') }])
    const kept = await startCluster({ dataDir: folder, settings: { fsync: 'off' } })
    expect((await query(kept.url(), 'select page from page_loads')).rows).toEqual([{ page: 'orders' }])
    await kept.stop()
    // What it says at start and stop is JSON outside a terminal, like the log.
    const lines = hub.output().trim().split('\n')
    for (const line of lines)
      expect(JSON.parse(line)).toMatchObject({ level: expect.any(Number), msg: expect.any(String) })
    expect(lines.length).toBeGreaterThan(3)
  })

  /** Kills a worker while requests are made. */
  async function expectReplaced(hub: HubProcess, served: () => Promise<number | undefined>): Promise<void> {
    const [killed] = await workersOf(hub)
    const answers: (number | undefined)[] = []
    const enough = new AbortController()
    const requests = (async () => {
      // A new connection per request, sequentially, which leaves a core to the new process.
      while (!enough.signal.aborted || answers.length <= 10) {
        answers.push(await statusOf(hub, '/sign-in'))
        await delay(50)
      }
    })()
    process.kill(killed!, 'SIGKILL')
    // Metrics requests at that moment may fail but must not do harm.
    void Promise.allSettled(Array.from({ length: 20 }, served))
    await expect.poll(() => workersOf(hub)).not.toContain(killed)
    await expectBoth(served)
    enough.abort()
    await requests
    expect(hub.output()).toContain(`Process ${killed} ended (SIGKILL); starting a replacement.`)
    // Only the killed worker's connection is lost.
    expect(answers.filter((status) => status !== 200).length).toBeLessThanOrEqual(1)
  }

  /** Stops a hub while requests wait for a lock: they are answered, and it exits cleanly once its mail server greets. */
  async function expectOrder(hub: HubProcess, folder: string, greet: () => void): Promise<void> {
    const url = await embeddedUrl(folder)
    await query(url, `insert into members (id, name, email) values ('ada', 'Ada', '${email}')`)
    await askForPassword(`http://127.0.0.1:${hub.port}`, email)
    const body = JSON.stringify({ page: 'orders', views: { orders: 1 } })
    expect((await fetch(`http://127.0.0.1:${hub.port}/track`, { method: 'POST', body })).status).toBe(204)
    const blocker = await connect(url)
    await blocker.query('begin; lock table verifications in access exclusive mode')
    const slow = Array.from({ length: 4 }, () => statusOf(hub, `/sign-in/link?token=${'x'.repeat(43)}`))
    await expect.poll(() => waitingLinks(url)).toBe(slow.length)
    hub.child.kill('SIGTERM')
    await expect.poll(() => hub.output()).toContain('waiting for open requests')
    await blocker.query('rollback')
    await blocker.end()
    for (const status of await Promise.all(slow)) expect(status).toBeLessThan(500)
    greet()
    expect(await hub.exited).toBe(0)
    expect(await postgresOf(folder)).toBeNull()
  }

  it('startup problems are reported in one sentence', async () => {
    const other = createServer().listen(0, '127.0.0.1')
    await once(other, 'listening')
    onTestFinished(() => void other.close())
    const port = portOf(other)
    const folder = await dataFolder()
    const hub = await startHub({ DATA_DIR: folder, HUB_PROCESSES: '2', PORT: String(port) })
    expect(await hub.exited).toBe(1)
    expect(hub.output()).toBe(`Port ${port} is in use by another program: stop it, or set PORT to a free port.\n`)
    expect(await readdir(folder)).toEqual([])
  })
})

it('a killed process is replaced, also if a message arrives before its exit is noticed', async () => {
  const folder = await dataFolder()
  const program = path.join(folder, 'serving.mjs')
  await writeFile(
    program,
    `import { createServer } from 'node:net'
    process.on('message', () => process.send('${isServing}'))
    createServer().listen(0)`,
  )
  cluster.setupPrimary({ exec: program, execArgv: [] })
  const messages: string[] = []
  const processes = await startProcesses({ count: 1, say: (line) => void messages.push(line) })
  onTestFinished(() => processes.stop())
  await processes.serve('postgresql://nowhere')
  const [first] = Object.values(cluster.workers!)
  first!.process.kill('SIGKILL')
  // Busy wait: no event must be processed meanwhile.
  while (!readFileSync(`/proc/${first!.process.pid}/stat`, 'utf8').includes(') Z '));
  first!.send('how are you')
  const isThere = () => Object.values(cluster.workers!).some((each) => each!.id > first!.id && each!.isConnected())
  await expect.poll(isThere).toBe(true)
  expect(messages).toEqual([`Process ${first!.process.pid} ended (SIGKILL); starting a replacement.`])
})

const expectBoth = (served: () => Promise<number | undefined>) => expect.poll(served).toBe(2)

/** Status of a page over a new connection; undefined if it broke. */
function statusOf({ port }: HubProcess, url: string): Promise<number | undefined> {
  return new Promise((resolve) => {
    const agent = new Agent({ keepAlive: false })
    get({ port, path: url, agent }, (response) => {
      response.resume().on('close', () => resolve(response.statusCode))
    }).on('error', () => resolve(undefined))
  })
}

/** Requests a password link; the page confirms it. */
async function askForPassword(at: string, address: string): Promise<void> {
  const page = await fetch(`${at}/forgot-password`)
  const srt = assertDefined(/name="srt" value="([^"]+)"/.exec(await page.text())?.[1], 'a form has its token')
  const cookie = page.headers
    .getSetCookie()
    .map((each) => each.replace(/;.*/s, ''))
    .join('; ')
  const answer = await fetch(`${at}/forgot-password`, {
    method: 'POST',
    headers: { cookie, origin: at },
    body: new URLSearchParams({ srt, email: address }),
  })
  expect(await answer.text()).toContain(address)
}
