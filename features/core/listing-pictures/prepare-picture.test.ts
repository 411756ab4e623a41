import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { crc32, deflateSync } from 'node:zlib'
import sharp, { type Sharp } from 'sharp'
import { afterAll, describe, expect, it } from 'vitest'
import { preparePicture, type PreparedPicture } from './prepare-picture.server.ts'

const folder = await mkdtemp(path.join(tmpdir(), 'hub-prepare-'))
afterAll(() => rm(folder, { recursive: true }))

async function prepare(bytes: Uint8Array) {
  const file = path.join(folder, 'upload')
  await writeFile(file, bytes)
  return preparePicture(file)
}

async function prepared(picture: Sharp): Promise<PreparedPicture> {
  const result = await prepare(await picture.toBuffer())
  if (!result.ok) throw new Error(result.refusal.reason)
  return result.picture
}

function plain(width: number, height: number, colour = '#c04020'): Sharp {
  return sharp({ create: { width, height, channels: 4, background: colour } })
}

async function pixel(bytes: Uint8Array, left: number, top: number): Promise<number[]> {
  return [...(await sharp(bytes).extract({ left, top, width: 1, height: 1 }).raw().toBuffer())]
}

describe('preparePicture', () => {
  it('creates both sizes as WebP, and enlarges nothing', async () => {
    const large = await prepared(plain(2400, 1200).jpeg())
    expect([large.width, large.height]).toEqual([1600, 800])
    expect(await sharp(large.large).metadata()).toMatchObject({ format: 'webp', width: 1600, height: 800 })
    expect(await sharp(large.small).metadata()).toMatchObject({ format: 'webp', width: 320, height: 160 })
    const small = await prepared(plain(500, 200).webp())
    expect([small.width, small.height]).toEqual([500, 200])
  })

  it('rotates it upright and removes all camera metadata', async () => {
    const left = await plain(400, 600, '#ff0000').jpeg().toBuffer()
    const source = plain(800, 600, '#0000ff')
      .composite([{ input: left, left: 0, top: 0 }])
      .jpeg({ quality: 95 })
      .withExif({ IFD0: { Copyright: 'Ada' }, IFD3: { GPSLatitude: '51/1 30/1 0/1' } })
      .withMetadata({ orientation: 6 })
      .withXmp('<x:xmpmeta xmlns:x="adobe:ns:meta/"></x:xmpmeta>')
    expect((await sharp(await source.toBuffer()).metadata()).exif).toBeDefined()
    const { large, small, width, height } = await prepared(source)
    expect([width, height]).toEqual([600, 800])
    for (const bytes of [large, small]) {
      const { exif, xmp, iptc, icc, orientation } = await sharp(bytes).metadata()
      expect({ exif, xmp, iptc, icc, orientation }).toEqual({})
    }
    // After turning clockwise, the left side is at the top.
    const [red] = await pixel(large, 300, 100)
    const [, , blue] = await pixel(large, 300, 700)
    expect(red).toBeGreaterThan(200)
    expect(blue).toBeGreaterThan(200)
  })

  it('renders transparency on white', async () => {
    const { large } = await prepared(plain(600, 600, '#00000000').png())
    expect(await pixel(large, 10, 10)).toEqual([255, 255, 255])
  })

  it('rejects damaged or truncated pictures and other files', async () => {
    const jpeg = await plain(800, 600).jpeg().toBuffer()
    const damaged = Buffer.concat([jpeg.subarray(0, 400), Buffer.alloc(jpeg.length - 400, 0x5a)])
    const svg = Buffer.from('<svg xmlns="http://www.w3.org/2000/svg" width="800" height="800"/>')
    for (const bytes of [jpeg.subarray(0, jpeg.length / 2), damaged, Buffer.from([0xff, 0xd8, 0xff]), svg])
      expect(await prepare(bytes)).toMatchObject({ ok: false, refusal: { reason: 'broken' } })
  })

  it('rejects a decompression bomb by its header', async () => {
    const bomb = await prepare(pngBomb(30_000))
    expect(bomb).toMatchObject({ ok: false, refusal: { reason: 'too-many-pixels', width: 30_000, height: 30_000 } })
  })

  it('does not reject a picture for its metadata, and decompresses none of it', async () => {
    const picture = await plain(600, 500).png().toBuffer()
    const words = Buffer.concat([Buffer.from('Comment\0\0'), deflateSync(Buffer.alloc(50_000_000))])
    const bomb = [picture.subarray(0, 33), ...Array.from({ length: 60 }, () => pngChunk('zTXt', words))]
    // Of all threads, since pictures are prepared in others; not the time, which depends on what else the machine does.
    const before = process.cpuUsage()
    expect(await prepare(Buffer.concat([...bomb, picture.subarray(33)]))).toMatchObject({ ok: true })
    const { user, system } = process.cpuUsage(before)
    expect((user + system) / 1_000).toBeLessThan(5_000)
  })

  it('rejects pictures that are too small', async () => {
    expect(await prepare(await plain(400, 400).png().toBuffer())).toMatchObject({ refusal: { reason: 'too-small' } })
  })
})

/** A valid grey PNG of `side` x `side` pixels: 900 MB decoded, less than 1 MB as a file. */
function pngBomb(side: number): Buffer {
  const header = Buffer.alloc(13)
  header.writeUInt32BE(side, 0)
  header.writeUInt32BE(side, 4)
  header.set([8, 0, 0, 0, 0], 8)
  const rows = deflateSync(Buffer.alloc(1_000_000))
  return Buffer.concat([
    Buffer.from('\x89PNG\r\n\x1a\n', 'latin1'),
    pngChunk('IHDR', header),
    pngChunk('IDAT', rows),
    pngChunk('IEND', Buffer.alloc(0)),
  ])
}

function pngChunk(name: string, data: Buffer): Buffer {
  const body = Buffer.concat([Buffer.from(name), data])
  const [length, sum] = [Buffer.alloc(4), Buffer.alloc(4)]
  length.writeUInt32BE(data.length)
  sum.writeUInt32BE(crc32(body))
  return Buffer.concat([length, body, sum])
}
