import { createHash } from 'node:crypto'
import { createReadStream } from 'node:fs'
import { pipeline } from 'node:stream/promises'
import { crc32, createGunzip, createGzip } from 'node:zlib'
import { fileProblem } from '#lib/file-problem.ts'
import { writeAtomically } from '#lib/atomic-write.ts'
import { errorCode } from '#lib/error-text.ts'

/**
 * A backup is one gzip file of records: a kind (one letter), a length (4 bytes, big endian, at most `longestBody`), that
 * many bytes, and the CRC-32 of all of these (4 bytes). A damaged record is found by its CRC before it is used, a missing
 * one by the count in the last record.
 *
 * - `H` header, JSON: the first record
 * - `T` a table begins, JSON `{ name, columns }`; `D` rows in PostgreSQL's COPY text format; `E` it ends, JSON `{ rows }`
 * - `S` where each sequence stands, JSON
 * - `Z` the end, JSON `{ records }`: how many came before. A file without it was cut off
 *
 * Version 1, which is still read, has no CRC in its records, and a SHA-256 over all of them in the last, `{ sha256 }`.
 */
export type BackupRecord =
  | { kind: 'D'; rows: Buffer }
  | { kind: 'H'; content: BackupHeader }
  | { kind: 'T'; content: BackupTable }
  | { kind: 'E'; content: { rows: number } }
  | { kind: 'S'; content: Record<string, string> }

/** The first record; it describes the rest of the file. */
export interface BackupHeader {
  format: 'seller-hub-backup'
  version: 1 | 2
  /** ISO 8601, UTC. */
  createdAt: string
  /** Migrations of the schema that the rows fit. */
  migrations: string[]
}

/** A table and the columns of its rows, in order. */
export interface BackupTable {
  name: string
  columns: string[]
}

/** The file is not a backup, or is truncated or corrupt. */
export class BackupFileError extends Error {}

/** More than one read from PostgreSQL returns; larger chunks become several records. */
const longestBody = 1024 * 1024
const [headBytes, sumBytes] = [5, 4]

/**
 * Writes records to a file that only its owner can read. If `records` throws, no file remains.
 * @throws FileProblem if the file cannot be written, before `records` is read
 */
export async function writeBackup(path: string, records: AsyncIterable<BackupRecord>): Promise<void> {
  await writeAtomically(
    path,
    (file) => pipeline(encode(records), createGzip({ level: 6 }), (packed) => file.writeFile(packed)),
    0o600,
  )
}

async function* encode(records: AsyncIterable<BackupRecord>): AsyncGenerator<Buffer> {
  let count = 0
  for await (const record of records) {
    const body = record.kind === 'D' ? record.rows : Buffer.from(JSON.stringify(record.content))
    for (let start = 0; start < body.length; start += longestBody) {
      yield* encodeRecord(record.kind, body.subarray(start, start + longestBody))
      count += 1
    }
  }
  yield* encodeRecord('Z', Buffer.from(JSON.stringify({ records: count })))
}

function* encodeRecord(kind: string, body: Buffer): Generator<Buffer> {
  const head = Buffer.alloc(headBytes)
  head.write(kind, 0, 'latin1')
  head.writeUInt32BE(body.length, 1)
  const sum = Buffer.alloc(sumBytes)
  sum.writeUInt32BE(crc32(body, crc32(head)))
  yield* [head, body, sum]
}

/**
 * Reads the records of a backup in order and verifies each, header first.
 * @throws BackupFileError for a file that is not a backup, truncated or corrupt; FileProblem if it cannot be read
 */
export async function* readBackup(path: string): AsyncGenerator<BackupRecord> {
  let [version, count]: [BackupHeader['version'], number] = [2, 0]
  const sum = createHash('sha256')
  for await (const { kind, body, bytes } of decode(path)) {
    if (count === 0) ({ version } = readHeader(kind, body, path))
    if (kind === 'Z') {
      const end = readJson(body, path) as { records?: number; sha256?: string }
      if (version === 1 && end.sha256 !== sum.digest('hex')) throw changed(path)
      if (version === 1 || end.records === count) return
      break
    }
    if (version === 1) sum.update(bytes)
    count += 1
    yield kind === 'D' ? { kind, rows: body } : ({ kind, content: readJson(body, path) } as BackupRecord)
  }
  throw new BackupFileError(`${path} is incomplete; nothing was changed.`)
}

/** Reads and verifies the whole file, changing nothing, and returns its header. Throws as `readBackup` does. */
export async function verifyBackup(path: string): Promise<BackupHeader> {
  let header: BackupHeader | undefined
  for await (const record of readBackup(path)) if (record.kind === 'H') header = record.content
  if (!header) throw new Error('`readBackup` lets no file pass that does not begin with its header')
  return header
}

function readHeader(kind: string, body: Buffer, path: string): BackupHeader {
  const header = kind === 'H' ? (readJson(body, path) as BackupHeader) : null
  if (header?.format === 'seller-hub-backup' && (header.version === 1 || header.version === 2)) return header
  throw new BackupFileError(`${path} is not a Seller Hub backup; nothing was changed.`)
}

function readJson(body: Buffer, path: string): unknown {
  try {
    return JSON.parse(body.toString())
  } catch (cause) {
    throw new BackupFileError(`${path} is not a Seller Hub backup; nothing was changed.`, { cause })
  }
}

/** Decodes the records of a file, verifying their CRC if present. */
async function* decode(path: string): AsyncGenerator<{ kind: string; body: Buffer; bytes: Buffer }> {
  let [rest, missing, behind] = [Buffer.alloc(0), 0, -1]
  const pieces: Buffer[] = []
  for await (const chunk of unzipped(path)) {
    pieces.push(chunk)
    missing -= chunk.length
    if (missing > 0) continue
    rest = Buffer.concat([rest, ...pieces.splice(0)])
    for (;;) {
      const length = rest.length < headBytes ? 0 : rest.readUInt32BE(1)
      if (length > longestBody) throw changed(path)
      const end = headBytes + length
      missing = end + Math.max(behind, 0) - rest.length
      if (missing > 0 || rest.length < headBytes) break
      const record = {
        kind: rest.toString('latin1', 0, 1),
        body: rest.subarray(headBytes, end),
        bytes: rest.subarray(0, end),
      }
      // The version in the header determines the record trailer.
      if (behind < 0) behind = readHeader(record.kind, record.body, path).version === 1 ? 0 : sumBytes
      if (rest.length < end + behind) break
      if (behind > 0 && crc32(record.bytes) !== rest.readUInt32BE(end)) throw changed(path)
      yield record
      rest = rest.subarray(end + behind)
    }
  }
}

function changed(path: string, cause?: unknown): BackupFileError {
  return new BackupFileError(`${path} is damaged or not a Seller Hub backup; nothing was changed.`, { cause })
}

async function* unzipped(path: string): AsyncGenerator<Buffer> {
  const gunzip = createGunzip()
  // A failure destroys gunzip and is thrown below.
  pipeline(createReadStream(path), gunzip).catch(() => {})
  try {
    yield* gunzip as AsyncIterable<Buffer>
  } catch (error) {
    throw errorCode(error).startsWith('Z_') ? changed(path, error) : fileProblem(error, path)
  } finally {
    gunzip.destroy()
  }
}
