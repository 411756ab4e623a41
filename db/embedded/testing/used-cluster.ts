import { execFileSync } from 'node:child_process'
import { chmodSync, existsSync, mkdirSync, renameSync } from 'node:fs'
import path from 'node:path'
import { inject } from 'vitest'
import { defaultSchema, withClient } from '#db/connection.ts'
import { migrate } from '#db/migrate.ts'
import { withTestLock } from '#db/testing.ts'
import { startCluster } from '../cluster.ts'
import { choosePlace } from '../place.ts'

/**
 * Copies the database of a stopped hub into an empty data folder, for tests that are not about a first run:
 * initialising takes most of a start. It is made once per test run.
 */
export async function copyUsedCluster(dataDir: string): Promise<void> {
  const used = path.join(inject('cluster').dataDir, 'used')
  await withTestLock('used cluster', async () => {
    if (!existsSync(used)) await makeUsedCluster(used)
  })
  // Each copy gets a database of its own, also where PostgreSQL's user cannot enter the temporary folder: there the data
  // folder only names the database, and a copy of it would name the same one.
  const { folder } = choosePlace(dataDir)
  mkdirSync(folder, { recursive: true })
  // The files belong to the user who runs PostgreSQL for root.
  execFileSync('cp', ['-a', `${choosePlace(used).folder}/.`, folder])
}

async function makeUsedCluster(dataDir: string): Promise<void> {
  const draft = `${dataDir}-draft`
  mkdirSync(draft)
  chmodSync(draft, 0o755)
  const cluster = await startCluster({ dataDir: draft, settings: { fsync: 'off' } })
  await withClient(cluster.url(), (client) => migrate(client, defaultSchema))
  await cluster.stop()
  renameSync(draft, dataDir)
}
