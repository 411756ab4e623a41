import { readFile } from 'node:fs/promises'
import sharp, { type Sharp } from 'sharp'
import { pictureLimits, pictureSides } from './picture.ts'
import { withoutPngText } from './png-text.ts'
import { refuseSides, type PictureRefusal } from './picture-refusal.ts'

/** An uploaded picture made ready: upright, in sRGB, on white, as WebP, and without anything the camera wrote into it. */
export interface PreparedPicture {
  large: Uint8Array
  small: Uint8Array
  /** Of the large one. */
  width: number
  height: number
}

/** What became of a file: a picture, or why it is none; `cause` is for the log. */
export type PrepareResult =
  | { ok: true; picture: PreparedPicture }
  | { ok: false; refusal: PictureRefusal; cause?: string }

// The library reads the three kinds of files we take and nothing else, with one thread, and keeps nothing between pictures.
sharp.cache(false)
sharp.concurrency(1)
sharp.block({ operation: ['VipsForeignLoad'] })
sharp.unblock({ operation: ['Jpeg', 'Png', 'Webp'].map((kind) => `VipsForeignLoad${kind}Buffer`) })

/**
 * Makes the file at `path` ready. Its sides are read and judged before it is decoded, so that a small file that would
 * unfold to gigabytes never does. Rejects only where
 * the file cannot be read.
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
