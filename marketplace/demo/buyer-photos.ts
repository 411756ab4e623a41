import { createHash } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import type { Transaction } from 'kysely'
import sharp from 'sharp'
import type { Schema } from '#db/schema.ts'
import { pictureSides, type ChosenPicture } from '#features/core/listing-pictures/picture.ts'
import type { PictureStore } from '#features/core/listing-pictures/picture-store.server.ts'
import { drawProduct } from './product-drawing.ts'

/** The visible share of the picture in the closest photo. */
const nearest = 0.42
const nearness = [1, 0.62, nearest]

/** Pixels. */
const photoSide = 640

const pictures = new URL('../../public/demo/products.svg', import.meta.url)

interface Taking {
  tx: Transaction<Schema>
  store: PictureStore
  sellerId: number
  now: Date
}

/** Buyer photos made from a listing's picture, increasingly close. None for items without a picture. */
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
