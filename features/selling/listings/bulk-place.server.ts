import { createHash } from 'node:crypto'
import { symmetricDecrypt, symmetricEncrypt } from 'better-auth/crypto'

/** Where a step with many listings goes on: behind one id, up to the largest that there was when the seller was asked. */
export interface BulkPlace {
  after: number
  upTo: number
  /** Names the wish to go on there, where a browser sent it: the same once more is the same wish. */
  wish?: string
}

/** Seals a place for the browser, which sends it back to go on: ids of listings are of no use but here. */
export function sealPlace(secret: string, { after, upTo }: Omit<BulkPlace, 'wish'>): Promise<string> {
  return symmetricEncrypt({ key: keyOf(secret), data: `${after} ${upTo}` })
}

/** Opens a sealed place; null where it was sealed by nobody who has the secret. */
export async function openPlace(secret: string, sealed: string): Promise<BulkPlace | null> {
  const text = await symmetricDecrypt({ key: keyOf(secret), data: sealed }).catch(() => null)
  const [after, upTo] = text?.split(' ').map(Number) ?? []
  if (after === undefined || upTo === undefined) return null
  // Sealed twice, a place reads differently: each page that asks is a wish of its own.
  return { after, upTo, wish: createHash('sha256').update(sealed).digest('hex').slice(0, 20) }
}

/** A key of its own, so that nothing else the hub has sealed is taken for a place. */
function keyOf(secret: string): string {
  return `bulk place ${secret}`
}
