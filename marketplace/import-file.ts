import { createReadStream } from 'node:fs'
import { stat } from 'node:fs/promises'
import path from 'node:path'
import { createGunzip } from 'node:zlib'
import { CsvReader, type CsvRecord } from './import-csv.ts'

/** What was given cannot be imported at all; the message says what to do. Nothing has been changed. */
export class ImportRefusedError extends Error {
  override name = 'ImportRefusedError'
}

/** A CSV file on disk, plain or gzipped. */
export interface SourceFile {
  path: string
  /** Bytes on disk. */
  size: number
}

/** Some records of a file that belong together in time, not in meaning. */
export interface RecordBatch {
  records: CsvRecord[]
  /** Bytes of the file on disk read for this batch. */
  bytes: number
  /** Set in the last batch of a file that ends too early or is damaged: what is wrong, and the first line that is lost. */
  broken?: { line: number; reason: string }
}

/**
 * Finds `<name>.csv.gz`, or else `<name>.csv`, in a folder.
 *
 * @throws ImportRefusedError where there is neither.
 */
export async function findSource(folder: string, name: string): Promise<SourceFile> {
  for (const ending of ['.csv.gz', '.csv']) {
    const file = path.join(folder, name + ending)
    const found = await stat(file).catch(() => null)
    if (found?.isFile()) return { path: file, size: found.size }
  }
  throw new ImportRefusedError(`${path.join(folder, name)}.csv.gz is missing.`)
}

/** Reads a CSV file in batches; memory stays flat however long it is. The header is its first record. */
export async function* readRecords(file: SourceFile, columns: number | null = null): AsyncGenerator<RecordBatch> {
  const reader = new CsvReader(columns)
  const decoder = new TextDecoder()
  for await (const { data, bytes, failure } of readPieces(file)) {
    const records = data.flatMap((piece) => reader.push(decoder.decode(piece, { stream: true })))
    if (failure === undefined) yield { records, bytes }
    else {
      records.push(...reader.end(true))
      yield { records, bytes, broken: { line: reader.line, reason: failure } }
      return
    }
  }
  const last = decoder.decode()
  yield { records: [...(last ? reader.push(last) : []), ...reader.end()], bytes: 0 }
}

interface Piece {
  data: Uint8Array[]
  bytes: number
  failure?: string
}

function readPieces(file: SourceFile): AsyncGenerator<Piece> {
  return file.path.endsWith('.gz') ? unzipPieces(file.path) : plainPieces(file.path)
}

async function* plainPieces(file: string): AsyncGenerator<Piece> {
  for await (const chunk of createReadStream(file)) yield { data: [chunk], bytes: chunk.length }
}

/**
 * Unzips piece by piece. Node's own stream drops what it has unzipped but not yet handed on when it meets the break;
 * feeding it by hand keeps all that came before.
 */
async function* unzipPieces(file: string): AsyncGenerator<Piece> {
  const gunzip = createGunzip()
  const out: Uint8Array[] = []
  let failure: Error | undefined
  gunzip.on('data', (data: Uint8Array) => out.push(data))
  gunzip.on('error', (error) => (failure = error))
  const closed = new Promise<void>((done) => gunzip.once('close', done))
  const describe = () => (failure ? `the file is cut off or damaged here (${failure.message})` : undefined)
  try {
    for await (const chunk of createReadStream(file)) {
      // Damaged data closes the stream without an answer to the write.
      await Promise.race([new Promise<void>((done) => gunzip.write(chunk, () => done())), closed])
      yield { data: out.splice(0), bytes: chunk.length, failure: describe() }
      if (failure) return
    }
    gunzip.end()
    await closed
    yield { data: out.splice(0), bytes: 0, failure: describe() }
  } finally {
    gunzip.destroy()
  }
}
