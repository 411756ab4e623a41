import { once } from 'node:events'
import { createServer } from 'node:net'
import { describe, expect, it, onTestFinished } from 'vitest'
import { killQuietly } from '#db/embedded/processes.ts'
import { withClient } from '#db/connection.ts'
import { testDatabase } from '#db/testing.ts'
import { waitingForLock } from '#db/testing-waits.ts'
import { expectCleanStop, postgresOf, hasPrinted, startHub, usedDataFolder } from './testing-process.ts'

// For a serving hub see `server/processes.process.test.ts`; other moments run in `npm run fuzz -- --processes`.
describe('stopping a hub during its start', () => {
  it('ends at once while another hub migrates their database', async () => {
    const db = await testDatabase()
    await withClient(db.url, async (other) => {
      await other.query(`select pg_advisory_lock(hashtext('hub.migrate'))`)
      const hub = await startHub({ DATABASE_URL: db.url })
      await expect.poll(() => waitingForLock(db.pool)).toHaveLength(1)
      hub.child.kill('SIGTERM')
      expect(await hub.exited).toBe(0)
    })
  })

  it('a late failure leaves no PostgreSQL running', async () => {
    const other = createServer().listen(0, '127.0.0.1')
    await once(other, 'listening')
    onTestFinished(() => void other.close())
    const address = other.address()
    const port = typeof address === 'object' && address ? address.port : 0
    const folder = await usedDataFolder()
    const hub = await startHub({ DATA_DIR: folder, METRICS_PORT: String(port) })
    expect(await hub.exited).toBe(1)
    expect(hub.output()).toContain(
      `Port ${port} is in use by another program: stop it, or set METRICS_PORT to a free port.\n`,
    )
    expect(await postgresOf(folder)).toBeNull()
  })

  it('PostgreSQL killed while the demo loads: one sentence, and the next start loads it anew; stopped there, everything is closed in order', async () => {
    const folder = await usedDataFolder()
    const hub = await startHub({ DATA_DIR: folder, HUB_DEMO: 'auto' })
    await hasPrinted(hub, 'Loading the demo')
    killQuietly((await postgresOf(folder))!, 'SIGKILL')
    expect(await hub.exited).toBe(1)
    expect(hub.output()).toMatch(/PostgreSQL stopped .* committed/)
    expect(hub.output()).not.toContain('internal error')
    const again = await startHub({ DATA_DIR: folder, HUB_DEMO: 'auto' })
    await expectCleanStop(folder, again, 'Loading the demo')
  })
})
