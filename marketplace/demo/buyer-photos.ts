import { createHash } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import type { Transaction } from 'kysely'
import sharp from 'sharp'
import type { Schema } from '#db/schema.ts'
import { pictureSides, type ChosenPicture } from '#features/core/listing-pictures/picture.ts'
import type { PictureStore } from '#features/core/listing-pictures/picture-store.server.ts'
import { drawProduct } from './product-drawing.ts'

/** How near each photo of a thing is: what part of its picture it shows. */
const nearest = 0.42
const nearness = [1, 0.62, nearest]

/** Of a photo, in pixels. */
const photoSide = 640

const pictures = new URL('../../public/demo/products.svg', import.meta.url)

interface Taking {
  tx: Transaction<Schema>
  store: PictureStore
  sellerId: number
  now: Date
}

/** Photos as a buyer takes them of a thing, at most so many: from its picture, nearer and nearer. None of what the demo has no picture of. */
export async function takePhotos(
  { tx, store, sellerId, now }: Taking,
  imageUrl: string | null,
  most = nearness.length,
): Promise<ChosenPicture[]> {
  const name = imageUrl?.split('#')[1]
  const whole = Math.round(photoSide / nearest)
  const drawn = name === undefined ? null : await drawProduct(await readFile(pictures, 'utf8'), name, whole)
  if (drawn === null) return []
  const photos: ChosenPicture[] = []
  for (const part of nearness.slice(0, most)) {
    const seen = Math.round(whole * part)
    const edge = Math.floor((whole - seen) / 2)
    const hash = `p${createHash('sha256').update(`${sellerId} ${name} ${part}`).digest('hex').slice(0, 32)}`
    const large = await sharp(drawn)
      .extract({ left: edge, top: edge, width: seen, height: seen })
      .resize(photoSide, photoSide)
      .webp({ quality: 80, effort: 1 })
      .toBuffer()
    const small = await sharp(large).resize(pictureSides.small).webp({ effort: 1 }).toBuffer()
    await store.put({ hash, size: 'large' }, large)
    await store.put({ hash, size: 'small' }, small)
    const bytes = large.length + small.length
    await tx
      .insertInto('pictures')
      .values({ seller_id: sellerId, hash, width: photoSide, height: photoSide, bytes, used_at: now })
      .onConflict((conflict) => conflict.doNothing())
      .execute()
    photos.push({ hash, alt: '' })
  }
  return photos
}
