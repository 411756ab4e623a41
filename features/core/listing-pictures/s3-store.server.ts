import { createHash } from 'node:crypto'
import { AwsClient } from 'aws4fetch'
import { fileNameOf, type PictureFile, type PictureStore } from './picture-store.server.ts'

export interface S3Options {
  /** Endpoint without the bucket, because requests use path-style addressing, which all stores support. */
  endpoint: string
  bucket: string
  region: string
  accessKeyId: string
  secretAccessKey: string
  timeoutMs?: number
  /** Retries after 429 or 5xx. */
  retries?: number
}

/** Unexpected response of the store. The message has place and status, no secrets. */
export class S3Error extends Error {
  readonly status: number

  constructor(status: number, message: string) {
    super(message)
    this.name = 'S3Error'
    this.status = status
  }
}

/** Stores pictures in a bucket. Requests are signed including the content hash, which protects against corruption. */
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
        ...(bytes ? { 'Content-Type': file.size === 'document' ? 'application/pdf' : 'image/webp' } : {}),
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
      // A 404 on a write means that the bucket does not exist.
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
