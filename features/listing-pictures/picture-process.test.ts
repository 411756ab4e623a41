import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import sharp from 'sharp'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { createPictureProcess } from './picture-process.server.ts'

let folder: string
beforeAll(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'hub-picture-process-'))
})
afterAll(() => rm(folder, { recursive: true }))

async function picture(side: number): Promise<string> {
  const file = path.join(folder, `${side}.png`)
  await sharp({ create: { width: side, height: side, channels: 3, background: 'teal' } })
    .png()
    .toFile(file)
  return file
}

it('ends a picture that takes too long, and makes the next one ready', async () => {
  const slow = createPictureProcess(1)
  expect(await slow.prepare(await picture(7_000))).toMatchObject({ ok: false, refusal: { reason: 'broken' } })
  const { prepare } = createPictureProcess()
  const made = await prepare(await picture(600))
  expect(made).toMatchObject({ ok: true, picture: { width: 600, height: 600 } })
  expect(await sharp(made.ok ? made.picture.small : '').metadata()).toMatchObject({ format: 'webp', width: 320 })
  expect(await prepare(await picture(400))).toMatchObject({ ok: false, refusal: { reason: 'too-small' } })
})

it('tells a failure of its own from a picture’s', async () => {
  await expect(createPictureProcess().prepare(path.join(folder, 'none.png'))).rejects.toThrow('ENOENT')
})
