import { execFileSync } from 'node:child_process'
import { chmod, chown, rm } from 'node:fs/promises'
import path from 'node:path'
import { describe, expect, it, onTestFinished } from 'vitest'
import { connect } from '#db/connection.ts'
import { killQuietly } from '#db/embedded/processes.ts'
import {
  databaseFolder,
  dataFolder,
  embeddedUrl,
  postgresOf,
  query,
  startHub,
  usedDataFolder,
} from './process-testing.ts'

const isRoot = process.getuid?.() === 0

describe('life and death', () => {
  it('a second hub on the same data is told who has it, and the first goes on', async () => {
    const folder = await usedDataFolder()
    const first = await startHub({ DATA_DIR: folder })
    await first.ready
    const second = await startHub({ DATA_DIR: folder })
    expect(await second.exited).toBe(1)
    expect(second.output()).toContain(`is in use by another hub (process ${first.child.pid}); stop it first`)
    expect((await fetch(`http://127.0.0.1:${first.port}/readyz`)).status).toBe(200)
    first.child.kill('SIGTERM')
    expect(await first.exited).toBe(0)
    expect(await postgresOf(folder)).toBeNull()
  })

  it('recovers from kill -9 of the hub, and of PostgreSQL, with all that was committed', async () => {
    const folder = await usedDataFolder()
    const first = await startHub({ DATA_DIR: folder })
    await first.ready
    await query(await embeddedUrl(folder), `insert into hub_settings values ('first', 'kept')`)
    first.child.kill('SIGKILL')
    await first.exited
    const second = await startHub({ DATA_DIR: folder })
    await second.ready
    expect(second.output()).toContain('PostgreSQL was running already')
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

  it('recovers when killed in the middle of its first start', async () => {
    const folder = await dataFolder()
    for (const moment of [150, 500, 900, 1300]) {
      const hub = await startHub({ DATA_DIR: folder })
      setTimeout(() => hub.child.kill('SIGKILL'), moment)
      await hub.exited
    }
    const hub = await startHub({ DATA_DIR: folder })
    await hub.ready
    expect((await fetch(`http://127.0.0.1:${hub.port}/readyz`)).status).toBe(200)
  })

  it('SIGTERM finishes the request in flight, then stops PostgreSQL', async () => {
    const folder = await usedDataFolder()
    const hub = await startHub({ DATA_DIR: folder })
    await hub.ready
    const blocker = await connect(await embeddedUrl(folder))
    await blocker.query('begin; lock table verifications in access exclusive mode')
    // A one-time link is looked up in the locked table: this request waits.
    const slow = fetch(`http://127.0.0.1:${hub.port}/sign-in/link?token=${'x'.repeat(43)}`, { redirect: 'manual' })
    await expect
      .poll(async () => (await blocker.query(`select from pg_locks where not granted`)).rowCount)
      .toBeGreaterThan(0)
    hub.child.kill('SIGTERM')
    await expect.poll(() => hub.output()).toContain('finishing requests in flight')
    await blocker.query('rollback')
    await blocker.end()
    expect((await slow).status).toBeLessThan(500)
    expect(await hub.exited).toBe(0)
    expect(await postgresOf(folder)).toBeNull()
  })

  it.runIf(isRoot)('runs as an ordinary user', async () => {
    const uid = Number(execFileSync('id', ['-u', 'nobody'], { encoding: 'utf8' }))
    const folder = await dataFolder()
    await chown(folder, uid, uid)
    const hub = await startHub({ DATA_DIR: folder, HOME: folder }, { uid, gid: uid })
    await hub.ready
    hub.child.kill('SIGTERM')
    expect(await hub.exited).toBe(0)
  })

  it.runIf(isRoot)('runs as root below a folder that nobody else can enter', async () => {
    const folder = await dataFolder()
    await chmod(folder, 0o700)
    const inner = path.join(folder, 'data')
    const hub = await startHub({ DATA_DIR: inner })
    await hub.ready
    const place = await databaseFolder(inner)
    expect(place).not.toContain(folder)
    onTestFinished(() => rm(path.dirname(place), { recursive: true }))
    hub.child.kill('SIGTERM')
    expect(await hub.exited).toBe(0)
  })
})
