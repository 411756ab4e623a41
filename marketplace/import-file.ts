import { createReadStream } from 'node:fs'
import { open, readdir } from 'node:fs/promises'
import path from 'node:path'
import { pipeline } from 'node:stream/promises'
import { createGunzip } from 'node:zlib'
import { FileProblem, fileProblem } from '#lib/file-problem.ts'
import { CsvReader, type CsvForm, type CsvRecord } from '#lib/csv-reader.ts'
import { errorCode } from '#lib/error-text.ts'

/** The first two bytes of a gzip. */
const gzipMagic = 0x1f8b

/** The input cannot be imported; the message says what to do. Nothing has been changed. */
export class ImportRefusedError extends Error {
  override name = 'ImportRefusedError'
}

export interface SourceFile {
  path: string
  /** Detected by its first bytes, not its name. */
  isGzip: boolean
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
      return { path: file, isGzip: bytesRead === 2 && buffer.readUInt16BE() === gzipMagic }
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
export async function* readRecords(file: SourceFile, form?: CsvForm): AsyncGenerator<CsvRecord[]> {
  const reader = new CsvReader(form)
  const decoder = new TextDecoder()
  for await (const piece of piecesOf(file)) yield reader.push(decoder.decode(piece, { stream: true }))
  const last = decoder.decode()
  yield [...(last ? reader.push(last) : []), ...reader.end()]
}

/** Parts of the file, unpacked. */
async function* piecesOf({ path: file, isGzip }: SourceFile): AsyncGenerator<Buffer> {
  const source = createReadStream(file)
  const gunzip = isGzip ? createGunzip() : null
  // A failure destroys gunzip and is thrown below.
  if (gunzip) pipeline(source, gunzip).catch(() => {})
  try {
    yield* (gunzip ?? source) as AsyncIterable<Buffer>
  } catch (error) {
    const fault = faults[errorCode(error)]
    if (fault === undefined) throw asRefusal(fileProblem(error, file))
    throw new ImportRefusedError(
      `${file} ${fault}, so none of its rows can be trusted. Get the file anew and import again; nothing was changed.`,
      { cause: error },
    )
  }
}

/** Errors of zlib. Data after the end that is no gzip counts as damage. */
const faults: Readonly<Record<string, string>> = {
  Z_BUF_ERROR: 'is cut off before its end',
  Z_DATA_ERROR: 'is damaged',
}
