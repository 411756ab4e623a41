import { ApiProblem } from './problem.ts'
import { errorText } from '#lib/error-text.ts'

/** Maximum bytes of a body or batch line, far more than an order with a hundred lines. */
export const maxBodyBytes = 200_000
export const maxLines = 100_000

const decoder = () => new TextDecoder('utf-8', { fatal: true })

export function requirePlain({ headers }: Request): void {
  const packed = headers.get('content-encoding')?.trim().toLowerCase() ?? 'identity'
  if (packed !== 'identity')
    throw new ApiProblem(
      'unsupported-media-type',
      { detail: `The body must not be compressed: ${packed} is not supported.` },
      { 'Accept-Encoding': 'identity' },
    )
}

export async function readBody(request: Request): Promise<string> {
  requirePlain(request)
  const pieces: Uint8Array[] = []
  let bytes = 0
  for await (const piece of piecesOf(request)) {
    bytes += piece.length
    if (bytes > maxBodyBytes) throw new ApiProblem('too-large', { detail: `A body has at most ${maxBodyBytes} bytes.` })
    pieces.push(piece)
  }
  return decode(Buffer.concat(pieces))
}

export interface Line {
  line: number
  /** Its text, or its refusal if it cannot be read; other lines are not affected. */
  text: string | ApiProblem
  /** No later line has arrived yet. */
  isLast: boolean
}

/**
 * Reads a batch line by line as it arrives, in constant memory. Empty lines count. An oversized line is skipped and
 * refused on its own.
 */
export async function* readLines(request: Request): AsyncGenerator<Line> {
  /** Chunks of the current line, joined once it is complete, because some clients send one byte at a time. */
  let pieces: Uint8Array[] = []
  let held = 0
  let line = 0
  /** Bytes skipped of the current line. */
  let passed = 0
  const next = (bytes: Buffer, isLast: boolean): Line => {
    line += 1
    if (line > maxLines) throw new ApiProblem('too-large', { detail: `A batch has at most ${maxLines} lines.` })
    const text = passed + bytes.length > maxBodyBytes ? tooLong() : textOf(bytes)
    passed = 0
    return { line, text, isLast }
  }
  for await (const piece of piecesOf(request)) {
    let start = 0
    for (let end = piece.indexOf(newline); end >= 0;) {
      const found = Buffer.concat([...pieces, piece.subarray(start, end)])
      pieces = []
      held = 0
      start = end + 1
      end = piece.indexOf(newline, start)
      yield next(found, end < 0)
    }
    pieces.push(piece.subarray(start))
    held += piece.length - start
    if (passed + held > maxBodyBytes) {
      passed += held
      pieces = []
      held = 0
      if (passed > longestLine) throw tooLong()
    }
  }
  if (passed + held > 0) yield next(Buffer.concat(pieces), true)
}

/** Maximum bytes skipped of a line; beyond that the batch is refused. */
const longestLine = 50 * maxBodyBytes

const tooLong = () => new ApiProblem('too-large', { detail: `A line has at most ${maxBodyBytes} bytes.` })

function textOf(bytes: Buffer): string | ApiProblem {
  try {
    return decode(bytes, 'line').trim()
  } catch (error) {
    if (error instanceof ApiProblem) return error
    throw error
  }
}

const newline = 10

export function parseJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch (error) {
    throw new ApiProblem('not-json', { detail: `${errorText(error)}.` })
  }
}

function decode(bytes: Buffer, what = 'body'): string {
  try {
    return decoder().decode(bytes)
  } catch {
    throw new ApiProblem('not-json', { detail: `The ${what} is not valid UTF-8.` })
  }
}

async function* piecesOf(request: Request): AsyncGenerator<Uint8Array> {
  const reader = request.body?.getReader()
  if (!reader) return
  try {
    for (;;) {
      const { done, value } = await reader.read()
      if (done) return
      yield value
    }
  } finally {
    // Cancelling would close the connection before the response is sent.
    reader.releaseLock()
  }
}
