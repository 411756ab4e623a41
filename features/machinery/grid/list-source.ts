import type { RawBuilder } from 'kysely'
import type { Written } from './export-file.ts'

/** Seller parameter of the statement. */
export interface SourceOf {
  sellerId: RawBuilder<unknown>
  /** What the list's `bound` is for the page. */
  bound: RawBuilder<unknown>
}

/** Columns and joins of a row; made by `rowSource`. */
export interface ListSource<Read> {
  select: (of: SourceOf) => RawBuilder<Read>
  join?: (of: SourceOf) => RawBuilder<unknown>
}

/**
 * Columns and joins of an export, for thousands of rows `o` at once: join sets (`any (array(select id from o))`) with
 * outer joins. Includes the order of records within a row; `finish` derives values from preceding records.
 */
export interface RecordSource<Record> extends ListSource<Record> {
  order?: RawBuilder<unknown>
  finish?: (records: Written<Record>[]) => void
}
