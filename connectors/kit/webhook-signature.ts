import { createHmac, timingSafeEqual } from 'node:crypto'
import { minute } from '#lib/duration.ts'
import type { ReceivedWebhook } from './source.ts'

/** Milliseconds by which a webhook's time may differ. */
const tolerance = 5 * minute

/** Whether a webhook was signed with this secret by the rules of Standard Webhooks, as the hub signs its own. */
export function isSignedWebhook(secret: string, { headers, body }: ReceivedWebhook, now: Date): boolean {
  const [id = '', at = '', given = ''] = ['id', 'timestamp', 'signature'].map((name) => headers[`webhook-${name}`])
  if (!(Math.abs(now.getTime() - Number(at) * 1000) < tolerance)) return false
  const key = Buffer.from(secret.replace('whsec_', ''), 'base64')
  const ours = `v1,${createHmac('sha256', key).update(`${id}.${at}.${body}`).digest('base64')}`
  return given.split(' ').some((signature) => isSameText(signature, ours))
}

/** Whether the signature is the body's HMAC-SHA256 in hexadecimal, for shops that have no scheme of their own. */
export const isSignedBody = (secret: string, signature: string, body: string): boolean =>
  isSameText(signature, createHmac('sha256', secret).update(body).digest('hex'))

/** Compares in constant time. */
export function isSameText(a: string, b: string): boolean {
  const [left, right] = [Buffer.from(a), Buffer.from(b)]
  return left.length === right.length && timingSafeEqual(left, right)
}
