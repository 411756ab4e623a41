import { chownSync, mkdirSync, readdirSync, statSync } from 'node:fs'
import path from 'node:path'
import { expect, it } from 'vitest'
import { withClient } from '../connection.ts'
import { accountOf, runningAsRoot } from './account.ts'
import { type Cluster, startCluster } from './cluster.ts'
import { crash, databaseFolder, emptyFolder, hold, untilConfirmed, usedFolder } from './testing/workspace.ts'
import { waitUntil } from './processes.ts'

// Kills at more moments than `cluster.process.test.ts` and `server/recovery.process.test.ts` do: `npm run fuzz --
// --processes`.

function start(dataDir: string): Promise<Cluster> {
  return startCluster({ dataDir, role: 'hub', settings: { fsync: 'off' } })
}

it.each([50, 200, 400, 700, 1000])(
  'killed %i ms into its first start, the next start begins anew or continues',
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

it.each([1, 10, 100, 1000])('killed with its server after %i rows, no committed data is lost', async (count) => {
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

const account = runningAsRoot() ? accountOf('nobody') : undefined
it.runIf(account)('an ordinary user’s database is in the data folder, also below a private home', async () => {
  const home = emptyFolder(0o755)
  const closed = path.join(home, 'closed')
  mkdirSync(closed, { mode: 0o700 })
  chownSync(closed, account!.uid, account!.gid)
  const holder = hold(path.join(closed, 'data'), { account: account! })
  const { pid } = await holder.ready
  expect(statSync(`/proc/${pid}`).uid).toBe(account!.uid)
  expect(databaseFolder(path.join(closed, 'data'))).toBe(path.join(closed, 'data', 'postgres'))
  expect(await holder.kill('SIGTERM')).toBe(0)

  // Root then runs it as that user; another user gets the owner's name in the error.
  const asRoot = await start(path.join(closed, 'data'))
  expect(statSync(`/proc/${asRoot.pid}`).uid).toBe(account!.uid)
  await asRoot.stop()
})
