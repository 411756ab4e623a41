import { existsSync, readFileSync, rmSync } from 'node:fs'
import { chmod, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import type { TestProject } from 'vitest/node'
import { openDatabase } from './client.ts'
import { defaultSchema, withClient } from './connection.ts'
import { startCluster, type Cluster } from './embedded/cluster.ts'
import { productionSettings } from './embedded/settings.ts'
import { isAlive, killByArgument, killQuietly } from './embedded/processes.ts'
import { migrate } from './migrate.ts'
import { clockOfServer } from './testing-clock.ts'
import { testScope } from './testing-scope.ts'
import { schemaFacts, type SchemaFacts } from './testing-sent-statements.ts'

const template = 'hub_template'
// Test databases need not survive a crash.
const volatile = {
  ...productionSettings(),
  fsync: 'off',
  synchronous_commit: 'off',
  full_page_writes: 'off',
  wal_compression: 'off',
  wal_level: 'minimal',
  max_wal_senders: 0,
  // The data is in memory, too.
  max_wal_size: '256MB',
  // Databases are new; tests run `analyze` where the planner needs it.
  autovacuum: 'off',
  max_connections: 200,
  // Several tests restore at once.
  max_locks_per_transaction: 512,
  shared_buffers: '128MB',
}

// A session of glibc keeps the memory that it frees, which saves 8 % of PostgreSQL's processor time.
const env = { MALLOC_TRIM_THRESHOLD_: '268435456', MALLOC_MMAP_THRESHOLD_: '33554432', MALLOC_TOP_PAD_: '1048576' }

/**
 * Starts one PostgreSQL for the test run and migrates the template that each test's database is cloned from. Unit tests
 * have none.
 */
export default async function setup(project: TestProject): Promise<(() => Promise<void>) | undefined> {
  if (testScope === 'units') return undefined
  const dataDir = await mkdtemp(path.join(tmpdir(), 'hub-test-'))
  // Otherwise root's unprivileged PostgreSQL would keep its data elsewhere, where nobody removes it.
  await chmod(dataDir, 0o755)
  const leave = () => leaveNothing(dataDir)
  process.once('exit', leave)
  process.once('SIGHUP', () => process.exit())
  const cluster = await startCluster({ dataDir, settings: volatile, env: { ...env, ...clockOfServer() } })
  project.provide('schemaFacts', await createTemplate(cluster))
  project.provide('cluster', { superuserUrl: cluster.superuserUrl, ownerUrl: cluster.url(), template, dataDir })
  return async () => {
    await cluster.stop()
    await rm(dataDir, { recursive: true, force: true })
    process.off('exit', leave)
  }
}

/** Stopped by Ctrl+C, Vitest ends without its teardown. */
function leaveNothing(dataDir: string): void {
  const lock = path.join(dataDir, 'postgres', 'cluster', 'postmaster.pid')
  const pid = existsSync(lock) ? Number.parseInt(readFileSync(lock, 'utf8'), 10) : 0
  if (pid > 0) {
    killQuietly(pid, 'SIGQUIT')
    for (let waited = 0; waited < 50 && isAlive(pid); waited += 1)
      Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 100)
  }
  // What still makes a server, or has begun to start one.
  killByArgument(dataDir)
  rmSync(dataDir, { recursive: true, force: true, maxRetries: 5, retryDelay: 100 })
}

/** Creates the template and returns the facts of its schema. */
async function createTemplate(cluster: Cluster): Promise<SchemaFacts> {
  await withClient(cluster.superuserUrl, (client) => client.query(`create database ${template} owner hub`))
  await withClient(cluster.url(template), (client) => migrate(client, defaultSchema))
  const database = openDatabase({ url: cluster.url(template), poolSize: 1 })
  const facts = await schemaFacts(database.owner)
  await database.close()
  await withClient(cluster.superuserUrl, (client) => client.query(`alter database ${template} is_template true`))
  return facts
}
