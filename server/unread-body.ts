import type { IncomingMessage } from 'node:http'
import { setTimeout as delay } from 'node:timers/promises'

/** Maximum bytes of an unread body to drain: the size of the largest form. */
const maxDrained = 64_000_000

/** Timeout in milliseconds. */
const patience = 10_000

/**
 * Drains the rest of a rejected request. Most clients read the response only after sending everything, and closing the
 * connection earlier would lose it. Returns whether the request is complete, so that the connection can be reused.
 */
export async function finishRequest(incoming: IncomingMessage, body: Request['body']): Promise<boolean> {
  // A body that is still being read, such as a batch answered line by line, is left to its reader.
  if (incoming.complete || !body || body.locked) return incoming.complete
  const reader = body.getReader()
  const enough = new AbortController()
  const late = delay(patience, null, { signal: enough.signal, ref: false }).catch(() => null)
  try {
    for (let bytes = 0; bytes <= maxDrained;) {
      const piece = await Promise.race([reader.read(), late])
      if (!piece || piece.done) break
      bytes += piece.value.length
    }
  } catch {
    // The client is gone; nothing to drain.
  } finally {
    enough.abort()
    // Not cancelled: that would close the connection before the response is sent.
    reader.releaseLock()
  }
  return incoming.complete
}
