import { createHmac, randomBytes } from 'node:crypto'

/** Makes a secret as Standard Webhooks has them. */
export const newSecret = () => `whsec_${randomBytes(32).toString('base64')}`

interface Signed {
  id: string
  /** When it is sent, so that an old one that somebody sends again is noticed. */
  at: Date
  body: string
  /** Each signs. */
  secrets: readonly string[]
}

/** The headers by which a receiver knows who sent what (Standard Webhooks 1.0). */
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
