import { createHmac, randomBytes } from 'node:crypto'

/** Generates a secret in the format of Standard Webhooks. */
export const newSecret = () => `whsec_${randomBytes(32).toString('base64')}`

interface Signed {
  id: string
  /** Time of sending; receivers reject old ones, to prevent replays. */
  at: Date
  body: string
  secrets: readonly string[]
}

/** The signature headers (Standard Webhooks 1.0). */
export function signedHeaders({ id, at, body, secrets }: Signed): Record<string, string> {
  const timestamp = String(Math.floor(at.getTime() / 1000))
  const sign = (secret: string) =>
    createHmac('sha256', Buffer.from(secret.slice('whsec_'.length), 'base64'))
      .update(`${id}.${timestamp}.${body}`)
      .digest('base64')
  return {
    'webhook-id': id,
    'webhook-timestamp': timestamp,
    'webhook-signature': secrets.map((secret) => `v1,${sign(secret)}`).join(' '),
  }
}
