import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { chmodSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { expect, it, onTestFinished } from 'vitest'
import { isAlive } from '#db/embedded/processes.ts'

const root = path.resolve(import.meta.dirname, '../..')

it.each(['SIGINT', 'SIGTERM'] as const)('%s during npm test leaves no process and no folder', async (signal) => {
  const own = mkdtempSync(path.join(tmpdir(), 'hub-stopped-'))
  // As root, the tests run PostgreSQL as another user.
  chmodSync(own, 0o755)
  onTestFinished(() => rmSync(own, { recursive: true, force: true }))
  const child = spawn(process.execPath, ['cli/bootstrap/test.mjs', 'db/values.db'], {
    cwd: root,
    detached: true,
    stdio: ['ignore', 'pipe', 'pipe'],
    env: { PATH: process.env['PATH'], HOME: process.env['HOME'], TMPDIR: own },
  })
  onTestFinished(() => void (isAlive(child.pid!) && process.kill(-child.pid!, 'SIGKILL')))
  const ended = once(child, 'exit')
  const ready = () =>
    readdirSync(own, { recursive: true, encoding: 'utf8' })
      .filter((name) => path.basename(name) === 'postmaster.pid')
      .map((name) => readFileSync(path.join(own, name), 'utf8'))
      .filter((lines) => /^ready/m.test(lines))
  await expect.poll(ready).toHaveLength(1)
  const pid = Number.parseInt(ready()[0]!, 10)
  expect(isAlive(pid)).toBe(true)
  // As a terminal does: to the whole group in front.
  process.kill(-child.pid!, signal)
  expect((await ended)[0]).toBe(130)
  expect(isAlive(pid)).toBe(false)
  expect(readdirSync(own)).toEqual([])
})
