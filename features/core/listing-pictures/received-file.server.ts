import { createHmac, randomUUID } from 'node:crypto'
import { open, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { headBytes } from './file-kind.ts'

/** An upload that has arrived, on the disk and not in memory. */
export interface ReceivedFile {
  path: string
  bytes: number
  /** Its first bytes, as many as tell what it is. */
  head: Uint8Array
  /** The same for the same bytes, and not to be guessed without the key: 32 hexadecimal digits. */
  hash: string
}

/**
 * Receives a body into a file of its own, hands it to `work` and removes it again, whatever comes of it. `work` gets null
 * for a body above `maxBytes`, of which no more is read than that; the rest is left to the connection.
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
    // Not cancelled: that would close the connection before the answer is sent.
    reader?.releaseLock()
    await file.close()
  }
}
