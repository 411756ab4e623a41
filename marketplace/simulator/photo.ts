import { createRandom } from '#lib/random.ts'
import { drawProduct, photoOf } from '../demo/buyer-photos.ts'

/** Timeout in milliseconds and maximum bytes of a picture. */
const patience = 30_000
const mostBytes = 20_000_000

/**
 * A buyer's photo of a listing. Null if the picture is unavailable.
 * @param listed URL of the listing's picture
 * @param order order id, which determines the variation
 */
export async function buyersPhoto(listed: string, order: string): Promise<Uint8Array | null> {
  try {
    // A kept-alive connection may be closed by the server just as it is reused.
    const headers = { connection: 'close' }
    const response = await fetch(listed, { headers, signal: AbortSignal.timeout(patience) })
    const bytes = Buffer.from(await response.arrayBuffer())
    if (!response.ok || bytes.length > mostBytes) return null
    const name = new URL(listed).hash.slice(1)
    const shown = name === '' ? bytes : await drawProduct(bytes.toString(), name)
    if (shown === null) return null
    return await (await photoOf(shown, createRandom(`${order} photo`))).jpeg({ quality: 82 }).toBuffer()
  } catch {
    return null
  }
}
