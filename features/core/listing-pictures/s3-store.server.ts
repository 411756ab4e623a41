import { createHash } from 'node:crypto'
import { AwsClient } from 'aws4fetch'
import { fileNameOf, type PictureFile, type PictureStore } from './picture-store.server.ts'

/** A bucket of a store that speaks Amazon S3's protocol. */
export interface S3Options {
  /** Without the bucket: it is addressed by path, which every such store understands. */
  endpoint: string
  bucket: string
  region: string
  accessKeyId: string
  secretAccessKey: string
  /** For one answer, in milliseconds. */
  timeoutMs?: number
  /** How often a request is sent again that was answered with 429 or 5xx. */
  retries?: number
}

/** The store answered something else than was asked for. The message names the place and the status, no secret. */
export class S3Error extends Error {
  readonly status: number

  constructor(status: number, message: string) {
    super(message)
    this.name = 'S3Error'
    this.status = status
  }
}

/** Keeps pictures in a bucket. Each request is signed with its content's hash, so that what arrives is what was sent. */
export function createS3Store({ timeoutMs = 10_000, retries = 2, ...options }: S3Options): PictureStore {
  const { endpoint, bucket, region, accessKeyId, secretAccessKey } = options
  const client = new AwsClient({ accessKeyId, secretAccessKey, region, service: 's3', retries })
  const place = `${endpoint.replace(/\/$/, '')}/${bucket}`
  const send = async (method: string, file: PictureFile, bytes?: Uint8Array<ArrayBuffer>) => {
    const response = await client.fetch(`${place}/${fileNameOf(file)}`, {
      method,
      headers: {
        'X-Amz-Content-Sha256': createHash('sha256')
          .update(bytes ?? '')
          .digest('hex'),
        ...(bytes ? { 'Content-Type': 'image/webp' } : {}),
      },
      ...(bytes ? { body: bytes } : {}),
      signal: AbortSignal.timeout(timeoutMs),
    })
    if (response.ok || response.status === 404) return response
    await response.body?.cancel()
    throw new S3Error(response.status, `${method} in ${place} was answered with ${response.status}`)
  }
  return {
    place,
    put: async (file, bytes) => {
      const response = await send('PUT', file, new Uint8Array(bytes))
      await response.body?.cancel()
      // Of a file that is to be written, only a missing bucket is not found.
      if (!response.ok) throw new S3Error(response.status, `there is no bucket at ${place}`)
    },
    get: async (file) => {
      const response = await send('GET', file)
      if (response.ok) return new Uint8Array(await response.arrayBuffer())
      await response.body?.cancel()
      return null
    },
    remove: async (file) => {
      const response = await send('DELETE', file)
      await response.body?.cancel()
    },
  }
}
