import { execFile } from 'node:child_process'
import { writeFile } from 'node:fs/promises'
import { createServer, type Socket } from 'node:net'
import path from 'node:path'
import { promisify } from 'node:util'
import { describe, expect, inject, it, onTestFinished } from 'vitest'
import { testDatabase, withDatabase } from '#db/testing.ts'
import { portOf } from '#lib/listening.ts'
import { freePort } from './free-port.ts'
import { dataFolder, hubVariables, query, startHub } from './testing-process.ts'

// For a full disk see `recovery.process.test.ts`.
describe('a startup failure is one sentence and exit code 1', () => {
  it('a port in use', async () => {
    const other = createServer()
    await new Promise<void>((resolve) => other.listen(0, '127.0.0.1', resolve))
    onTestFinished(() => void other.close())
    const address = other.address()
    const port = typeof address === 'object' && address ? address.port : 0
    const hub = await startHub({ PORT: String(port), DATA_DIR: await dataFolder() })
    expect(await hub.exited).toBe(1)
    expect(hub.output()).toBe(`Port ${port} is in use by another program: stop it, or set PORT to a free port.\n`)
  })

  it('an unreachable database', async () => {
    const hub = await startHub({ DATABASE_URL: `postgres://hub@127.0.0.1:${await freePort()}/hub` })
    expect(await hub.exited).toBe(1)
    expect(hub.output()).toMatch(
      /^The database at DATABASE_URL cannot be reached \(.*\): check .*, then start again\.\n$/,
    )
  })

  it('a database that is silent or drops connections, while health checks answer', async () => {
    const silent = await listening(() => {})
    const dropping = await listening((socket) => socket.destroy())
    const hubs = await Promise.all(
      [silent, dropping].map((port) => startHub({ DATABASE_URL: `postgres://hub:secret@127.0.0.1:${port}/hub` })),
    )
    const status = (address: string) =>
      fetch(`http://127.0.0.1:${hubs[0]!.port}${address}`).then(
        (answer) => answer.status,
        () => null,
      )
    await expect.poll(() => status('/healthz')).toBe(200)
    expect(await status('/readyz')).toBe(503)
    for (const hub of hubs) {
      expect(await hub.exited).toBe(1)
      expect(hub.output()).toMatch(/^The database at DATABASE_URL cannot be reached \(.*\): check .*\.\n$/)
    }
  })

  it('a HOST of another machine, or an unknown one', async () => {
    const DATA_DIR = await dataFolder()
    for (const HOST of ['192.0.2.1', 'no-such-host.invalid']) {
      const hub = await startHub({ HOST, DATA_DIR })
      expect(await hub.exited).toBe(1)
      expect(hub.output()).toMatch(/^The hub cannot listen on .* \(.*\): set HOST to an address of this machine.*\n$/)
      expect(hub.output()).toContain(HOST)
    }
  })

  it('a missing database, a wrong password, or no password', async () => {
    const { ownerUrl } = inject('cluster')
    const missing = await startHub({ DATABASE_URL: withDatabase(ownerUrl, 'no_such_database') })
    expect(await missing.exited).toBe(1)
    expect(missing.output()).toMatch(/^The database of DATABASE_URL does not exist/)
    const wrong = new URL(ownerUrl)
    wrong.password = 'wrong'
    const refused = await startHub({ DATABASE_URL: wrong.href })
    expect(await refused.exited).toBe(1)
    expect(refused.output()).toMatch(/^The database rejects the user of DATABASE_URL/)
    wrong.password = ''
    const without = await startHub({ DATABASE_URL: wrong.href })
    expect(await without.exited).toBe(1)
    expect(without.output()).toMatch(/^The database requires a password, but DATABASE_URL has none: .*\n$/)
  })

  it('a database used by a newer hub, which stays unchanged', async () => {
    const db = await testDatabase()
    await query(db.url, `insert into migrations (name) values ('9999-from-the-future')`)
    await query(
      db.url,
      `comment on column migrations.name is 'Usable by Seller Hub 99.0.0 with 9998-before, and later'`,
    )
    const hub = await startHub({ DATABASE_URL: db.url })
    expect(await hub.exited).toBe(1)
    expect(hub.output()).toMatch(
      /^The database was last used by a newer Seller Hub, or by one before 1\.0 \(it has 9999-from-the-future\)\. Update this hub/,
    )
  })

  it('invalid variables', async () => {
    const hub = await startHub({ PORT: 'eighty', BRAND_ACCENT: 'nonsense(' })
    expect(await hub.exited).toBe(1)
    expect(hub.output()).toMatch(/^The configuration is invalid:\n {2}PORT: .*\n {2}BRAND_ACCENT: /)
  })

  it('an open-file limit that is too low for PostgreSQL', async () => {
    const hub = 'ulimit -n 32 && exec "$0" "$1"'
    const env = { ...hubVariables, PORT: '0', METRICS_PORT: '0', HOST: '127.0.0.1', DATA_DIR: await dataFolder() }
    const main = path.join(import.meta.dirname, 'main.ts')
    const failing = promisify(execFile)('sh', ['-c', hub, process.execPath, main], { env })
    await expect(failing).rejects.toMatchObject({
      code: 1,
      stderr: expect.stringMatching(/^The open-file limit is too low for the hub: raise it .*\n$/),
    })
  })

  it('a process killed by the system', async () => {
    const folder = await dataFolder()
    await writeFile(path.join(folder, 'killed.ts'), `process.kill(process.pid, 'SIGKILL')`)
    const root = path.resolve(import.meta.dirname, '..')
    const script = `
      const { execute } = await import(${JSON.stringify(path.join(root, 'cli/bootstrap/setup.mjs'))})
      execute(${JSON.stringify(path.relative(root, path.join(folder, 'killed.ts')))}, [])`
    await expect(promisify(execFile)(process.execPath, ['--input-type=module', '-e', script])).rejects.toMatchObject({
      code: 1,
      stderr: expect.stringMatching(/^The process was killed, .* out of memory .* start it again\.\n$/),
    })
  })

  it('a Node that is too old', async () => {
    const script = path.join(import.meta.dirname, '../cli/bootstrap/start.mjs')
    const old = `Object.defineProperty(process.versions, 'node', { value: '18.20.4' }); await import(${JSON.stringify(script)})`
    const failure = await promisify(execFile)(process.execPath, ['--input-type=module', '-e', old]).catch(
      (error: { code: number; stderr: string }) => error,
    )
    expect(failure).toMatchObject({
      code: 1,
      stderr: expect.stringMatching(/^The Seller Hub needs Node 20\.19 or newer.*\n$/),
    })
  })
})

/** A server that handles connections with `take`; returns its port. */
async function listening(take: (socket: Socket) => void): Promise<number> {
  const sockets = new Set<Socket>()
  const server = createServer((socket) => {
    sockets.add(socket)
    socket.on('error', () => {})
    take(socket)
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  onTestFinished(() => {
    for (const socket of sockets) socket.destroy()
    server.close()
  })
  return portOf(server)
}
