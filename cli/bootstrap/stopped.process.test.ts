import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { chmodSync, existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { constants, tmpdir } from 'node:os'
import path from 'node:path'
import { expect, it, onTestFinished } from 'vitest'
import { runningAsRoot, serverAccount } from '#db/embedded/account.ts'
import { findBinaries } from '#db/embedded/binaries.ts'
import { isAlive } from '#db/embedded/processes.ts'

const root = path.resolve(import.meta.dirname, '../..')
/** So that no other run measures in the same folder. */
const orders = 10_000 + (process.pid % 9_999)

interface Command {
  command: string
  args: readonly string[]
  /** Folder of its PostgreSQL, from the test's own. */
  folder?: (own: string) => string
  keepsData?: true
  env?: () => Record<string, string>
  /** By default, of its signal. */
  exitCode?: number
}

/** Programs of a cluster whose first server takes connections and is never said to be ready. */
function hangingPrograms(): Record<string, string> {
  const folder = mkdtempSync(path.join(tmpdir(), 'hub-programs-'))
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }))
  chmodSync(folder, 0o755)
  const programs = path.dirname(findBinaries(runningAsRoot() ? serverAccount() : undefined, folder).initdb)
  const starts = `"${programs}/pg_ctl" "$@" -o "-c shared_preload_libraries=" && exec sleep 600`
  for (const [name, line] of [
    ['initdb', `exec "${programs}/initdb" "$@"`],
    ['pg_ctl', starts],
  ] as const)
    writeFileSync(path.join(folder, name), `#!/bin/sh\n${line}\n`, { mode: 0o755 })
  return { PG_BIN: folder }
}

const commands: readonly Command[] = [
  { command: 'npm test', args: ['cli/bootstrap/test.mjs', 'db/values.db'], exitCode: 130 },
  { command: 'vitest', args: ['node_modules/vitest/vitest.mjs', 'run', 'db/values.db'] },
  {
    command: 'npm run bench',
    args: ['cli/bootstrap/bench.mjs', '--orders', String(orders)],
    folder: () => path.join(root, 'data/bench', `orders-${orders}`),
    exitCode: 130,
  },
  { command: 'npm run test:cluster', args: ['cli/bootstrap/test-cluster.mjs'], env: hangingPrograms, exitCode: 130 },
  { command: 'npm start', args: ['cli/bootstrap/start.mjs'], keepsData: true, exitCode: 0 },
  { command: 'npm run dev', args: ['cli/bootstrap/dev.mjs'], keepsData: true, exitCode: 0 },
]

const all = commands.flatMap((each) => (['SIGINT', 'SIGTERM'] as const).map((signal) => ({ ...each, signal })))

it.each(all)(
  '$signal during $command leaves no process',
  async ({ args, signal, exitCode, keepsData, folder, env }) => {
    const own = mkdtempSync(path.join(tmpdir(), 'hub-stopped-'))
    // As root, PostgreSQL runs as another user.
    chmodSync(own, 0o755)
    onTestFinished(() => rmSync(own, { recursive: true, force: true, maxRetries: 20, retryDelay: 100 }))
    const child = spawn(process.execPath, args, {
      cwd: root,
      detached: true,
      stdio: ['ignore', 'ignore', 'pipe'],
      env: {
        PATH: process.env['PATH'],
        HOME: process.env['HOME'],
        TMPDIR: own,
        DATA_DIR: path.join(own, 'data'),
        PORT: '0',
        METRICS_PORT: '0',
        MARKET_PORT: 'off',
        CARRIER_PORT: 'off',
        ...env?.(),
      },
    })
    onTestFinished(() => void (isAlive(child.pid!) && process.kill(-child.pid!, 'SIGKILL')))
    let problems = ''
    child.stderr.on('data', (text) => (problems += text))
    const ended = once(child, 'exit')
    const place = folder?.(own) ?? own
    await expect.poll(() => readyServers(place)).toHaveLength(1)
    const [pid] = readyServers(place)
    expect(isAlive(pid!)).toBe(true)
    // As a terminal does: to the whole group in front.
    process.kill(-child.pid!, signal)
    const [code] = await ended
    expect(code, problems).toBe(exitCode ?? 128 + constants.signals[signal])
    expect(isAlive(pid!)).toBe(false)
    expect(isAlive(-child.pid!)).toBe(false)
    if (keepsData) return
    expect(readdirSync(own)).toEqual([])
    if (folder) expect(existsSync(place)).toBe(false)
  },
)

/** Process ids of PostgreSQL's servers below a folder that take connections. */
function readyServers(folder: string): number[] {
  if (!existsSync(folder)) return []
  return readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .filter((name) => path.basename(name) === 'postmaster.pid')
    .map((name) => readFileSync(path.join(folder, name), 'utf8'))
    .filter((lines) => /^ready/m.test(lines))
    .map((lines) => Number.parseInt(lines, 10))
}
