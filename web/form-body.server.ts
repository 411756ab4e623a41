import {
  getMultipartBoundary,
  MaxFileSizeExceededError,
  MaxHeaderSizeExceededError,
  MaxPartsExceededError,
  MaxTotalSizeExceededError,
  MultipartParser,
  type MultipartPart,
} from '@remix-run/multipart-parser'

/** Maximum bytes of a form. */
export interface FormLimits {
  /** Everything but files. */
  fields: number
  /** All files together; default none. */
  files?: number
}

export const defaultFormLimits: FormLimits = { fields: 100_000 }
/** Listing form: long description and a hundred variations. */
export const listingForm: FormLimits = { fields: 1_000_000 }
/** With pictures: several phone photos sent without script. */
export const pictureForm: FormLimits = { ...listingForm, files: 63_000_000 }
/** Maximum bytes of a JSON body. */
const longestJson = 10_000

/** Bytes of an oversized body to drain, because a client that is still sending would not read the response. */
const longestRest = 4_000_000

const mostParts = 5_000
/** Maximum bytes of a part's headers: field and file name. */
const longestPartHeader = 2_048
/** Maximum length of a multipart boundary (RFC 2046). */
const longestBoundary = 70

const limitErrors = [
  MaxFileSizeExceededError,
  MaxHeaderSizeExceededError,
  MaxPartsExceededError,
  MaxTotalSizeExceededError,
]

class OversizedBodyError extends Error {}

/**
 * Parses a form up to `limits`; null if it is too large. `checkToken` gets the anti-forgery token (null if missing) and
 * throws if it is wrong, before files are read.
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
    if (error instanceof OversizedBodyError) return null
    // Not a form, or truncated.
    if (error instanceof Error) checkToken(null)
    throw error
  } finally {
    await body.skip()
  }
}

async function readUrlencoded(body: Body): Promise<FormData> {
  const text = utf8(await readAll(body))
  if (text.split('&', mostParts + 1).length > mostParts) throw new OversizedBodyError()
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
      if (bytes > fields) throw new OversizedBodyError()
      // FormData accepts both, by different overloads.
      form.append(name, value as string)
    }
    if (!isChecked && body.read() > fields) throw new OversizedBodyError()
  }
  parser.finish()
  if (!isChecked) checkToken(null)
  return form
}

function* partsOf(parser: MultipartParser, piece: Uint8Array): Generator<MultipartPart> {
  try {
    yield* parser.write(piece)
  } catch (error) {
    throw limitErrors.some((limit) => error instanceof limit) ? new OversizedBodyError() : error
  }
}

/** A field or file. The library would trim names and does not decode browsers' escaping. */
function entryOf(part: MultipartPart): { name: string; value: string | File } {
  const disposition = part.headers['content-disposition'] ?? ''
  const named = (key: string) => new RegExp(`; *${key}="([^"]*)"`, 'i').exec(disposition)?.[1]
  const name = withoutNul(unescaped(named('name') ?? ''))
  const filename = named('filename')
  if (filename === undefined) return { name, value: withoutNul(utf8(part.bytes)) }
  const file = new File(part.content as BlobPart[], withoutNul(unescaped(filename)), { type: part.mediaType ?? '' })
  return { name, value: file }
}

/** Decodes a name as browsers escape it in multipart forms. */
function unescaped(name: string): string {
  return name.replaceAll(/%(22|0D|0A)/g, (_, code: string) => String.fromCharCode(Number.parseInt(code, 16)))
}

/** Removes NUL, which PostgreSQL cannot store. Files are unchanged. */
function withoutNul(text: string): string {
  return text.replaceAll('\0', '')
}

/** Parses a JSON body; undefined if it is too large. Throws if it is invalid. */
export async function readJsonBody(request: Request): Promise<unknown> {
  const body = openBody(request, longestJson)
  try {
    return JSON.parse(utf8(await readAll(body)))
  } catch (error) {
    if (error instanceof OversizedBodyError) return undefined
    throw error
  } finally {
    await body.skip()
  }
}

interface Body {
  /** Chunks; throws TooMuch if the body exceeds its bytes, or consists of too many tiny chunks. */
  pieces(): AsyncGenerator<Uint8Array>
  /** Bytes read. */
  read(): number
  /** Drains the rest. */
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
        if (isTooMuch(longest)) throw new OversizedBodyError()
        yield piece
      }
    },
    read: () => bytes,
    async skip() {
      // The client disconnected.
      while (!isTooMuch(longest + longestRest) && (await next().catch(() => null)));
      // Cancelling would close the connection before the response is sent.
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
