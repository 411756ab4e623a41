import { PassThrough, pipeline, Readable, type Transform } from 'node:stream'
import type { ReadableStream as NodeReadableStream } from 'node:stream/web'
import { promisify } from 'node:util'
import {
  brotliCompress,
  constants,
  createBrotliCompress,
  createGzip,
  createZstdCompress,
  gzip,
  zstdCompress,
  type BrotliOptions,
  type InputType,
  type ZlibOptions,
  type ZstdOptions,
} from 'node:zlib'
import { coalesceChunks } from '#lib/coalesce-chunks.ts'

type Encoding = (typeof encodings)[number]

/** In order of preference: Zstandard compresses as well as Brotli in a quarter of the CPU time. */
const encodings = ['zstd', 'br', 'gzip'] as const

export function chooseEncoding(acceptEncoding: string | null | undefined): Encoding | null {
  const accepted = (acceptEncoding ?? '')
    .split(',')
    .map((entry) => entry.trim())
    .filter((entry) => !/;\s*q=0(\.0*)?$/.test(entry))
    .map((entry) => entry.split(';')[0])
  return encodings.find((encoding) => accepted.includes(encoding)) ?? null
}

/** Compresses a response: a complete one at once, others as they stream. `page` is the body, if known. */
export async function compress(response: Response, encoding: Encoding, page?: Uint8Array | null): Promise<Response> {
  if (response.headers.has('Content-Encoding')) return response
  // Only complete responses have a length.
  if (!response.headers.has('Content-Length')) return compressParts(response, encoding)
  const { status, headers } = response
  const body = await compressors[encoding](page ?? new Uint8Array(await response.arrayBuffer()))
  return new Response(body, { status, headers: encodedHeaders(headers, encoding) })
}

/** For complete pages: a stream costs as much as the compression itself. */
const compressors: Record<Encoding, (whole: Uint8Array) => Promise<Buffer<ArrayBuffer>>> = {
  // Without a known size Zstandard allocates two megabytes.
  zstd: (whole) => toZstd(whole, { pledgedSrcSize: whole.byteLength, chunkSize }),
  br: (whole) => toBrotli(whole, { ...brotli, chunkSize }),
  gzip: (whole) => toGzip(whole, { level: gzipLevel, chunkSize }),
}

const toZstd = promisify<InputType, ZstdOptions, Buffer<ArrayBuffer>>(zstdCompress)
const toBrotli = promisify<InputType, BrotliOptions, Buffer<ArrayBuffer>>(brotliCompress)
const toGzip = promisify<InputType, ZlibOptions, Buffer<ArrayBuffer>>(gzip)

/** Fits nearly every page: each default chunk of 16 KB costs one thread switch. */
const chunkSize = 64 * 1024

const gzipLevel = 5
const brotli: BrotliOptions = {
  params: { [constants.BROTLI_PARAM_QUALITY]: 4, [constants.BROTLI_PARAM_MODE]: constants.BROTLI_MODE_TEXT },
}

function encodedHeaders(given: Headers, encoding: Encoding): Headers {
  const headers = new Headers(given)
  headers.set('Content-Encoding', encoding)
  headers.append('Vary', 'Accept-Encoding')
  headers.delete('Content-Length')
  return headers
}

/**
 * Compresses a response as it streams. Flushes each part at once; otherwise the compressor would hold back the shell
 * until its window is full.
 */
export function compressParts(response: Response, encoding: Encoding, compressor = compressorFor(encoding)): Response {
  if (!response.body) return response
  const source = Readable.fromWeb(response.body as NodeReadableStream<Uint8Array>)
  const body = new PassThrough()
  // A client that disconnects also stops the rendering; an error ends the response only.
  pipeline(source, coalesceChunks(), compressor, body, () => {})
  return new Response(Readable.toWeb(body) as ReadableStream<Uint8Array>, {
    status: response.status,
    headers: encodedHeaders(response.headers, encoding),
  })
}

function compressorFor(encoding: Encoding): Transform {
  switch (encoding) {
    case 'zstd':
      return createZstdCompress({ flush: constants.ZSTD_e_flush })
    case 'br':
      return createBrotliCompress({ flush: constants.BROTLI_OPERATION_FLUSH, ...brotli })
    case 'gzip':
      return createGzip({ flush: constants.Z_SYNC_FLUSH, level: gzipLevel })
  }
}
