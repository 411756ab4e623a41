import { pino } from 'pino'
import { expect, it, onTestFinished, vi } from 'vitest'
import { workConnections } from '#db/pools.ts'
import { testDatabase } from '#db/testing.ts'
import { hour } from '#lib/duration.ts'
import { readConfig } from './config.ts'
import { createHub } from './hub.ts'

it('on a slow machine the start and jobs wait for a connection as long as it takes, and only requests give up', async () => {
  const { url } = await testDatabase()
  const config = readConfig({ DATABASE_URL: url, DATABASE_POOL_SIZE: '2' })
  const hub = await createHub({ config, databaseUrl: url, log: pino({ level: 'silent' }) })
  const busy = async (pool: typeof hub.db.pool, connections: number) => {
    const clients = await Promise.all(Array.from({ length: connections }, () => pool.connect()))
    return () => clients.forEach((client) => client.release())
  }
  const endWork = await busy(hub.work.session, workConnections)
  const endPages = await busy(hub.db.pool, 2)
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
  onTestFinished(() => void vi.useRealTimers())
  const work = hub.work.session.connect()
  const page = hub.db.pool.connect().catch((error: Error) => error.message)
  vi.advanceTimersByTime(hour)
  vi.useRealTimers()
  expect(await page).toBe('timeout exceeded when trying to connect')
  endWork()
  endPages()
  ;(await work).release()
  await hub.db.close()
})
