import sharp from 'sharp'
import { createRandom } from '#lib/random.ts'
import { drawProduct } from '../demo/product-drawing.ts'

/** Of a photo, in pixels. */
const side = 640
/** Timeout in milliseconds and maximum bytes of a picture. */
const patience = 30_000
const mostBytes = 20_000_000

/**
 * A buyer's photo: the listing's picture, closer, rotated and darker. Null if the picture is unavailable.
 * @param listed URL of the listing's picture
 * @param order order id, which determines the variation
 */
export async function buyersPhoto(listed: string, order: string): Promise<Uint8Array | null> {
  const random = createRandom(`${order} photo`)
  const [part, turn, light] = [0.4 + random.next() * 0.3, random.int(-8, 8), 0.75 + random.next() * 0.2]
  try {
    // A kept-alive connection may be closed by the server just as it is reused.
    const headers = { connection: 'close' }
    const response = await fetch(listed, { headers, signal: AbortSignal.timeout(patience) })
    const bytes = Buffer.from(await response.arrayBuffer())
    if (!response.ok || bytes.length > mostBytes) return null
    const name = new URL(listed).hash.slice(1)
    const near = Math.round(side / part)
    const shown = name === '' ? bytes : await drawProduct(bytes.toString(), name, near)
    if (shown === null) return null
    const whole = await sharp(shown, { failOn: 'error' })
      .flatten({ background: '#fff' })
      .resize(near, near, { fit: 'cover' })
      .toBuffer()
    const nearer = await sharp(whole).rotate(turn, { background: '#998f82' }).toBuffer()
    const { width, height } = await sharp(nearer).metadata()
    return await sharp(nearer)
      .extract({
        left: Math.floor((width - side) / 2),
        top: Math.floor((height - side) / 2),
        width: side,
        height: side,
      })
      .modulate({ brightness: light })
      .jpeg({ quality: 82 })
      .toBuffer()
  } catch {
    return null
  }
}
