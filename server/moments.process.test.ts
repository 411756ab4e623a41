import { addRows } from '#db/testing-row.ts'
import { expect, it } from 'vitest'
import { testDatabase } from '#db/testing.ts'
import { freePort } from './free-port.ts'
import { dataFolder, expectCleanStop, figures, startHub, workersOf } from './testing-process.ts'

// Not with all others: `npm run fuzz -- --processes`.

it('a hub stopped during its first start closes everything in order', async () => {
  const folder = await dataFolder()
  await expectCleanStop(folder, await startHub({ DATA_DIR: folder }), 'PostgreSQL 18')
})

it('the example market moves to the process that replaces the one beside it', async () => {
  const { url, owner } = await testDatabase()
  // The hub recognises the demo by this seller.
  const shop = { username: 'harbour-camera', display_name: 'H', country: 'GB', currency: 'GBP' }
  await addRows(owner, 'sellers', { ...shop, time_zone: 'Europe/London', registered_at: new Date() })
  const [metrics, market] = [await freePort(), await freePort()]
  const ports = { METRICS_PORT: String(metrics), MARKET_PORT: String(market) }
  const hub = await startHub({ DATABASE_URL: url, HUB_PROCESSES: '2', HUB_DEMO: 'auto', ...ports })
  await hub.ready
  const announcements = () => hub.output().split(`The example market is at http://localhost:${market}`).length - 1
  await expect.poll(announcements).toBe(1)
  const served = async () => (await figures(metrics)).get('hub_processes')
  await expect.poll(served).toBe(2)
  // The market runs beside one of them.
  for (const worker of await workersOf(hub)) {
    process.kill(worker, 'SIGKILL')
    await expect.poll(() => workersOf(hub)).not.toContain(worker)
    await expect.poll(served).toBe(2)
  }
  await expect.poll(announcements).toBe(2)
  expect((await fetch(`http://127.0.0.1:${market}/`)).status).toBe(200)
  hub.child.kill('SIGTERM')
  expect(await hub.exited).toBe(0)
})
