import { createHash } from 'node:crypto'
import { symmetricDecrypt, symmetricEncrypt } from 'better-auth/crypto'

/** Position of a bulk step: after one id, up to the largest id at the time of confirmation. */
export interface BulkCursor {
  after: number
  upTo: number
  /** Idempotency key derived from the sealed position. */
  requestId?: string
}

/** Seals a position for the browser, so that it cannot be changed. */
export function encryptBulkCursor(secret: string, { after, upTo }: Omit<BulkCursor, 'requestId'>): Promise<string> {
  return symmetricEncrypt({ key: keyOf(secret), data: `${after} ${upTo}` })
}

/** Opens a sealed position; null if it is not authentic. */
export async function decryptBulkCursor(secret: string, sealed: string): Promise<BulkCursor | null> {
  const text = await symmetricDecrypt({ key: keyOf(secret), data: sealed }).catch(() => null)
  const [after, upTo] = text?.split(' ').map(Number) ?? []
  if (after === undefined || upTo === undefined) return null
  // Sealing is randomised, so each confirmation page has its own idempotency key.
  return { after, upTo, requestId: createHash('sha256').update(sealed).digest('hex').slice(0, 20) }
}

/** A separate key, so that no other sealed value is accepted as a position. */
function keyOf(secret: string): string {
  return `bulk place ${secret}`
}
