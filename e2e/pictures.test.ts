import { request } from 'node:http'
import sharp from 'sharp'
import { beforeAll, describe, expect, it } from 'vitest'
import { serverPaths, paths } from '#app/paths.ts'
import { createSignInLink } from '#features/accounts/sign-in-links.server.ts'
import type { AddPictureResult } from '#features/listing-pictures/picture-refusal.ts'
import { testHub, type TestHub } from './testing.ts'

let test: TestHub
let cookie: string
let srt: string

beforeAll(async () => {
  test = await testHub()
  const response = await fetch(await createSignInLink(test.hub, 'lister@demo.example'), { redirect: 'manual' })
  cookie = response.headers
    .getSetCookie()
    .map((line) => line.split(';')[0])
    .join('; ')
  const page = await (await fetch(test.url + paths.preferences, { headers: { cookie } })).text()
  srt = /name="srt" value="([^"]+)"/.exec(page)![1]!
})

async function upload(body: Uint8Array): Promise<{ status: number; result: AddPictureResult }> {
  const response = await fetch(test.url + paths.pictureUpload, {
    method: 'POST',
    headers: { cookie, 'x-srt': srt, origin: test.url },
    body: new Uint8Array(body),
  })
  return { status: response.status, result: (await response.json()) as AddPictureResult }
}

function photo(width: number, height: number): Promise<Buffer> {
  return sharp({ create: { width, height, channels: 3, background: '#357' } })
    .jpeg()
    .toBuffer()
}

describe('an upload over HTTP', () => {
  it('is answered with the picture, which everybody can see and caches may keep', async () => {
    const { status, result } = await upload(await photo(2000, 1500))
    expect([status, result]).toMatchObject([200, { ok: true, picture: { width: 1600, height: 1200 } }])
    const hash = result.ok ? result.picture.hash : ''
    const response = await fetch(test.url + serverPaths.picture(hash, 'small'))
    expect(response.status).toBe(200)
    expect(Object.fromEntries(response.headers)).toMatchObject({
      'content-type': 'image/webp',
      'cache-control': 'public, max-age=31536000, immutable',
      'x-content-type-options': 'nosniff',
      'content-security-policy': "default-src 'none'",
    })
    expect(response.headers.has('set-cookie')).toBe(false)
    expect(await sharp(await response.arrayBuffer()).metadata()).toMatchObject({ format: 'webp', width: 320 })
    expect((await fetch(test.url + serverPaths.picture('0'.repeat(32), 'large'))).status).toBe(404)
  })

  it.each([
    [415, 'not-a-picture', () => Buffer.from('%PDF-1.7 named lamp.jpg')],
    [415, 'gif', () => Buffer.from('GIF89a')],
    [422, 'empty', () => Buffer.alloc(0)],
    [422, 'broken', async () => (await photo(800, 600)).subarray(0, 900)],
    [422, 'too-small', () => photo(300, 300)],
    [413, 'too-large', () => Buffer.alloc(20_000_001, 0xff)],
  ] as const)('that cannot be taken is answered %i, %s', async (status, reason, make) => {
    expect(await upload(await make())).toMatchObject({ status, result: { ok: false, refusal: { reason } } })
  })

  it('that never says how long it is, is read no further than it may be', async () => {
    const status = await new Promise((resolve, reject) => {
      const headers = { cookie, 'x-srt': srt, origin: test.url, 'transfer-encoding': 'chunked' }
      const sent = request(test.url + paths.pictureUpload, { method: 'POST', headers }, (response) =>
        resolve(response.resume().statusCode),
      )
      sent.on('error', reject)
      const part = Buffer.alloc(1_000_000, 0xff)
      for (let i = 0; i < 22; i += 1) sent.write(part)
      sent.end()
    })
    expect(status).toBe(413)
  })
})
