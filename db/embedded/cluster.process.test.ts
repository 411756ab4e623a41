import { existsSync, readdirSync, readFileSync, statSync, utimesSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { Client } from 'pg'
import { describe, expect, it, onTestFinished, vi } from 'vitest'
import { minute } from '#lib/duration.ts'
import { runningAsRoot } from './account.ts'
import { SHARED_FOLDER } from './binaries.ts'
import { type Cluster, startCluster } from './cluster.ts'
import { isAlive, serversOf, waitUntil } from './processes.ts'
import { crash, databaseFolder, emptyFolder, hold, subfolder, untilConfirmed, usedFolder } from './testing/workspace.ts'

/** Data of a killed process survives in the page cache, so these tests need no fsync. */
function start(dataDir: string, role: 'hub' | 'tool' = 'tool'): Promise<Cluster> {
  return startCluster({ dataDir, role, settings: { fsync: 'off' } })
}

/** Runs a query in the hub's database as its owner. */
async function query(url: string, sql: string): Promise<Record<string, unknown>[]> {
  const client = new Client(url)
  client.on('error', () => undefined)
  await client.connect()
  try {
    return (await client.query(sql)).rows
  } finally {
    await client.end()
  }
}

async function rowsIn(url: string): Promise<number> {
  return Number((await query(url, 'select count(*) as n from committed'))[0]!['n'])
}

/** Restarts after a crash, counts the rows, and stops. */
async function recover(dataDir: string) {
  const cluster = await start(dataDir, 'hub')
  const rows = await rowsIn(cluster.url())
  await cluster.stop()
  return { rows, adopted: cluster.adopted, stopped: !isAlive(cluster.pid) }
}

describe('an embedded cluster', () => {
  it('is created in an empty folder, stops, and starts again', async () => {
    const dataDir = emptyFolder()
    const first = await start(dataDir, 'hub')
    const [role] = await query(first.url(), 'select rolsuper, rolcreaterole from pg_roles where rolname = current_user')
    expect(role).toEqual({ rolsuper: false, rolcreaterole: true })
    await query(first.url(), 'create extension pg_trgm; create extension unaccent; create extension btree_gin')
    const [trigrams] = await query(first.url(), `select cardinality(show_trgm('Größe')) = 6 as all_letters`)
    expect(trigrams).toEqual({ all_letters: true })
    await query(first.url(), 'create table kept as select 1')
    // Root's server runs as another user, in the data folder if that user can enter it.
    if (runningAsRoot()) expect(statSync(`/proc/${first.pid}`).uid).not.toBe(0)
    await first.stop()
    expect(isAlive(first.pid)).toBe(false)
    expect(statSync(path.join(databaseFolder(dataDir), 'credentials.json')).mode & 0o777).toBe(0o600)
    expect(existsSync(path.join(dataDir, 'postgres', 'cluster'))).toBe(true)

    const second = await start(dataDir, 'hub')
    expect(await query(second.url(), 'select * from kept')).toHaveLength(1)
    await Promise.all([second.stop(), second.stop()])
  })

  it('is shared with a command, and stopped by the last one that leaves', async () => {
    const dataDir = await usedFolder()
    const hub = hold(dataDir)
    const { pid } = await hub.ready
    const output: string[] = []
    // The server keeps the settings of the hub that started it.
    const settings = { fsync: 'off', max_connections: 124 }
    const tool = await startCluster({ dataDir, settings, log: (line) => output.push(line) })
    expect(tool).toMatchObject({ pid, adopted: true })
    expect(output).toContainEqual(expect.stringContaining('takes 100 connections, and this hub may use 124'))
    expect(await hub.kill('SIGTERM')).toBe(0)
    expect(await rowsIn(tool.url())).toBe(hub.confirmed())
    await tool.stop()
    expect(isAlive(pid)).toBe(false)
  })

  it('starts once if several processes start at the same moment', async () => {
    const dataDir = emptyFolder()
    const clusters = await Promise.all([1, 2, 3].map(() => start(dataDir)))
    expect(new Set(clusters.map(({ pid }) => pid)).size).toBe(1)
    await Promise.all(clusters.map((cluster) => cluster.stop()))
    expect(serversOf(path.join(databaseFolder(dataDir), 'cluster'))).toEqual([])
    expect(readdirSync(path.dirname(databaseFolder(dataDir))).filter((name) => name.includes('.new-'))).toEqual([])
  })
})

// Covers the hub alone; for a second hub on the same folder see `server/recovery.process.test.ts`, for other moments
// `npm run fuzz -- --processes`.
describe('after kill -9', () => {
  it('of the server alone, its remaining workers are ended before a new one starts', async () => {
    const dataDir = await usedFolder()
    const hub = hold(dataDir)
    const { pid, url } = await hub.ready
    await untilConfirmed(hub, 1)
    const busy = query(url, 'select pg_sleep(600)').catch((error: unknown) => error)
    const sleeping = async () => (await query(url, `select pid from pg_stat_activity where wait_event = 'PgSleep'`))[0]
    const cluster = path.join(databaseFolder(dataDir), 'cluster')
    await waitUntil(async () => (await sleeping()) !== undefined, minute)
    // A stopped process, like a busy one, does not notice its parent's end; and it uses no CPU.
    process.kill(Number((await sleeping())!['pid']), 'SIGSTOP')
    await crash(pid)
    expect(serversOf(cluster)).not.toEqual([])
    const { rows, adopted } = await recover(dataDir)
    expect(rows).toBeGreaterThanOrEqual(hub.confirmed())
    expect(adopted).toBe(false)
    expect(await busy).toBeInstanceOf(Error)
  })

  it('of one server process, which drops all connections, the server stays claimed by its users', async () => {
    const dataDir = await usedFolder()
    const hub = await start(dataDir, 'hub')
    const [victim] = await query(
      hub.url(),
      `select pid from pg_stat_activity where application_name like 'seller-hub hub %'`,
    )
    process.kill(Number(victim!['pid']), 'SIGKILL')
    const claims = `select count(*)::int as n from pg_locks where locktype = 'advisory' and granted and pid <> ${Number(victim!['pid'])}`
    const claimed = () => query(hub.url(), claims).catch(() => [])
    expect(await waitUntil(async () => (await claimed())[0]?.['n'] === 2, minute)).toBe(true)
    await expect(start(dataDir, 'hub')).rejects.toThrow(`in use by another hub (process ${process.pid})`)
    const tool = await start(dataDir)
    await tool.stop()
    expect(isAlive(hub.pid)).toBe(true)
    await hub.stop()
    expect(isAlive(hub.pid)).toBe(false)
  })

  it('of server and hub, no committed data is lost, and a lock file with a reused process id is removed', async () => {
    const dataDir = await usedFolder()
    const hub = hold(dataDir)
    await untilConfirmed(hub, 30)
    await crash((await hub.ready).pid)
    await hub.kill('SIGKILL')
    const file = path.join(databaseFolder(dataDir), 'cluster', 'postmaster.pid')
    const lines = readFileSync(file, 'utf8').split('\n')
    writeFileSync(file, [process.pid, ...lines.slice(1)].join('\n'))
    const { rows, ...rest } = await recover(dataDir)
    expect(rows).toBeGreaterThanOrEqual(hub.confirmed())
    expect(rest).toEqual({ adopted: false, stopped: true })
  })
})

it('a server that takes long to recover is waited for, and stopped if nobody waits; one killed at its start blocks nobody', async () => {
  const dataDir = await usedFolder()
  const cluster = path.join(databaseFolder(dataDir), 'cluster')
  // The lock file exists before its number is written.
  const lock = path.join(cluster, 'postmaster.pid')
  writeFileSync(lock, '')
  utimesSync(lock, 0, 0)
  // It requests a log file and continues with those it has once there are no more.
  writeFileSync(path.join(cluster, 'recovery.signal'), '')
  const go = path.join(dataDir, 'go')
  // As after a crash, connections are refused until recovery is complete.
  const settings = {
    fsync: 'off',
    hot_standby: 'off',
    restore_command: `until test -e ${go}; do sleep 0.02; done; false`,
  }
  const stopping = new AbortController()
  const waits = vi.fn(() => stopping.abort(new Error('asked to stop')))
  const stopped = startCluster({ dataDir, settings, quietMs: 100, waits, signal: stopping.signal })
  await expect(stopped).rejects.toThrow('asked to stop')
  expect(waits.mock.calls).toEqual([[expect.stringMatching(/^PostgreSQL is still starting .* recovers/)]])
  expect(serversOf(cluster)).toEqual([])

  const again = { dataDir, settings, quietMs: 100, waits: () => writeFileSync(go, '') }
  const both = await Promise.all([startCluster(again), startCluster({ ...again, waits: () => {} })])
  expect(await query(both[1].url(), 'select pg_is_in_recovery() as recovers')).toEqual([{ recovers: false }])
  await Promise.all(both.map((each) => each.stop()))
})

describe.runIf(runningAsRoot())('as root', () => {
  it('the database is placed elsewhere if the data folder is closed to other users, and found again', async () => {
    const usual = process.umask(0o077)
    onTestFinished(() => void process.umask(usual))
    const dataDir = subfolder(emptyFolder(0o700), 'data')
    const cluster = await start(dataDir)
    await query(cluster.url(), 'create table kept as select 1')
    await cluster.stop()
    expect(databaseFolder(dataDir)).toMatch(new RegExp(`^${SHARED_FOLDER}/[0-9a-f]{16}/postgres$`))
    const again = await start(dataDir)
    expect(await query(again.url(), 'select * from kept')).toHaveLength(1)
    await again.stop()
  })
})
