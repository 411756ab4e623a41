import { spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { chmodSync, existsSync, mkdtempSync, readdirSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import type pg from 'pg'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { withClient } from '#db/connection.ts'
import { asAccount, runningAsRoot, serverAccount } from '#db/embedded/account.ts'
import { chownTo } from '#db/embedded/place.ts'
import { waitUntil } from '#db/embedded/processes.ts'
import { minute } from '#lib/duration.ts'
import { freePort } from './free-port.ts'
import { startHub } from './testing-process.ts'

// Debian's location of PostgreSQL servers; elsewhere the test is skipped.
const installed = '/usr/lib/postgresql'
const majors = existsSync(installed)
  ? readdirSync(installed).filter((major) => ['15', '16', '17', '18'].includes(major))
  : []

describe.runIf(majors.length > 0).each(majors)('DATABASE_URL to a PostgreSQL %s of the machine', (major) => {
  const account = runningAsRoot() ? serverAccount() : undefined
  const bin = path.join(installed, major, 'bin')
  let folder: string
  let port: number
  let server: ReturnType<typeof spawn>

  const urlOf = (user: string, database: string) => `postgres://${user}@127.0.0.1:${port}/${database}`

  async function query(sql: string, database = 'postgres'): Promise<pg.QueryResult> {
    return withClient(urlOf('postgres', database), (client) => client.query(sql))
  }

  beforeAll(async () => {
    folder = mkdtempSync(path.join(tmpdir(), 'hub-own-'))
    chmodSync(folder, 0o700)
    chownTo(folder, account)
    port = await freePort()
    const data = path.join(folder, 'data')
    const made = spawnSync(
      path.join(bin, 'initdb'),
      ['-D', data, '-U', 'postgres', '-A', 'trust', '-E', 'UTF8', '--no-sync'],
      {
        ...asAccount(account),
        encoding: 'utf8',
      },
    )
    if (made.status !== 0) throw new Error(made.stderr)
    const options = ['-D', data, '-p', String(port), '-c', 'fsync=off', '-c', `unix_socket_directories=${folder}`]
    server = spawn(path.join(bin, 'postgres'), options, { ...asAccount(account), stdio: 'ignore' })
    const answers = () =>
      query('select').then(
        () => true,
        () => false,
      )
    if (!(await waitUntil(answers, minute))) throw new Error(`PostgreSQL ${major} does not start`)
    await query('create role hub login')
    await query('create database hub owner hub')
  })

  afterAll(async () => {
    server.kill('SIGQUIT')
    await once(server, 'exit')
    rmSync(folder, { recursive: true })
  })

  it('prints the statements for an administrator if the user may not create roles; then two hubs migrate, load the demo and serve, and leave the server running', async () => {
    const env = { DATABASE_URL: urlOf('hub', 'hub'), HUB_DEMO: 'auto' }
    const refused = await startHub(env)
    expect(await refused.exited).toBe(1)
    expect(refused.output()).toContain('CREATE ROLE hub_seller NOLOGIN; GRANT hub_seller TO hub;')
    expect(refused.output()).not.toContain('    at ')
    await query('create role hub_seller nologin')
    await query('grant hub_seller to hub')
    const hubs = [await startHub(env), await startHub(env)]
    await Promise.all(hubs.map((hub) => hub.ready))
    for (const { port: at } of hubs) expect((await fetch(`http://127.0.0.1:${at}/readyz`)).status).toBe(200)
    const { rows } = await query(
      'select count(*)::int as sellers from sellers where username = $$harbour-camera$$',
      'hub',
    )
    expect(rows).toEqual([{ sellers: 1 }])
    for (const { child } of hubs) child.kill('SIGTERM')
    expect(await Promise.all(hubs.map((hub) => hub.exited))).toEqual([0, 0])
    expect(server.exitCode).toBeNull()
  })
})
