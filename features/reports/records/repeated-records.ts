import type { FileRecord, ValueKind } from './value-kind.ts'

/** Refuses records that claim what an earlier one of the file has: one above the part (`claimed`), or in it. */
export function refuseRepeated(
  kind: Pick<ValueKind, 'nameColumn' | 'claimOf'>,
  records: readonly FileRecord[],
  claimed: ReadonlySet<string>,
): FileRecord[] {
  const seen = new Set(claimed)
  return records.map((record) => {
    const claim = kind.claimOf({ name: record.name, summary: record.good?.summary ?? null })
    if (claim === null) return record
    if (seen.has(claim)) return repeated(record, kind.nameColumn)
    seen.add(claim)
    return record
  })
}

const repeated = (record: FileRecord, column: string): FileRecord => ({
  ...record,
  good: null,
  isSkipped: false,
  problems: [{ column, value: record.name, rule: 'twice' }, ...record.problems],
})
