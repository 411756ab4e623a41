import type { IncomingMessage } from 'node:http'
import { setTimeout as delay } from 'node:timers/promises'

/** Bytes of an unread body that are read and thrown away: as many as the largest form has. */
const longestRest = 64_000_000

/** Milliseconds that this may take. */
const patience = 10_000

/**
 * Reads the rest of a request that is refused early and throws it away. Most clients read the answer only after they have sent
 * all, and a connection that is closed before that takes the answer with it. Returns whether the request has come as a whole:
 * only then may another one follow on its connection.
 */
export async function finishRequest(incoming: IncomingMessage, body: Request['body']): Promise<boolean> {
  // A body that is still read, such as a batch that is answered line by line, is left to its reader.
  if (incoming.complete || !body || body.locked) return incoming.complete
  const reader = body.getReader()
  const enough = new AbortController()
  const late = delay(patience, null, { signal: enough.signal, ref: false }).catch(() => null)
  try {
    for (let bytes = 0; bytes <= longestRest;) {
      const piece = await Promise.race([reader.read(), late])
      if (!piece || piece.done) break
      bytes += piece.value.length
    }
  } catch {
    // A client that is gone has nothing left to read.
  } finally {
    enough.abort()
    // Not cancelled: that would close the connection before the answer is sent.
    reader.releaseLock()
  }
  return incoming.complete
}
