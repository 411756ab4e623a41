import childProcess, { execFile, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, rm } from 'node:fs/promises'
import { syncBuiltinESMExports } from 'node:module'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { promisify } from 'node:util'
import sharp from 'sharp'
import { afterAll, expect, it, vi } from 'vitest'
import { minute } from '#lib/duration.ts'
import { createPictureProcess } from './picture-process.server.ts'

const folder = await mkdtemp(path.join(tmpdir(), 'hub-picture-process-'))
afterAll(() => rm(folder, { recursive: true }))

async function picture(side: number): Promise<string> {
  const file = path.join(folder, `${side}.png`)
  await sharp({ create: { width: side, height: side, channels: 3, background: 'teal' } })
    .png()
    .toFile(file)
  return file
}

it('aborts a picture that takes too long, which is not its fault, and processes the next', async () => {
  for (const limits of [{ patienceMs: 1 }, { cpuMs: 1 }]) {
    const slow = createPictureProcess(limits)
    expect(await slow.prepare(await picture(2_000))).toMatchObject({ ok: false, refusal: { reason: 'busy' } })
  }
  const { prepare } = createPictureProcess()
  const made = await prepare(await picture(600))
  expect(made).toMatchObject({ ok: true, picture: { width: 600, height: 600 } })
  expect(await sharp(made.ok ? made.picture.small : '').metadata()).toMatchObject({ format: 'webp', width: 320 })
  expect(await prepare(await picture(400))).toMatchObject({ ok: false, refusal: { reason: 'too-small' } })
})

it('distinguishes its own failure from a broken picture', async () => {
  await expect(createPictureProcess().prepare(path.join(folder, 'none.png'))).rejects.toThrow('ENOENT')
})

it('restarts after dying while idle', async () => {
  const fork = vi.spyOn(childProcess, 'fork')
  syncBuiltinESMExports()
  const { prepare } = createPictureProcess()
  expect(await prepare(await picture(600))).toMatchObject({ ok: true })
  const idle = fork.mock.results[0]!.value as ChildProcess
  fork.mockRestore()
  syncBuiltinESMExports()
  idle.kill('SIGKILL')
  await once(idle, 'exit')
  expect(await prepare(await picture(600))).toMatchObject({ ok: true })
})

it('recovers after running out of file descriptors', async () => {
  const script = `
    import { closeSync, openSync } from 'node:fs'
    import { createPictureProcess } from ${JSON.stringify(new URL('picture-process.server.ts', import.meta.url).href)}
    const { prepare } = createPictureProcess()
    const file = ${JSON.stringify(await picture(600))}
    const open = []
    try {
      for (;;) open.push(openSync(file))
    } catch {
      // All slots are taken.
    }
    const failed = await prepare(file).catch((error) => error.message)
    for (const fd of open) closeSync(fd)
    process.stdout.write(JSON.stringify([failed, (await prepare(file)).ok]))
    process.exit()`
  const { stdout } = await promisify(execFile)(
    'sh',
    ['-c', 'ulimit -n 128 && exec "$0" --input-type=module -e "$1"', process.execPath, script],
    { timeout: minute },
  )
  expect(JSON.parse(stdout)).toEqual([expect.stringContaining('EMFILE'), true])
})
