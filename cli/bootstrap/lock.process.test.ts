import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, readFileSync, rmSync, utimesSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { minute } from '#lib/duration.ts'
import { afterEach, beforeEach, expect, it } from 'vitest'

const lock = JSON.stringify(new URL('lock.mjs', import.meta.url).href)
let folder: string
let file: string
const children: ChildProcess[] = []

beforeEach(() => {
  folder = mkdtempSync(path.join(tmpdir(), 'hub-lock-'))
  file = path.join(folder, 'lock')
})

afterEach(() => {
  for (const child of children.splice(0)) child.kill('SIGKILL')
  rmSync(folder, { recursive: true, force: true })
})

/** A process that works under the lock: it notes when it comes in and goes out, and stays inside for `ms`. */
function worker(ms: number): ChildProcess {
  const script = `
    import { appendFileSync } from 'node:fs'
    import { setTimeout as pause } from 'node:timers/promises'
    import { withLock } from ${lock}
    const note = (what) => appendFileSync(${JSON.stringify(path.join(folder, 'log'))}, what + ' ' + process.pid + '\\n')
    await withLock(${JSON.stringify(file)}, async () => {
      note('in')
      process.stdout.write('inside')
      await pause(${ms})
      note('out')
    })`
  const child = spawn(process.execPath, ['--input-type=module', '-e', script], { stdio: ['ignore', 'pipe', 'inherit'] })
  children.push(child)
  return child
}

function log(): string[] {
  return readFileSync(path.join(folder, 'log'), 'utf8').trim().split('\n')
}

it('one process works at a time', async () => {
  const workers = [worker(50), worker(50), worker(50), worker(50)]
  for (const child of workers) if (child.exitCode === null) await once(child, 'exit')
  const lines = log()
  expect(lines).toHaveLength(8)
  for (let at = 0; at < lines.length; at += 2) expect(lines[at + 1]).toBe(lines[at]!.replace('in', 'out'))
})

it('the lock of a killed process is taken over', async () => {
  const killed = worker(minute)
  await once(killed.stdout!, 'data')
  const next = worker(0)
  killed.kill('SIGKILL')
  expect(await once(next, 'exit')).toEqual([0, null])
  expect(log()).toEqual([`in ${killed.pid}`, `in ${next.pid}`, `out ${next.pid}`])
})

it('a lock that was never signed is waited for, and taken over after a while', async () => {
  writeFileSync(file, '')
  const next = worker(0)
  const [text] = (await once(next.stdout!, 'data')) as [Buffer]
  expect(String(text)).toBe('Waiting for another process of this project …\n')
  utimesSync(file, new Date(0), new Date(0))
  expect(await once(next, 'exit')).toEqual([0, null])
})

it('a lock is kept while the program that its killed holder ran is alive', async () => {
  const program = spawn(process.execPath, ['-e', 'setTimeout(() => {}, 60000)'])
  children.push(program)
  const gone = worker(0)
  await once(gone, 'exit')
  writeFileSync(file, `${gone.pid} ${program.pid}`)
  const next = worker(0)
  const [text] = (await once(next.stdout!, 'data')) as [Buffer]
  expect(String(text)).toContain(`Waiting for another process of this project (${gone.pid}, ${program.pid})`)
  program.kill('SIGKILL')
  expect(await once(next, 'exit')).toEqual([0, null])
})
