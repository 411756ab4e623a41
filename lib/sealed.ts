import { createCipheriv, createDecipheriv, hkdfSync, randomBytes } from 'node:crypto'

const [nonceBytes, tagBytes] = [12, 16]

const keyFor = (secret: string, purpose: string) => Buffer.from(hkdfSync('sha256', secret, '', purpose, 32))

/** Encrypts a text with a key derived from the secret (AES-256-GCM); `purpose` separates the uses of one secret. */
export function sealText(text: string, { secret, purpose }: { secret: string; purpose: string }): string {
  const nonce = randomBytes(nonceBytes)
  const cipher = createCipheriv('aes-256-gcm', keyFor(secret, purpose), nonce)
  const sealed = [cipher.update(text, 'utf8'), cipher.final()]
  return Buffer.concat([nonce, cipher.getAuthTag(), ...sealed]).toString('base64url')
}

/** Decrypts a text; null if it was sealed with another secret or for another purpose, or was changed. */
export function unsealText(sealed: string, { secret, purpose }: { secret: string; purpose: string }): string | null {
  try {
    const bytes = Buffer.from(sealed, 'base64url')
    const [nonce, tag] = [bytes.subarray(0, nonceBytes), bytes.subarray(nonceBytes, nonceBytes + tagBytes)]
    const cipher = createDecipheriv('aes-256-gcm', keyFor(secret, purpose), nonce, { authTagLength: tagBytes })
    cipher.setAuthTag(tag)
    return cipher.update(bytes.subarray(nonceBytes + tagBytes), undefined, 'utf8') + cipher.final('utf8')
  } catch {
    return null
  }
}
