import type { IncomingMessage } from 'node:http'
import type { HubConfig } from '#web/hub.ts'
import { reachOf, type Reach } from '#features/machinery/outbound/reach.ts'
import { failureOf, openRequest, type RequestFailure } from '#features/machinery/outbound/request.server.ts'
import { LabelError, type ProviderFetch } from './label-provider.ts'

declare module '#web/hub.ts' {
  interface HubConfig {
    /** Base address of the example carrier that the hub has started, allowed in addition; null without it. */
    ownCarrier: string | null
  }
}

/** Time limit of a request and its answer in milliseconds. */
const within = 20_000
/** Bytes of an answer. */
const most = 10 * 1024 * 1024

const explanations: Record<RequestFailure, string> = {
  NOT_ALLOWED: 'The address is in a network that the hub may not reach',
  TIMED_OUT: 'The provider did not answer in time',
  NOT_FOUND: 'The provider’s host name was not found',
  REFUSED: 'The provider could not be reached',
  CERTIFICATE: 'The provider’s certificate is not valid',
  BROKEN: 'The connection to the provider broke off',
}

const allowAll: Reach = () => true

/**
 * The client for addresses of providers, which sellers type in: https to public addresses, and any to the operator's
 * networks. Returns redirects as they are. Throws `LabelError`, which names neither addresses nor keys.
 */
export function providerFetch(config: Pick<HubConfig, 'webhookNetworks' | 'ownCarrier'>): ProviderFetch {
  const reach = reachOf(config.webhookNetworks)
  return async (request) => {
    const url = new URL(request.url)
    const isOwn = config.ownCarrier !== null && url.origin === new URL(config.ownCarrier).origin
    const body = request.body && new Uint8Array(await request.arrayBuffer())
    try {
      const answer = await openRequest(url, {
        method: request.method,
        headers: { ...Object.fromEntries(request.headers), 'accept-encoding': 'identity' },
        ...(body && { body }),
        reach: isOwn ? allowAll : reach,
        signal: AbortSignal.any([request.signal, AbortSignal.timeout(within)]),
      })
      return responseOf(answer, await readBody(answer))
    } catch (error) {
      if (error instanceof LabelError) throw error
      throw new LabelError('UNAVAILABLE', explanations[failureOf(error)])
    }
  }
}

async function readBody(answer: IncomingMessage): Promise<Buffer> {
  const pieces: Buffer[] = []
  let bytes = 0
  for await (const piece of answer as AsyncIterable<Buffer>) {
    bytes += piece.length
    if (bytes > most) throw new LabelError('UNAVAILABLE', 'The provider’s answer is too large')
    pieces.push(piece)
  }
  return Buffer.concat(pieces)
}

function responseOf({ statusCode = 0, headers }: IncomingMessage, body: Buffer): Response {
  const fields = Object.entries(headers).flatMap(([name, value]) =>
    value === undefined || name === 'set-cookie' ? [] : [[name, String(value)] as [string, string]],
  )
  const isWithout = [101, 204, 205, 304].includes(statusCode)
  // `Response` has no statuses below 200.
  return new Response(isWithout ? null : new Uint8Array(body), {
    status: statusCode < 200 ? 502 : statusCode,
    headers: fields,
  })
}
