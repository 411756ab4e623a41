import { createHmac, randomBytes, timingSafeEqual } from 'node:crypto'
import { minute } from './duration.ts'

// Signatures of webhooks by the rules of Standard Webhooks 1.0.

/** Milliseconds by which a webhook's time may differ. */
const tolerance = 5 * minute

const prefix = 'whsec_'

export const newSecret = () => `${prefix}${randomBytes(32).toString('base64')}`

interface Signed {
  id: string
  /** Time of sending; receivers reject old ones, to prevent replays. */
  at: Date
  body: string
  secrets: readonly string[]
}

export function signedHeaders({ id, at, body, secrets }: Signed): Record<string, string> {
  const timestamp = String(Math.floor(at.getTime() / 1000))
  return {
    'webhook-id': id,
    'webhook-timestamp': timestamp,
    'webhook-signature': secrets.map((secret) => signatureOf(secret, `${id}.${timestamp}.${body}`)).join(' '),
  }
}

function signatureOf(secret: string, content: string): string {
  const key = Buffer.from(secret.replace(prefix, ''), 'base64')
  return `v1,${createHmac('sha256', key).update(content).digest('base64')}`
}

interface Received {
  /** By names in small letters. */
  headers: Readonly<Record<string, string | undefined>>
  body: string
}

export function isSignedWebhook(secret: string, { headers, body }: Received, now: Date): boolean {
  const [id = '', at = '', given = ''] = ['id', 'timestamp', 'signature'].map((name) => headers[`webhook-${name}`])
  if (!(Math.abs(now.getTime() - Number(at) * 1000) < tolerance)) return false
  const ours = signatureOf(secret, `${id}.${at}.${body}`)
  return given.split(' ').some((signature) => isSameText(signature, ours))
}

/** Whether the signature is the body's HMAC-SHA256 in hexadecimal, for senders that have no scheme of their own. */
export const isSignedBody = (secret: string, signature: string, body: string): boolean =>
  isSameText(signature, createHmac('sha256', secret).update(body).digest('hex'))

/** Compares in constant time. */
export function isSameText(a: string, b: string): boolean {
  const [left, right] = [Buffer.from(a), Buffer.from(b)]
  return left.length === right.length && timingSafeEqual(left, right)
}
