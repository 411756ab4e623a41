import type { SellerDb } from '#db/client.ts'
import { readPart, storedParts, type RunKey } from '#features/machinery/file-runs/run-parts-db.server.ts'
import { openTable, sampleColumns, type CountNamed, type TableFile } from '#lib/table-file.ts'
import type { OwnRows } from '#web/own-rows.ts'

async function readInput(read: OwnRows['read'], key: RunKey): Promise<Uint8Array | null> {
  const parts: Uint8Array[] = []
  for await (const part of storedParts(read, { ...key, file: 'INPUT' })) parts.push(part)
  return parts.length > 0 ? Buffer.concat(parts) : null
}

/** Opens an uploaded file; null if it is no longer kept. */
export async function openInput(read: OwnRows['read'], key: RunKey, named: CountNamed): Promise<TableFile | null> {
  const bytes = await readInput(read, key)
  const opened = bytes && (await openTable(bytes, named))
  return opened?.ok ? opened.file : null
}

/** Values of a column that are shown. */
const [samplesShown, longestSample] = [3, 40]

/** The first values of each column; empty if the file is no longer kept. Reads its first part only. */
export async function readSamples(db: SellerDb, key: RunKey, named: CountNamed): Promise<string[][]> {
  const part = await readPart(db, { ...key, file: 'INPUT', part: 0 })
  const opened = part && (await openTable(part, named))
  if (!opened?.ok) return []
  return sampleColumns(opened.file).map(({ values }) =>
    [...new Set(values.filter((value) => value.trim() !== ''))]
      .slice(0, samplesShown)
      .map((value) => value.slice(0, longestSample)),
  )
}
