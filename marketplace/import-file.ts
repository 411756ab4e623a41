import { createReadStream } from 'node:fs'
import { open, readdir } from 'node:fs/promises'
import path from 'node:path'
import { FileProblem, fileProblem } from '#lib/file-problem.ts'
import { gunzip, GzipFault, gzipMagic, type Unzipped } from './gunzip.ts'
import { CsvReader, type CsvForm, type CsvRecord } from '#lib/csv-reader.ts'
import { errorCode } from '#lib/error-text.ts'

/** The input cannot be imported; the message says what to do. Nothing has been changed. */
export class ImportRefusedError extends Error {
  override name = 'ImportRefusedError'
}

export interface SourceFile {
  path: string
  /** Bytes on disk. */
  size: number
  /** Detected by its first bytes, not its name. */
  isGzip: boolean
}

export interface RecordBatch {
  records: CsvRecord[]
  /** Bytes on disk read for this batch. */
  bytes: number
  /** Number of ignored bytes after the gzip data. */
  trailing?: number
}

/**
 * Finds `<name>.csv.gz` or `<name>.csv` in a folder.
 * @throws ImportRefusedError if neither exists, or the folder cannot be read
 */
export async function findSource(folder: string, name: string): Promise<SourceFile> {
  const there = await readdir(folder).catch((error: unknown) => {
    // Not a folder but a file.
    throw errorCode(error) === 'ENOTDIR'
      ? new ImportRefusedError(`${folder} is a file: give the folder that holds the files.`)
      : asRefusal(fileProblem(error, folder))
  })
  const found = [`${name}.csv.gz`, `${name}.csv`].find((file) => there.includes(file))
  if (found === undefined) throw new ImportRefusedError(`${path.join(folder, name)}.csv.gz is missing.`)
  return openSource(path.join(folder, found))
}

async function openSource(file: string): Promise<SourceFile> {
  try {
    const opened = await open(file)
    try {
      const stats = await opened.stat()
      if (stats.isDirectory()) throw new ImportRefusedError(`${file} is a folder, not a file.`)
      const { buffer, bytesRead } = await opened.read(Buffer.alloc(2), 0, 2, 0)
      return { path: file, size: stats.size, isGzip: bytesRead === 2 && buffer.readUInt16BE() === gzipMagic }
    } finally {
      await opened.close()
    }
  } catch (error) {
    throw asRefusal(fileProblem(error, file))
  }
}

function asRefusal(error: unknown): unknown {
  return error instanceof FileProblem ? new ImportRefusedError(error.message, { cause: error }) : error
}

/**
 * Reads a CSV file in batches with constant memory. The first record is the header. A gzip file is verified only at its
 * end: until then no row counts.
 * @throws ImportRefusedError if the file is corrupt, truncated or unreadable
 */
export async function* readRecords(file: SourceFile, form?: CsvForm): AsyncGenerator<RecordBatch> {
  const reader = new CsvReader(form)
  const read = textReader()
  for await (const { data, ...piece } of file.isGzip ? unzipPieces(file.path) : plainPieces(file.path)) {
    yield { ...piece, records: data.flatMap((part) => reader.push(read(part))) }
  }
  const last = read()
  yield { records: [...(last ? reader.push(last) : []), ...reader.end()], bytes: 0 }
}

/** Decodes text in chunks, in the encoding detected at its beginning; without an argument, flushes. */
function textReader(): (piece?: Uint8Array) => string {
  let decoder: TextDecoder | undefined
  return (piece) => {
    decoder ??= new TextDecoder(piece && encodingOf(piece))
    return decoder.decode(piece, { stream: piece !== undefined })
  }
}

/** Spreadsheets may write UTF-16 with a byte order mark. */
function encodingOf([first = 0, second = 0]: Uint8Array): string {
  const mark = (first << 8) | second
  return { 0xfffe: 'utf-16le', 0xfeff: 'utf-16be' }[mark] ?? 'utf-8'
}

async function* plainPieces(file: string): AsyncGenerator<Unzipped> {
  for await (const chunk of diskPieces(file)) yield { data: [chunk], bytes: chunk.length }
}

async function* diskPieces(file: string): AsyncGenerator<Buffer> {
  try {
    yield* createReadStream(file) as AsyncIterable<Buffer>
  } catch (error) {
    throw asRefusal(fileProblem(error, file))
  }
}

async function* unzipPieces(file: string): AsyncGenerator<Unzipped> {
  try {
    yield* gunzip(diskPieces(file))
  } catch (error) {
    throw error instanceof GzipFault ? new ImportRefusedError(faults[error.reason](file), { cause: error }) : error
  }
}

const faults = {
  cut: (file: string) => untrusted(`${file} is cut off before its end`),
  damaged: (file: string) => untrusted(`${file} is damaged`),
}

function untrusted(what: string): string {
  return `${what}, so none of its rows can be trusted. Get the file anew and import again; nothing was changed.`
}
