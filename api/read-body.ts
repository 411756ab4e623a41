import { ApiProblem } from './problem.ts'
import { errorText } from '#lib/error-text.ts'

/** Bytes of one body, and of one line of a batch, at most: far more than an order of a hundred lines. */
export const longestBody = 200_000
/** Lines of a batch at most. */
export const mostLines = 10_000

const decoder = () => new TextDecoder('utf-8', { fatal: true })

/** Refuses a body that was packed: what it says would not be found in it. */
export function requirePlain({ headers }: Request): void {
  const packed = headers.get('content-encoding')?.trim().toLowerCase() ?? 'identity'
  if (packed !== 'identity')
    throw new ApiProblem(
      'unsupported-media-type',
      { detail: `A body is sent as it is, not as ${packed}.` },
      { 'Accept-Encoding': 'identity' },
    )
}

/** Reads a whole body as text, and no more of it than may be. */
export async function readBody(request: Request): Promise<string> {
  requirePlain(request)
  const pieces: Uint8Array[] = []
  let bytes = 0
  for await (const piece of piecesOf(request)) {
    bytes += piece.length
    if (bytes > longestBody) throw new ApiProblem('too-large', { detail: `A body has ${longestBody} bytes at most.` })
    pieces.push(piece)
  }
  return decode(Buffer.concat(pieces))
}

/** A line of a batch. */
export interface Line {
  line: number
  /** What it says; what cannot be read of it is its refusal, and no other line's. */
  text: string | ApiProblem
  /** Nothing behind it has come yet. */
  isLast: boolean
}

/**
 * Reads a batch line by line as it comes, and never holds much more than one. Empty lines count. One that is too long is passed over, and
 * what comes behind it read: it is refused for itself, as any other.
 */
export async function* readLines(request: Request): AsyncGenerator<Line> {
  /** Of the line that comes just now: put together once it is whole, not with each piece, of which some clients send one a letter. */
  let pieces: Uint8Array[] = []
  let held = 0
  let line = 0
  /** Bytes of the line that comes just now which were passed over. */
  let passed = 0
  const next = (bytes: Buffer, isLast: boolean): Line => {
    line += 1
    if (line > mostLines) throw new ApiProblem('too-large', { detail: `A batch has ${mostLines} lines at most.` })
    const text = passed + bytes.length > longestBody ? tooLong() : textOf(bytes)
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
    if (passed + held > longestBody) {
      passed += held
      pieces = []
      held = 0
      if (passed > longestLine) throw tooLong()
    }
  }
  if (passed + held > 0) yield next(Buffer.concat(pieces), true)
}

/** Bytes of a line that are passed over at most: what has no end is no batch. */
const longestLine = 50 * longestBody

const tooLong = () => new ApiProblem('too-large', { detail: `A line has ${longestBody} bytes at most.` })

function textOf(bytes: Buffer): string | ApiProblem {
  try {
    return decode(bytes, 'line').trim()
  } catch (error) {
    if (error instanceof ApiProblem) return error
    throw error
  }
}

const newline = 10

/** Reads JSON; what is none is refused. */
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
    throw new ApiProblem('not-json', { detail: `The ${what} is no UTF-8.` })
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
    // Not cancelled: that would close the connection before the answer is sent.
    reader.releaseLock()
  }
}
