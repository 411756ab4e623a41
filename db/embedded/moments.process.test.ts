import { readdirSync } from 'node:fs'
import { expect, it } from 'vitest'
import { withClient } from '../connection.ts'
import { type Cluster, startCluster } from './cluster.ts'
import { crash, emptyFolder, hold, untilConfirmed, usedFolder } from './testing/workspace.ts'
import { waitUntil } from './processes.ts'

// More moments of a kill than `cluster.process.test.ts` and `server/recovery.process.test.ts` try each time: by name only.

function start(dataDir: string): Promise<Cluster> {
  return startCluster({ dataDir, role: 'hub', settings: { fsync: 'off' } })
}

it.each([50, 200, 400, 700, 1000])(
  'killed %i ms into its first run, the next run is a first run, or goes on',
  async (ms) => {
    const dataDir = emptyFolder()
    const hub = hold(dataDir)
    await waitUntil(() => false, ms, ms)
    await hub.kill('SIGKILL')
    const cluster = await start(dataDir)
    expect(await withClient(cluster.url(), async (client) => (await client.query('select 1')).rowCount)).toBe(1)
    await cluster.stop()
    expect(readdirSync(dataDir).filter((name) => name.includes('.new-'))).toEqual([])
  },
)

it.each([1, 10, 100, 1000])('killed with its server after %i rows, nothing committed is lost', async (count) => {
  const dataDir = await usedFolder()
  const hub = hold(dataDir)
  await untilConfirmed(hub, count)
  await crash((await hub.ready).pid)
  await hub.kill('SIGKILL')
  const cluster = await start(dataDir)
  const rows = await withClient(cluster.url(), (client) => client.query('select from committed'))
  expect(rows.rowCount).toBeGreaterThanOrEqual(hub.confirmed())
  await cluster.stop()
})
