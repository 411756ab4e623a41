import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { chmod, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { connect } from 'node:net'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { expect, onTestFinished } from 'vitest'
import { runningAsRoot, serverAccount } from '#db/embedded/account.ts'
import { freePort } from '#server/free-port.ts'

/**
 * Starts PgBouncer in transaction mode in front of the database of `url`, with at most `connections` to it; stopped after
 * the test. Returns its connection URL.
 */
export async function startPgBouncer(program: string, url: string, connections: number): Promise<string> {
  const folder = await mkdtemp(path.join(tmpdir(), 'hub-pgbouncer-'))
  const { hostname, port: serverPort, username, pathname } = new URL(url)
  const port = await freePort()
  const file = path.join(folder, 'pgbouncer.ini')
  await writeFile(
    file,
    `[databases]
${pathname.slice(1)} = host=${hostname} port=${serverPort} user=${username}
[pgbouncer]
listen_addr = 127.0.0.1
listen_port = ${port}
unix_socket_dir =
auth_type = any
pool_mode = transaction
default_pool_size = ${connections}
max_client_conn = 200
ignore_startup_parameters = extra_float_digits
`,
  )
  // PostgreSQL's user reads it, since PgBouncer does not run as root.
  await chmod(folder, 0o755)
  const account = runningAsRoot() ? serverAccount() : undefined
  const child = spawn(program, ['-q', file], { stdio: 'ignore', uid: account?.uid, gid: account?.gid })
  const ended = once(child, 'exit')
  onTestFinished(async () => {
    child.kill('SIGKILL')
    await ended
    await rm(folder, { recursive: true })
  })
  await expect.poll(() => accepts(port), { timeout: 20_000 }).toBe(true)
  const pooled = new URL(url)
  pooled.port = String(port)
  return pooled.href
}

function accepts(port: number): Promise<boolean> {
  return new Promise((resolve) => {
    const socket = connect(port, '127.0.0.1')
    socket.once('connect', () => {
      socket.destroy()
      resolve(true)
    })
    socket.once('error', () => resolve(false))
  })
}
