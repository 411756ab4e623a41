import { createHash, createHmac } from 'node:crypto'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import { portOf } from '#lib/listening.ts'

/** A minimal S3 server: one bucket in memory; verifies the signature of every request. */
export interface S3Server {
  endpoint: string
  objects: Map<string, { bytes: Buffer; type: string | undefined }>
  /** Received requests, as `PUT /bucket/name 200`. */
  asked: string[]
  /** Overrides the next responses; `hang` never answers. */
  next: (number | 'hang')[]
  close(): Promise<void>
}

export const s3Keys = { region: 'eu-test-1', accessKeyId: 'key', secretAccessKey: 'secret/with+signs' }
const bucket = 'hub-pictures'

export async function startS3Server(): Promise<S3Server> {
  const objects: S3Server['objects'] = new Map()
  const asked: string[] = []
  const next: S3Server['next'] = []
  const server = createServer((request, response) => {
    const chunks: Buffer[] = []
    request.on('data', (chunk: Buffer) => chunks.push(chunk))
    request.on('end', () => {
      const body = Buffer.concat(chunks)
      const forced = next.shift()
      const status = forced ?? (isSigned(request, body) ? 200 : 403)
      asked.push(`${request.method} ${request.url} ${status}`)
      if (status === 200) answer(objects, request, response, body)
      else if (status !== 'hang') response.writeHead(status).end('<Error/>')
    })
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  return {
    endpoint: `http://127.0.0.1:${portOf(server)}`,
    objects,
    asked,
    next,
    close: async () => {
      server.closeAllConnections()
      await new Promise((resolve) => server.close(resolve))
    },
  }
}

function answer(objects: S3Server['objects'], request: IncomingMessage, response: ServerResponse, bytes: Buffer): void {
  const [, name, key] = (request.url ?? '').split('/')
  if (name !== bucket || !key) return void response.writeHead(404).end('<Code>NoSuchBucket</Code>')
  switch (request.method) {
    case 'PUT':
      objects.set(key, { bytes, type: request.headers['content-type'] })
      return void response.writeHead(200).end()
    case 'DELETE':
      objects.delete(key)
      return void response.writeHead(204).end()
    default: {
      const found = objects.get(key)
      if (!found) return void response.writeHead(404).end('<Code>NoSuchKey</Code>')
      response.writeHead(200, { 'content-type': found.type ?? 'binary/octet-stream' }).end(found.bytes)
    }
  }
}

/** Signature Version 4 as documented by Amazon, computed from the received request. */
function isSigned({ method, url, headers }: IncomingMessage, body: Buffer): boolean {
  const given =
    /^AWS4-HMAC-SHA256 Credential=([^/]+)\/(\d{8})\/([^/]+)\/s3\/aws4_request, SignedHeaders=([^,]+), Signature=([0-9a-f]{64})$/.exec(
      headers.authorization ?? '',
    )
  if (!given) return false
  const [, keyId, day = '', region = '', names = '', signature] = given
  const bodyHash = sha256(body)
  if (keyId !== s3Keys.accessKeyId || region !== s3Keys.region) return false
  if (headers['x-amz-content-sha256'] !== bodyHash || !names.split(';').includes('x-amz-content-sha256')) return false
  const [path, query = ''] = (url ?? '').split('?')
  const signed = names.split(';').map((name) => `${name}:${String(headers[name]).trim()}\n`)
  const canonical = [method, path, query, signed.join(''), names, bodyHash].join('\n')
  const scope = `${day}/${region}/s3/aws4_request`
  const text = ['AWS4-HMAC-SHA256', headers['x-amz-date'], scope, sha256(canonical)].join('\n')
  const key = [day, region, 's3', 'aws4_request'].reduce<string | Buffer>(
    (secret, part) => createHmac('sha256', secret).update(part).digest(),
    `AWS4${s3Keys.secretAccessKey}`,
  )
  return createHmac('sha256', key).update(text).digest('hex') === signature
}

function sha256(bytes: string | Buffer): string {
  return createHash('sha256').update(bytes).digest('hex')
}
