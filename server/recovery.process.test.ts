import { execFileSync } from 'node:child_process'
import { chown } from 'node:fs/promises'
import { createServer } from 'node:http'
import { describe, expect, it, onTestFinished } from 'vitest'
import { openDatabase } from '#db/client.ts'
import { connect } from '#db/connection.ts'
import { killQuietly } from '#db/embedded/processes.ts'
import { addEndpoint } from '#features/webhooks/endpoints-db.server.ts'
import { portOf } from '#lib/listening.ts'
import { dataFolder, embeddedUrl, postgresOf, query, startHub, usedDataFolder } from './process-testing.ts'

const isRoot = process.getuid?.() === 0

describe('life and death', () => {
  it('a second hub on the same data is told who has it, and the first goes on; SIGTERM finishes the request in flight, then stops PostgreSQL', async () => {
    const folder = await usedDataFolder()
    const first = await startHub({ DATA_DIR: folder })
    await first.ready
    const second = await startHub({ DATA_DIR: folder })
    expect(await second.exited).toBe(1)
    expect(second.output()).toContain(
      `is in use by another hub (process ${first.child.pid}); stop it first, or set DATA_DIR`,
    )
    expect((await fetch(`http://127.0.0.1:${first.port}/readyz`)).status).toBe(200)
    const blocker = await connect(await embeddedUrl(folder))
    await blocker.query('begin; lock table verifications in access exclusive mode')
    // A one-time link is looked up in the locked table: this request waits.
    const slow = fetch(`http://127.0.0.1:${first.port}/sign-in/link?token=${'x'.repeat(43)}`, { redirect: 'manual' })
    await expect
      .poll(async () => (await blocker.query(`select from pg_locks where not granted`)).rowCount)
      .toBeGreaterThan(0)
    first.child.kill('SIGTERM')
    await expect.poll(() => first.output()).toContain('finishing requests in flight')
    await blocker.query('rollback')
    await blocker.end()
    expect((await slow).status).toBeLessThan(500)
    expect(await first.exited).toBe(0)
    expect(await postgresOf(folder)).toBeNull()
  })

  it('recovers from kill -9 of the hub, and of PostgreSQL, with all that was committed, and sends the webhooks of it', async () => {
    const folder = await usedDataFolder()
    const first = await startHub({ DATA_DIR: folder })
    await first.ready
    await query(await embeddedUrl(folder), `insert into hub_settings values ('first', 'kept')`)
    const { heard, url } = await hearWebhooks()
    await addWebhook(await embeddedUrl(folder), url)
    // Between the commit of what happened and its delivery: nothing of the hub moves any more.
    first.child.kill('SIGSTOP')
    const happened = await publishSomething(await embeddedUrl(folder))
    expect(heard).toEqual([])
    first.child.kill('SIGKILL')
    await first.exited
    const second = await startHub({ DATA_DIR: folder, WEBHOOK_NETWORKS: '127.0.0.1' })
    await second.ready
    expect(second.output()).toContain('PostgreSQL was running already')
    await expect.poll(() => heard).toEqual([happened])
    await query(await embeddedUrl(folder), `insert into hub_settings values ('second', 'kept')`)
    killQuietly((await postgresOf(folder))!, 'SIGKILL')
    expect(await second.exited).toBe(1)
    expect(second.output()).toContain('PostgreSQL stopped unexpectedly: run npm start again')
    const third = await startHub({ DATA_DIR: folder })
    await third.ready
    const { rows } = await query(
      await embeddedUrl(folder),
      `select key from hub_settings where value = 'kept' order by key`,
    )
    expect(rows).toEqual([{ key: 'first' }, { key: 'second' }])
  })

  // Other moments, of the database alone: `npm test -- db/embedded/moments`.
  it('recovers when killed in the middle of its first start, and runs as an ordinary user', async () => {
    const folder = await dataFolder()
    const uid = isRoot ? Number(execFileSync('id', ['-u', 'nobody'], { encoding: 'utf8' })) : undefined
    if (uid !== undefined) await chown(folder, uid, uid)
    const start = () => startHub({ DATA_DIR: folder, HOME: folder }, uid === undefined ? {} : { uid, gid: uid })
    const killed = await start()
    setTimeout(() => killed.child.kill('SIGKILL'), 1000)
    await killed.exited
    const hub = await start()
    await hub.ready
    expect((await fetch(`http://127.0.0.1:${hub.port}/readyz`)).status).toBe(200)
    hub.child.kill('SIGTERM')
    expect(await hub.exited).toBe(0)
  })
})

/** A program that notes the ids of the webhooks that it gets. */
async function hearWebhooks(): Promise<{ heard: string[]; url: string }> {
  const heard: string[] = []
  const server = createServer((request, response) => {
    heard.push(String(request.headers['webhook-id']))
    request.resume().on('end', () => response.writeHead(204).end())
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  onTestFinished(() => void server.close())
  return { heard, url: `http://127.0.0.1:${portOf(server)}/` }
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
  const told = await query(databaseUrl, `select event_key from events where seller_id = ${rows[0].seller_id}`)
  return told.rows[0].event_key
}
