import { readFile } from 'node:fs/promises'
import sharp, { type Sharp } from 'sharp'
import { pictureLimits, pictureSides } from './picture.ts'
import { refuseSides, type PictureRefusal } from './picture-refusal.ts'

/** A processed picture: rotated upright, sRGB, white background, WebP, without metadata. */
export interface PreparedPicture {
  large: Uint8Array
  small: Uint8Array
  /** Width of the large size. */
  width: number
  height: number
}

/** Result of processing; `cause` is for the log. */
export type PrepareResult =
  | { ok: true; picture: PreparedPicture }
  | { ok: false; refusal: PictureRefusal; cause?: string }

// Limit the library to three input formats, one thread and no cache.
sharp.cache(false)
sharp.concurrency(1)
sharp.block({ operation: ['VipsForeignLoad'] })
sharp.unblock({ operation: ['Jpeg', 'Png', 'Webp'].map((kind) => `VipsForeignLoad${kind}Buffer`) })

/**
 * Processes the file at `path`. Checks its dimensions before decoding to stop decompression bombs. Rejects only if the
 * file cannot be read.
 */
export async function preparePicture(path: string): Promise<PrepareResult> {
  const file = withoutPngText(await readFile(path))
  const picture = sharp(file, {
    autoOrient: true,
    failOn: 'error',
    limitInputPixels: pictureLimits.pixels,
    sequentialRead: true,
  })
  try {
    const { width, height } = await sharp(file, { limitInputPixels: false }).metadata()
    const refusal = refuseSides({ width, height })
    if (refusal) return { ok: false, refusal }
    const large = await shrink(picture, 'large').toBuffer({ resolveWithObject: true })
    const small = await shrink(sharp(large.data), 'small').toBuffer()
    const { width: ownWidth, height: ownHeight } = large.info
    return { ok: true, picture: { large: large.data, small, width: ownWidth, height: ownHeight } }
  } catch (error) {
    return { ok: false, refusal: { reason: 'broken' }, cause: String(error) }
  }
}

function shrink(picture: Sharp, size: keyof typeof pictureSides): Sharp {
  const side = pictureSides[size]
  return picture
    .resize({ width: side, height: side, fit: 'inside', withoutEnlargement: true })
    .flatten({ background: '#fff' })
    .webp({ quality: 82, effort: 4 })
}

/** PNG chunks with text. Two are compressed and could expand a thousandfold. */
const wordChunks = new Set(['tEXt', 'zTXt', 'iTXt'])

/**
 * Removes text chunks from a PNG without decompressing them, because the library would decompress all of them. Other
 * and damaged files are returned unchanged.
 */
function withoutPngText(file: Buffer): Buffer {
  if (file.toString('latin1', 0, 8) !== '\x89PNG\r\n\x1a\n') return file
  const kept = [file.subarray(0, 8)]
  let at = 8
  while (at + 8 <= file.length) {
    const end = at + 12 + file.readUInt32BE(at)
    if (!wordChunks.has(file.toString('latin1', at + 4, at + 8))) kept.push(file.subarray(at, end))
    at = end
  }
  return kept.length === 1 ? file : Buffer.concat([...kept, file.subarray(at)])
}
