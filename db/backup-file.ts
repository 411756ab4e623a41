import { createHash } from 'node:crypto'
import { createReadStream, createWriteStream } from 'node:fs'
import { once } from 'node:events'
import { finished } from 'node:stream/promises'
import { createGunzip, createGzip } from 'node:zlib'

/**
 * A backup is one gzip file of records: a kind (one letter), a length (4 bytes, big endian), that many bytes.
 *
 * - `H` header, JSON: the first record
 * - `T` a table begins, JSON `{ name, columns }`; `D` rows in PostgreSQL's COPY text format; `E` it ends, JSON `{ rows }`
 * - `S` where each sequence stands, JSON
 * - `Z` the end, JSON `{ sha256 }` over all bytes before it: a file without it, or with another sum, is refused
 */
export type RecordKind = 'H' | 'T' | 'D' | 'E' | 'S' | 'Z'

/** The first record: what the rest of the file is of. */
export interface BackupHeader {
  format: 'seller-hub-backup'
  version: 1
  /** ISO 8601, UTC. */
  createdAt: string
  /** The schema that the rows fit. */
  migrations: string[]
}

/** The file is no backup, or was cut or changed. */
export class BackupFileError extends Error {}

/** Writes records to a new file; `close` seals it with the sum of everything written. */
export class BackupWriter {
  readonly #sum = createHash('sha256')
  readonly #gzip = createGzip({ level: 6 })
  readonly #file

  constructor(path: string) {
    this.#file = createWriteStream(path, { mode: 0o600 })
    this.#gzip.pipe(this.#file)
    this.#file.on('error', (error) => this.#gzip.destroy(error))
  }

  async write(kind: RecordKind, content: Buffer | object): Promise<void> {
    const body = Buffer.isBuffer(content) ? content : Buffer.from(JSON.stringify(content))
    const head = Buffer.alloc(5)
    head.write(kind, 0, 'latin1')
    head.writeUInt32BE(body.length, 1)
    this.#sum.update(head).update(body)
    this.#gzip.write(head)
    if (!this.#gzip.write(body)) await Promise.race([once(this.#gzip, 'drain'), finished(this.#file)])
  }

  async close(): Promise<void> {
    await this.write('Z', { sha256: this.#sum.copy().digest('hex') })
    this.#gzip.end()
    await finished(this.#file)
  }

  /** Gives up; the caller removes the file. */
  abort(): void {
    this.#gzip.destroy()
    this.#file.destroy()
  }
}

/** Reads a backup's records in order, checking the sum at the end. Throws BackupFileError. */
export async function* readBackup(path: string): AsyncGenerator<{ kind: RecordKind; body: Buffer }> {
  const sum = createHash('sha256')
  let rest: Buffer = Buffer.alloc(0)
  let sealed = false
  try {
    for await (const chunk of createReadStream(path).pipe(createGunzip()) as AsyncIterable<Buffer>) {
      rest = rest.length === 0 ? chunk : Buffer.concat([rest, chunk])
      while (rest.length >= 5 && rest.length >= 5 + rest.readUInt32BE(1)) {
        const end = 5 + rest.readUInt32BE(1)
        const kind = rest.toString('latin1', 0, 1) as RecordKind
        const body = rest.subarray(5, end)
        if (kind === 'Z') sealed = checkSeal(body, sum.digest('hex'))
        else sum.update(rest.subarray(0, end))
        yield { kind, body }
        rest = rest.subarray(end)
      }
    }
  } catch (error) {
    if (error instanceof BackupFileError) throw error
    const { code, message } = error as NodeJS.ErrnoException
    if (code === 'ENOENT') throw new BackupFileError(`There is no file ${path}.`)
    throw new BackupFileError(`${path} is no complete backup (${message}); nothing was changed.`)
  }
  if (!sealed) throw new BackupFileError(`${path} was cut off before its end; nothing was changed.`)
}

function checkSeal(body: Buffer, sum: string): boolean {
  const { sha256 } = JSON.parse(body.toString()) as { sha256: string }
  if (sha256 !== sum)
    throw new BackupFileError(
      'The backup was changed after it was made: its checksum does not fit. Nothing was restored.',
    )
  return true
}

/** Reads the whole file once and returns its header, before anything is changed. Throws BackupFileError. */
export async function verifyBackup(path: string): Promise<BackupHeader> {
  let header: BackupHeader | undefined
  for await (const { kind, body } of readBackup(path)) {
    if (kind === 'H') header = JSON.parse(body.toString()) as BackupHeader
  }
  if (header?.format !== 'seller-hub-backup' || header.version !== 1)
    throw new BackupFileError(`${path} is no backup of a Seller Hub.`)
  return header
}
