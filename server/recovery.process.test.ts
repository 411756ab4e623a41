import { execFileSync, spawn } from 'node:child_process'
import { once } from 'node:events'
import { createServer } from 'node:http'
import path from 'node:path'
import { describe, expect, it, onTestFinished } from 'vitest'
import { openDatabase } from '#db/client.ts'
import { connect } from '#db/connection.ts'
import { accountOf } from '#db/embedded/account.ts'
import { isAlive, killQuietly, waitUntil } from '#db/embedded/processes.ts'
import { addEndpoint } from '#features/developers/webhooks/endpoints-db.server.ts'
import { minute } from '#lib/duration.ts'
import { portOf } from '#lib/listening.ts'
import { freePort } from './free-port.ts'
import {
  dataFolder,
  embeddedUrl,
  postgresOf,
  query,
  startHub,
  usedDataFolder,
  waitingLinks,
  type HubProcess,
} from './testing-process.ts'

const isRoot = process.getuid?.() === 0

describe('crashes and signals', () => {
  it('recovers from kill -9 of hub and PostgreSQL with all committed data and webhooks; a second hub on the same data is refused; a signal to npm alone finishes the request, then stops PostgreSQL', async () => {
    const folder = await usedDataFolder()
    const first = await startHub({ DATA_DIR: folder })
    await first.ready
    await query(await embeddedUrl(folder), `insert into hub_settings values ('first', 'kept')`)
    const { received, url } = await receiveWebhooks()
    await addWebhook(await embeddedUrl(folder), url)
    // Stopped between the commit of the event and its delivery.
    first.child.kill('SIGSTOP')
    const happened = await publishSomething(await embeddedUrl(folder))
    expect(received).toEqual([])
    first.child.kill('SIGKILL')
    await first.exited
    const second = await startHub({ DATA_DIR: folder, WEBHOOK_NETWORKS: '127.0.0.1' })
    await second.ready
    expect(second.output()).toContain('PostgreSQL was running already')
    await expect.poll(() => received).toEqual([happened])
    await expectAlone(second, folder)
    await query(await embeddedUrl(folder), `insert into hub_settings values ('second', 'kept')`)
    killQuietly((await postgresOf(folder))!, 'SIGKILL')
    expect(await second.exited).toBe(1)
    expect(second.output()).toContain('PostgreSQL stopped unexpectedly: run npm start again')
    const third = await npmStart({ DATA_DIR: folder })
    const { rows } = await query(
      await embeddedUrl(folder),
      `select key from hub_settings where value = 'kept' order by key`,
    )
    expect(rows).toEqual([{ key: 'first' }, { key: 'second' }])
    await expectOrder(third, folder)
  })

  // Other moments, of the database alone too: `npm run fuzz -- --processes`.
  it('a first start on a full disk fails in one sentence; one killed halfway begins anew, as an ordinary user in a private folder; a closed terminal stops it in order', async () => {
    const home = await dataFolder()
    const user = isRoot ? accountOf('nobody') : undefined
    if (user) {
      const closed = ['-o', `size=24m,mode=700,uid=${user.uid},gid=${user.gid}`, 'tmpfs', home]
      execFileSync('mount', ['-t', 'tmpfs', ...closed])
      onTestFinished(async () => {
        const pid = await postgresOf(home)
        if (pid !== null) killQuietly(pid, 'SIGQUIT')
        execFileSync('umount', ['-l', home])
      })
    }
    const start = () => startHub({ DATA_DIR: home, HOME: home }, user)
    if (user) {
      const full = await start()
      expect(await full.exited).toBe(1)
      expect(full.output()).toMatch(/^The disk is full: .*free some space.*\n$/)
      execFileSync('mount', ['-o', 'remount,size=2g', home])
    }
    const killed = await start()
    setTimeout(() => killed.child.kill('SIGKILL'), 1000)
    await killed.exited
    const hub = await start()
    await hub.ready
    // Simulates a closed terminal: output is destroyed, then SIGHUP.
    hub.child.stdout.destroy()
    expect((await fetch(`http://127.0.0.1:${hub.port}/readyz`)).status).toBe(200)
    hub.child.kill('SIGHUP')
    expect(await hub.exited).toBe(0)
    expect(await postgresOf(home)).toBeNull()
  })
})

/** A second hub on the folder fails with a clear error, and the first continues. */
async function expectAlone(hub: HubProcess, folder: string): Promise<void> {
  const other = await startHub({ DATA_DIR: folder })
  expect(await other.exited).toBe(1)
  expect(other.output()).toContain(
    `is in use by another hub (process ${hub.child.pid}); stop it first, or set DATA_DIR`,
  )
  expect((await fetch(`http://127.0.0.1:${hub.port}/readyz`)).status).toBe(200)
}

/** Starts a hub with `npm start` and waits until it serves. */
async function npmStart(env: Record<string, string>) {
  const port = await freePort()
  const { npm_lifecycle_event: _, ...inherited } = process.env
  const npm = spawn('npm', ['start'], {
    cwd: path.resolve(import.meta.dirname, '..'),
    stdio: ['ignore', 'pipe', 'pipe'],
    env: { ...inherited, PORT: String(port), METRICS_PORT: '0', HUB_DEMO: 'off', HOST: '127.0.0.1', ...env },
  })
  onTestFinished(() => void npm.kill('SIGKILL'))
  let output = ''
  npm.stderr.on('data', (text) => (output += text))
  npm.stdout.on('data', (text) => (output += text))
  while (!output.includes('The Seller Hub is at')) {
    if (npm.exitCode !== null) throw new Error(output)
    await Promise.race([once(npm.stdout, 'data'), once(npm, 'exit')])
  }
  return { npm, port, output: () => output }
}

/** Stops npm alone while a request waits for a lock: the request is answered, and all processes exit. */
async function expectOrder({ npm, port, output }: Awaited<ReturnType<typeof npmStart>>, folder: string): Promise<void> {
  const postgres = (await postgresOf(folder))!
  const url = await embeddedUrl(folder)
  const blocker = await connect(url)
  await blocker.query('begin; lock table verifications in access exclusive mode')
  // The link is looked up in the locked table, so this request waits.
  const slow = fetch(`http://127.0.0.1:${port}/sign-in/link?token=${'x'.repeat(43)}`, { redirect: 'manual' })
  await expect.poll(() => waitingLinks(url)).toBe(1)
  npm.kill('SIGTERM')
  await expect.poll(output).toContain('Stopping: waiting for open requests')
  await blocker.query('rollback')
  await blocker.end()
  expect((await slow).status).toBeLessThan(500)
  expect(await waitUntil(() => !isAlive(postgres), minute)).toBe(true)
  expect(await postgresOf(folder)).toBeNull()
  await expect(fetch(`http://127.0.0.1:${port}/healthz`)).rejects.toThrow('fetch failed')
}

/** A receiver that records webhook ids. */
async function receiveWebhooks(): Promise<{ received: string[]; url: string }> {
  const received: string[] = []
  const server = createServer((request, response) => {
    received.push(String(request.headers['webhook-id']))
    request.resume().on('end', () => response.writeHead(204).end())
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  onTestFinished(() => void server.close())
  return { received, url: `http://127.0.0.1:${portOf(server)}/` }
}

async function addWebhook(databaseUrl: string, url: string): Promise<void> {
  const db = openDatabase({ url: databaseUrl })
  const { rows } = await query(databaseUrl, `select value from hub_settings where key = 'secret'`)
  const services = { db, secret: rows[0].value, now: () => new Date() }
  await addEndpoint(services, { sellerId: null, url, types: null, madeBy: 'Ada' })
  await db.close()
}

/** Returns the id of the event. */
async function publishSomething(databaseUrl: string): Promise<string> {
  const { rows } = await query(
    databaseUrl,
    `with seller as (
       insert into sellers (username, display_name, registered_at, country, time_zone, currency)
       values ('ann', 'Ann', now(), 'GB', 'UTC', 'GBP') returning id
     )
     insert into listings (seller_id, title, category, condition, state, price_minor, currency, starts_at)
     select id, 'Leica M3', 'Cameras', 'GOOD', 'ACTIVE', 100, 'GBP', now() from seller returning seller_id`,
  )
  const recorded = await query(databaseUrl, `select event_key from events where seller_id = ${rows[0].seller_id}`)
  return recorded.rows[0].event_key
}
