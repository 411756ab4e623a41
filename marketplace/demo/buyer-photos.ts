import { execFile } from 'node:child_process'
import { createHash } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import type { Transaction } from 'kysely'
import sharp, { type Sharp } from 'sharp'
import type { Schema } from '#db/schema.ts'
import { pictureSides, type ChosenPicture } from '#features/core/listing-pictures/picture.ts'
import type { PictureStore } from '#features/core/listing-pictures/picture-store.server.ts'
import { minute } from '#lib/duration.ts'
import { createRandom, type Random } from '#lib/random.ts'

/** Pixels of a photo's side, and of the picture it is taken of. */
const side = 640
const whole = side * 2

/** Reads an SVG and writes it as a square PNG. */
const drawer = `
  import sharp from 'sharp'
  const parts = []
  for await (const part of process.stdin) parts.push(part)
  const side = Number(process.argv[1])
  process.stdout.write(await sharp(Buffer.concat(parts)).resize(side, side).png({ compressionLevel: 1 }).toBuffer())`

/** Limits: bytes of the PNG, and milliseconds. */
const most = { maxBuffer: 50_000_000, timeout: minute }

/**
 * Renders the demo's drawing of a product as a PNG. In a separate process: one that has handled uploads never reads SVG
 * (`prepare-picture.server.ts`).
 * @param drawn the file of all drawings, `public/demo/products.svg`
 * @param name the fragment of its URL, after `#`
 * @returns null if there is no such drawing
 */
export async function drawProduct(drawn: string, name: string): Promise<Buffer | null> {
  const [, box] = (/^[\w-]+$/.test(name) && new RegExp(`<view id="${name}" viewBox="([\\d ]+)"`).exec(drawn)) || []
  if (!box) return null
  const svg = drawn.replace(/(<svg [^>]*viewBox=")[^"]*/, `$1${box}`)
  const args = ['--input-type=module', '--eval', drawer, '--', String(whole)]
  return new Promise((resolve, reject) => {
    const options = { ...most, cwd: import.meta.dirname, encoding: 'buffer' as const }
    const child = execFile(process.execPath, args, options, (error, png) => (error ? reject(error) : resolve(png)))
    // If it exits before reading everything, the callback reports the reason.
    child.stdin?.on('error', () => {}).end(svg)
  })
}

/** A buyer's photo of a picture: closer, rotated and darker. */
export async function photoOf(picture: Buffer, random: Random): Promise<Sharp> {
  const [near, turn, light] = [1.5 + random.next(), random.int(-8, 8), 0.75 + random.next() * 0.2]
  const size = Math.round(side * near)
  const flat = sharp(picture, { failOn: 'error' }).flatten({ background: '#fff' })
  const closer = await flat.resize(size, size, { fit: 'cover' }).toBuffer()
  const turned = await sharp(closer).rotate(turn, { background: '#998f82' }).toBuffer()
  const { width, height } = await sharp(turned).metadata()
  const [left, top] = [Math.floor((width - side) / 2), Math.floor((height - side) / 2)]
  return sharp(turned).extract({ left, top, width: side, height: side }).modulate({ brightness: light })
}

const pictures = new URL('../../public/demo/products.svg', import.meta.url)

interface Taking {
  tx: Transaction<Schema>
  store: PictureStore
  sellerId: number
  now: Date
}

/** Stores photos of an item, by its picture. None for items without a picture. */
export async function takePhotos(
  { tx, store, sellerId, now }: Taking,
  imageUrl: string | null,
  count: number,
): Promise<ChosenPicture[]> {
  const name = imageUrl?.split('#')[1]
  const drawn = name === undefined ? null : await drawProduct(await readFile(pictures, 'utf8'), name)
  if (drawn === null) return []
  const photos: ChosenPicture[] = []
  for (let index = 0; index < count; index += 1) {
    const key = `${sellerId} ${name} ${index}`
    const hash = `p${createHash('sha256').update(key).digest('hex').slice(0, 32)}`
    const large = await (await photoOf(drawn, createRandom(key))).webp({ quality: 80, effort: 1 }).toBuffer()
    const small = await sharp(large).resize(pictureSides.small).webp({ effort: 1 }).toBuffer()
    await store.put({ hash, size: 'large' }, large)
    await store.put({ hash, size: 'small' }, small)
    const bytes = large.length + small.length
    await tx
      .insertInto('pictures')
      .values({ seller_id: sellerId, hash, width: side, height: side, bytes, used_at: now })
      .onConflict((conflict) => conflict.doNothing())
      .execute()
    photos.push({ hash, alt: '' })
  }
  return photos
}
