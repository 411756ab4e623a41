import { once } from 'node:events'
import { createServer } from 'node:net'
import { describe, expect, it, onTestFinished } from 'vitest'
import { killQuietly } from '#db/embedded/processes.ts'
import { withClient } from '#db/connection.ts'
import { testDatabase } from '#db/testing.ts'
import { smtpServer } from '#features/accounts/testing-smtp-server.ts'
import { certain } from '#lib/certain.ts'
import { dataFolder, postgresOf, startHub, usedDataFolder, type HubProcess } from './process-testing.ts'

/** Resolves when the hub has printed a text; it need not serve yet. */
async function said(hub: HubProcess, text: string): Promise<void> {
  while (!hub.output().includes(text)) await once(hub.child.stdout!, 'data')
}

/** Stops a hub once it has printed a text: it ends well, and its PostgreSQL with it. */
async function expectOrder(folder: string, hub: HubProcess, moment: string): Promise<void> {
  await said(hub, moment)
  hub.child.kill('SIGTERM')
  expect(await hub.exited).toBe(0)
  expect(await postgresOf(folder)).toBeNull()
  expect(hub.output()).not.toContain('could not start')
}

describe('stopping a hub that has only begun to start', () => {
  it('at "PostgreSQL 18" it closes what it has opened, in order', async () => {
    const folder = await dataFolder()
    await expectOrder(folder, await startHub({ DATA_DIR: folder }), 'PostgreSQL 18')
  })

  it('while another hub brings their database up to date it ends at once', async () => {
    const db = await testDatabase()
    await withClient(db.url, async (other) => {
      await other.query(`select pg_advisory_lock(hashtext('hub.migrate'))`)
      const hub = await startHub({ DATABASE_URL: db.url })
      const waits = `select from pg_locks where not granted and database = (select oid from pg_database where datname = current_database())`
      await expect.poll(async () => (await other.query(waits)).rowCount).toBe(1)
      hub.child.kill('SIGTERM')
      expect(await hub.exited).toBe(0)
    })
  })

  it('a start that fails late leaves no PostgreSQL running', async () => {
    const other = createServer().listen(0, '127.0.0.1')
    await once(other, 'listening')
    onTestFinished(() => void other.close())
    const address = other.address()
    const port = typeof address === 'object' && address ? address.port : 0
    const folder = await usedDataFolder()
    const hub = await startHub({ DATA_DIR: folder, METRICS_PORT: String(port) })
    expect(await hub.exited).toBe(1)
    expect(hub.output()).toContain(
      `Port ${port} is taken by another program: stop that one, or set METRICS_PORT to a free port.\n`,
    )
    expect(await postgresOf(folder)).toBeNull()
  })

  it('PostgreSQL killed while the demo is loaded: one sentence, and the next start loads it anew; stopped there, it closes all in order', async () => {
    const folder = await usedDataFolder()
    const hub = await startHub({ DATA_DIR: folder, HUB_DEMO: 'auto' })
    await said(hub, 'Loading the demo')
    killQuietly((await postgresOf(folder))!, 'SIGKILL')
    expect(await hub.exited).toBe(1)
    expect(hub.output()).toMatch(/PostgreSQL stopped .* committed/)
    expect(hub.output()).not.toContain('failure of its own')
    const again = await startHub({ DATA_DIR: folder, HUB_DEMO: 'auto' })
    await expectOrder(folder, again, 'Loading the demo')
  })
})

/** Asks for a link to set a new password, as a browser does; the page says that it is on its way. */
async function askForPassword(at: string, email: string): Promise<void> {
  const page = await fetch(`${at}/forgot-password`)
  const srt = certain(/name="srt" value="([^"]+)"/.exec(await page.text())?.[1], 'a form has its token')
  const cookie = page.headers
    .getSetCookie()
    .map((each) => each.replace(/;.*/s, ''))
    .join('; ')
  const headers = { cookie, origin: at }
  const answer = await fetch(`${at}/forgot-password`, {
    method: 'POST',
    headers,
    body: new URLSearchParams({ srt, email }),
  })
  expect(await answer.text()).toContain(email)
}

describe('stopping a hub that serves', () => {
  const database = testDatabase()

  it('writes the beacons that still wait, and sends the mail that a page has promised', async () => {
    const db = await database
    const { promise: mayGreet, resolve: greet } = Promise.withResolvers<void>()
    const { url: SMTP_URL, mails } = await smtpServer(mayGreet)
    const hub = await startHub({ DATABASE_URL: db.url, SMTP_URL })
    await hub.ready
    const email = 'ada@example.com'
    await db.owner.insertInto('members').values({ id: 'ada', name: 'Ada', email, is_operator: false }).execute()
    await askForPassword(`http://127.0.0.1:${hub.port}`, email)
    const body = JSON.stringify({ page: 'orders', views: { orders: 1 } })
    expect((await fetch(`http://127.0.0.1:${hub.port}/track`, { method: 'POST', body })).status).toBe(204)
    hub.child.kill('SIGTERM')
    await said(hub, 'finishing requests')
    greet()
    expect(await hub.exited).toBe(0)
    expect(await db.owner.selectFrom('page_loads').select('page').execute()).toEqual([{ page: 'orders' }])
    expect(mails).toEqual([{ to: email, source: expect.stringContaining('Subject: Set a new password') }])
  })
})
