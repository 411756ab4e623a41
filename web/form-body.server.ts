import {
  getMultipartBoundary,
  MaxFileSizeExceededError,
  MaxHeaderSizeExceededError,
  MaxPartsExceededError,
  MaxTotalSizeExceededError,
  MultipartParser,
  type MultipartPart,
} from '@remix-run/multipart-parser'

/** Bytes of a posted form at most. */
export interface FormLimits {
  /** All but its files. */
  fields: number
  /** Its files together; none by default. */
  files?: number
}

/** Of most forms. */
export const usualForm: FormLimits = { fields: 100_000 }
/** Of a listing's form: a long description, and a hundred variations. */
export const listingForm: FormLimits = { fields: 1_000_000 }
/** Of one with pictures: some of a phone, for whoever sends them without script. */
export const pictureForm: FormLimits = { ...listingForm, files: 63_000_000 }
/** Bytes of a posted JSON body at most. */
const longestJson = 10_000

/** Bytes read and thrown away of a body that is too long: who is still sending would not hear the answer. */
const longestRest = 4_000_000

/** Fields and files of a form at most. */
const mostParts = 5_000
/** Bytes of what a multipart form says of a field, at most: its name, and a file's. */
const longestPartHeader = 2_048
/** Characters of a multipart form's boundary at most (RFC 2046). */
const longestBoundary = 70

const limitErrors = [
  MaxFileSizeExceededError,
  MaxHeaderSizeExceededError,
  MaxPartsExceededError,
  MaxTotalSizeExceededError,
]

/** What a body has more of than it may. */
class TooMuch extends Error {}

/**
 * Reads the form of a request, and no more of it than `limits`. Null where it is too long. `checkToken` gets its
 * anti-forgery token (null where there is none, or where it is no form) and throws where that is wrong: before any file is
 * read, and with most of the form still unread.
 */
export async function readFormBody(
  request: Request,
  limits: FormLimits,
  checkToken: (token: unknown) => void,
): Promise<FormData | null> {
  const type = request.headers.get('content-type') ?? ''
  const longest = limits.fields + (type.startsWith('multipart/') ? (limits.files ?? 0) : 0)
  const body = openBody(request, longest)
  try {
    if (type.startsWith('multipart/')) return await readMultipart(body, type, limits, checkToken)
    const form = type.startsWith('application/x-www-form-urlencoded') ? await readUrlencoded(body) : new FormData()
    checkToken(form.get('srt'))
    return form
  } catch (error) {
    if (error instanceof TooMuch) return null
    // No form, or one that was torn off.
    if (error instanceof Error) checkToken(null)
    throw error
  } finally {
    await body.skip()
  }
}

async function readUrlencoded(body: Body): Promise<FormData> {
  const text = utf8(await readAll(body))
  if (text.split('&', mostParts + 1).length > mostParts) throw new TooMuch()
  const form = new FormData()
  for (const [name, value] of new URLSearchParams(text)) form.append(withoutNul(name), withoutNul(value))
  return form
}

async function readMultipart(
  body: Body,
  type: string,
  { fields, files = 0 }: FormLimits,
  checkToken: (token: unknown) => void,
): Promise<FormData> {
  const boundary = getMultipartBoundary(type)
  if (!boundary || boundary.length > longestBoundary) throw new Error('no boundary')
  const parser = new MultipartParser(boundary, {
    maxParts: mostParts,
    maxHeaderSize: longestPartHeader,
    maxFileSize: fields + files,
    maxTotalSize: fields + files,
  })
  const form = new FormData()
  let isChecked = false
  let bytes = 0
  for await (const piece of body.pieces()) {
    for (const part of partsOf(parser, piece)) {
      const { name, value } = entryOf(part)
      const isFile = typeof value !== 'string'
      if (!isChecked && (isFile || name === 'srt')) {
        checkToken(isFile ? null : value)
        isChecked = true
      }
      bytes += isFile ? 0 : part.size
      if (bytes > fields) throw new TooMuch()
      // FormData takes both, each by a signature of its own.
      form.append(name, value as string)
    }
    if (!isChecked && body.read() > fields) throw new TooMuch()
  }
  parser.finish()
  if (!isChecked) checkToken(null)
  return form
}

/** The parts that end in this piece of a form. */
function* partsOf(parser: MultipartParser, piece: Uint8Array): Generator<MultipartPart> {
  try {
    yield* parser.write(piece)
  } catch (error) {
    throw limitErrors.some((limit) => error instanceof limit) ? new TooMuch() : error
  }
}

/** A field or a file. The library would trim their names, and does not know how browsers escape them. */
function entryOf(part: MultipartPart): { name: string; value: string | File } {
  const said = part.headers['content-disposition'] ?? ''
  const named = (key: string) => new RegExp(`; *${key}="([^"]*)"`, 'i').exec(said)?.[1]
  const name = withoutNul(unescaped(named('name') ?? ''))
  const filename = named('filename')
  if (filename === undefined) return { name, value: withoutNul(utf8(part.bytes)) }
  const file = new File(part.content as BlobPart[], withoutNul(unescaped(filename)), { type: part.mediaType ?? '' })
  return { name, value: file }
}

/** A name as browsers escape it in a multipart form. */
function unescaped(name: string): string {
  return name.replaceAll(/%(22|0D|0A)/g, (_, code: string) => String.fromCharCode(Number.parseInt(code, 16)))
}

/** PostgreSQL keeps no text with the character NUL, which nobody types. Files stay as they are. */
function withoutNul(text: string): string {
  return text.replaceAll('\0', '')
}

/** Reads a JSON body. Undefined, which no JSON is, where it is too long. Throws where it is no JSON. */
export async function readJsonBody(request: Request): Promise<unknown> {
  const body = openBody(request, longestJson)
  try {
    return JSON.parse(utf8(await readAll(body)))
  } catch (error) {
    if (error instanceof TooMuch) return undefined
    throw error
  } finally {
    await body.skip()
  }
}

/** A body that is read at most so far. */
interface Body {
  /** As they come; throws TooMuch beyond its bytes, and where it comes in crumbs, which cost more than they weigh. */
  pieces(): AsyncGenerator<Uint8Array>
  /** Bytes read so far. */
  read(): number
  /** Throws the rest away. */
  skip(): Promise<void>
}

function openBody(request: Request, longest: number): Body {
  const reader = request.body?.getReader()
  let bytes = 0
  let pieces = 0
  const next = async (): Promise<Uint8Array | null> => {
    const piece = await reader?.read()
    if (!piece || piece.done) return null
    bytes += piece.value.length
    pieces += 1
    return piece.value
  }
  const isTooMuch = (most: number) => bytes > most || (pieces > 20_000 && pieces * 200 > bytes)
  return {
    async *pieces() {
      for (let piece = await next(); piece; piece = await next()) {
        if (isTooMuch(longest)) throw new TooMuch()
        yield piece
      }
    },
    read: () => bytes,
    async skip() {
      // A client that is gone has nothing left to read.
      while (!isTooMuch(longest + longestRest) && (await next().catch(() => null)));
      // Not cancelled: that would close the connection before the answer is sent.
      reader?.releaseLock()
    },
  }
}

async function readAll(body: Body): Promise<Uint8Array> {
  const pieces: Uint8Array[] = []
  for await (const piece of body.pieces()) pieces.push(piece)
  return Buffer.concat(pieces)
}

const decoder = new TextDecoder()

function utf8(bytes: Uint8Array): string {
  return decoder.decode(bytes)
}
