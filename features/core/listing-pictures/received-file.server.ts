import { createHmac, randomUUID } from 'node:crypto'
import { open, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { headBytes } from './file-kind.ts'

export interface ReceivedFile {
  path: string
  bytes: number
  /** First bytes, enough to detect the type. */
  head: Uint8Array
  /** Keyed hash of the contents: 32 hex digits. */
  hash: string
}

/**
 * Receives a body into a temporary file, passes it to `work` and always removes it. Reads at most `maxBytes`; `work`
 * gets null for a larger body.
 */
export async function withReceivedFile<T>(
  { body, maxBytes, hashKey }: { body: ReadableStream<Uint8Array> | null; maxBytes: number; hashKey: string },
  work: (file: ReceivedFile | null) => Promise<T>,
): Promise<T> {
  const target = path.join(tmpdir(), `seller-hub-upload-${randomUUID()}`)
  try {
    return await work(await receive({ body, maxBytes, hashKey, target }))
  } finally {
    await rm(target, { force: true })
  }
}

interface Receiving {
  body: ReadableStream<Uint8Array> | null
  maxBytes: number
  hashKey: string
  target: string
}

async function receive({ body, maxBytes, hashKey, target }: Receiving): Promise<ReceivedFile | null> {
  const file = await open(target, 'wx+', 0o600)
  const reader = body?.getReader()
  try {
    const hash = createHmac('sha256', hashKey)
    let bytes = 0
    for (let part = await reader?.read(); part && !part.done; part = await reader?.read()) {
      bytes += part.value.length
      if (bytes > maxBytes) return null
      hash.update(part.value)
      await file.write(part.value)
    }
    const head = new Uint8Array(Math.min(bytes, headBytes))
    await file.read(head, 0, head.length, 0)
    return { path: target, bytes, head, hash: hash.digest('hex').slice(0, 32) }
  } finally {
    // Cancelling would close the connection before the response is sent.
    reader?.releaseLock()
    await file.close()
  }
}
