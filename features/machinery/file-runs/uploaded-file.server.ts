import type { SellerDb } from '#db/client.ts'
import type { CsvRecord } from '#lib/csv-reader.ts'
import {
  firstRecords,
  tableParts,
  tableStart,
  type TableForm,
  type TablePart,
  type TablePlace,
} from '#lib/table-file.ts'
import type { OwnRows } from '#web/own-rows.ts'
import { withCells, type TypedCell } from './corrected-cells.ts'
import { keepPart, storedParts, type RunKey } from './run-parts-db.server.ts'

const partBytes = 500_000

export async function keepUploadedFile(db: SellerDb, { sellerId, id }: RunKey, bytes: Uint8Array): Promise<void> {
  for (let part = 0; part * partBytes < bytes.length; part += 1) {
    const content = bytes.subarray(part * partBytes, (part + 1) * partBytes)
    await keepPart(db, { sellerId, id, file: 'INPUT', part, content })
  }
}

interface UploadedFile extends RunKey {
  plan: TableForm & { typed?: readonly TypedCell[] }
}

/** A line of a stored file from which it is read on. */
export interface FileLine {
  line: number
  /** At or above the line. */
  place: TablePlace
}

export const firstLine: FileLine = { line: tableStart.line, place: tableStart }

export interface UploadedPart extends Pick<TablePart, 'records' | 'rows'> {
  /** A line of this part or of an earlier one. */
  lineAt: (line: number) => FileLine
}

/** Reads a stored file from a line on, part by part; one part without records if it is no longer kept. */
export async function* uploadedParts(
  read: OwnRows['read'],
  { sellerId, id, plan }: UploadedFile,
  from: FileLine,
): AsyncGenerator<UploadedPart> {
  const parts = storedParts(read, { sellerId, id, file: 'INPUT', first: from.place.part })
  const places = [from.place]
  const lineAt = (line: number): FileLine => ({
    line,
    place: places.findLast((place) => place.line <= line) ?? from.place,
  })
  for await (const { records, rows, next } of tableParts(parts, plan, from.place)) {
    if (next) places.push(next)
    const own = records.filter(({ line }) => line >= from.line)
    yield { records: withCells(own, plan.typed ?? []), rows, lineAt }
  }
}

/** Reads the records of a stored file, part by part; none if it is no longer kept. */
export async function* uploadedRecords(
  read: OwnRows['read'],
  file: UploadedFile,
): AsyncGenerator<readonly CsvRecord[], void> {
  for await (const { records } of uploadedParts(read, file, firstLine)) if (records.length > 0) yield records
}

/**
 * Reads the first records of a stored file, from which the meaning of its columns is found; none if it is no longer kept.
 */
export async function uploadedSample(
  read: OwnRows['read'],
  { sellerId, id, plan }: UploadedFile,
): Promise<readonly CsvRecord[]> {
  const first = await firstRecords(storedParts(read, { sellerId, id, file: 'INPUT' }), plan)
  return withCells(first, plan.typed ?? [])
}
