import type { SellerDb } from '#db/client.ts'
import { textField, type ExportColumn } from '#features/machinery/grid/export-file.ts'
import { patchFields } from '#features/selling/listing-changes/listing-patch.ts'
import { readPatchable } from '#features/selling/listing-changes/patchable-listings-db.server.ts'
import { listRows, type EditKey } from './bulk-edits-db.server.ts'
import { fieldName, problemWords, typedValue, type CellWords } from './cell-words.server.ts'

/** A record of the result file. */
interface ResultLine {
  item: string
  sku: string
  title: string
  column: string
  before: string
  after: string
  status: string
  message: string
}

/** The columns of the result file. */
export const resultColumns: readonly ExportColumn<ResultLine>[] = (
  ['item', 'sku', 'title', 'column', 'before', 'after', 'status', 'message'] as const
).map((name) => ({ label: `bulkEdit.file.${name}`, value: textField(name) }))

const states = ['CHANGE', 'PROBLEM', 'DONE', 'LEFT', 'UNDONE', 'KEPT'] as const

/** Rows read at once. */
const rowsAtOnce = 1_000

/** The changed cells of a bulk edit in the order of the list, in batches. */
export async function* resultBatches(db: SellerDb, key: EditKey, words: CellWords): AsyncGenerator<ResultLine[]> {
  let after = 0
  for (;;) {
    const rows = await listRows(db, { ...key, states, limit: rowsAtOnce, after })
    const last = rows.at(-1)
    if (!last) return
    after = last.position
    const ids = rows.map(({ listing_id }) => listing_id)
    const found = await readPatchable(db, { sellerId: key.sellerId, ids })
    const byId = new Map(found.map(({ listing }) => [listing.id, listing]))
    yield rows.flatMap((row) => {
      const listing = byId.get(row.listing_id) ?? null
      const { currency = '', title = '', sku = null } = listing?.content ?? {}
      const isWaiting = row.state === 'CHANGE'
      const base = {
        item: listing?.itemNumber ?? '',
        sku: sku ?? '',
        title,
        status: words.texts.t(`bulkEdit.row.${isWaiting ? 'waiting' : row.state}`),
      }
      const fields = new Set([...patchFields(row.after), ...row.problems.map(({ field }) => field)])
      return [...fields].map((field) => {
        const problem = row.problems.find((each) => each.field === field)
        return {
          ...base,
          column: fieldName(field, words),
          before: typedValue(field, row.before[field] ?? null, currency, words),
          after: typedValue(field, row.after[field] ?? null, currency, words),
          message: problem ? problemWords(problem, listing, words) : '',
        }
      })
    })
  }
}
