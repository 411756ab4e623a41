import type { Reach } from '#features/machinery/outbound/reach.ts'
import { failureOf, openRequest, type RequestFailure } from '#features/machinery/outbound/request.server.ts'

export type SendFailure = RequestFailure | 'NO_SECRET'

/** The response's status, beginning of its body and `Retry-After`; or why there was none. */
export type SendOutcome = { status: number; text: string; retryAfter?: string | undefined } | { failure: SendFailure }

interface Sending {
  url: string
  headers: Record<string, string>
  body: string
  reach: Reach
  /** Timeout in milliseconds. */
  within: number
}

/** Bytes of a response that are read, and characters that are stored. */
const [maxRead, maxStored] = [16_384, 1_000]

/** Posts to an endpoint. Only the stored part of the body is read. */
export async function send({ url, headers, body, reach, within }: Sending): Promise<SendOutcome> {
  try {
    const response = await openRequest(new URL(url), {
      method: 'POST',
      headers: {
        'content-type': 'application/json',
        'content-length': String(Buffer.byteLength(body)),
        ...headers,
      },
      body,
      reach,
      signal: AbortSignal.timeout(within),
    })
    const { statusCode: status = 0, headers: responseHeaders } = response
    if (status === 101) return { status, text: '' }
    const pieces: Buffer[] = []
    let bytes = 0
    // Leaving the loop closes the connection.
    for await (const piece of response as AsyncIterable<Buffer>) {
      pieces.push(piece.subarray(0, maxRead - bytes))
      bytes += piece.length
      if (bytes >= maxRead) break
    }
    return { status, text: readable(Buffer.concat(pieces)), retryAfter: responseHeaders['retry-after'] }
  } catch (error) {
    return { failure: failureOf(error) }
  }
}

/** Decodes text so that it can be stored and displayed. */
const readable = (bytes: Buffer) =>
  new TextDecoder()
    .decode(bytes)
    .slice(0, maxStored)
    .toWellFormed()
    // oxlint-disable-next-line no-control-regex -- just these
    .replaceAll(/[\u0000-\u0008\u000b\u000c\u000e-\u001f]/g, '\ufffd')
