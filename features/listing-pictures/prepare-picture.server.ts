import type { Sharp, SharpOptions } from 'sharp'
import { pictureLimits, pictureSides } from './picture.ts'
import { refuseSides, type PictureRefusal } from './picture-refusal.ts'

/** An uploaded picture made ready: upright, in sRGB, on white, as WebP, and without anything the camera wrote into it. */
export interface PreparedPicture {
  large: Uint8Array
  small: Uint8Array
  /** Of the large one. */
  width: number
  height: number
}

export type PrepareResult =
  | { ok: true; picture: PreparedPicture }
  | { ok: false; refusal: PictureRefusal; cause?: unknown }

/** How long one picture may take, in seconds; a file made to be slow ends there. */
const patience = 20

let prepared: Promise<(input: string | Uint8Array, options?: SharpOptions) => Sharp> | undefined

/**
 * The picture library, loaded with the first picture: a hub where nobody uploads does not pay for it. It reads the three
 * kinds of files we take and nothing else, with one thread, and keeps nothing between pictures.
 */
function loadSharp() {
  prepared ??= import('sharp').then(({ default: sharp }) => {
    sharp.cache(false)
    sharp.concurrency(1)
    sharp.block({ operation: ['VipsForeignLoad'] })
    sharp.unblock({
      operation: ['Jpeg', 'Png', 'Webp'].flatMap((kind) => [
        `VipsForeignLoad${kind}File`,
        `VipsForeignLoad${kind}Buffer`,
      ]),
    })
    return sharp
  })
  return prepared
}

/**
 * Makes the file at `path` ready. Its sides are read and judged before it is decoded, so that a small file that would
 * unfold to gigabytes never does. Rejects only where the library itself cannot be loaded.
 */
export async function preparePicture(path: string): Promise<PrepareResult> {
  const sharp = await loadSharp()
  const picture = sharp(path, {
    autoOrient: true,
    failOn: 'error',
    limitInputPixels: pictureLimits.pixels,
    sequentialRead: true,
  })
  try {
    const { width, height } = await sharp(path, { limitInputPixels: false }).metadata()
    const refusal = refuseSides({ width, height })
    if (refusal) return { ok: false, refusal }
    const large = await shrink(picture, 'large').toBuffer({ resolveWithObject: true })
    const small = await shrink(sharp(large.data), 'small').toBuffer()
    const { width: ownWidth, height: ownHeight } = large.info
    return { ok: true, picture: { large: large.data, small, width: ownWidth, height: ownHeight } }
  } catch (cause) {
    return { ok: false, refusal: { reason: 'broken' }, cause }
  }
}

function shrink(picture: Sharp, size: keyof typeof pictureSides): Sharp {
  const side = pictureSides[size]
  return picture
    .resize({ width: side, height: side, fit: 'inside', withoutEnlargement: true })
    .flatten({ background: '#fff' })
    .webp({ quality: 82, effort: 4 })
    .timeout({ seconds: patience })
}
