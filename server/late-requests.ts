import type { IncomingMessage } from 'node:http'
import { ndjson } from '#api/answer-batch.ts'
import { apiRoot } from '#api/marketplace-api.ts'
import { minute } from '#lib/duration.ts'

/** Milliseconds within which a request arrives, other than a batch: a form that trickles holds one of few slots. */
const arrivesWithin = 5 * minute

/**
 * Closes the connection of a request that has not arrived in time. Batches of programs have the time that the server gives
 * (`front.ts`).
 */
export function closeIfLate(request: IncomingMessage, path: string, within = arrivesWithin): void {
  const { headers } = request
  const hasBody = headers['content-length'] !== undefined || headers['transfer-encoding'] !== undefined
  const isBatch = path.startsWith(`${apiRoot}/`) && headers['content-type']?.toLowerCase().startsWith(ndjson)
  if (!hasBody || isBatch) return
  const timer = setTimeout(() => {
    if (!request.complete) request.destroy()
  }, within).unref()
  request.once('close', () => clearTimeout(timer))
}
