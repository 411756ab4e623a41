import { answerExport } from '#features/machinery/grid/export-answer.server.ts'
import { exportFile, exportFileName, textField, type ExportColumn } from '#features/machinery/grid/export-file.ts'
import { sellerLoader } from '#web/guard.server.ts'
import { paths } from '#web/paths.ts'
import { refuse } from '#web/refusals.ts'
import { mayDo } from '#web/roles.ts'
import { findEdit, listRows, type EditKey } from './bulk-edits-db.server.ts'
import { editSetting, type EditSetting } from './open-edit.server.ts'
import type { SellerDb } from '#db/client.ts'
import { patchFields, targetKey } from '#features/selling/listing-changes/listing-patch.ts'
import { readTargets } from '#features/selling/listing-changes/patch-targets-db.server.ts'
import { variationName, fieldName, problemWords, typedValue } from './cell-words.server.ts'

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

const resultColumns: readonly ExportColumn<ResultLine>[] = (
  ['item', 'sku', 'title', 'column', 'before', 'after', 'status', 'message'] as const
).map((name) => ({ label: `bulkEdit.file.${name}`, value: textField(name) }))

const states = ['CHANGE', 'PROBLEM', 'DONE', 'LEFT', 'UNDONE', 'KEPT'] as const

const rowsAtOnce = 1_000

/** The changed cells of a bulk edit in the order of the list, in batches. */
async function* resultBatches(
  db: SellerDb,
  key: EditKey,
  { words, seesMoney }: Pick<EditSetting, 'words' | 'seesMoney'>,
): AsyncGenerator<ResultLine[]> {
  let after = 0
  for (;;) {
    const rows = await listRows(db, { ...key, states, limit: rowsAtOnce, after })
    const last = rows.at(-1)
    if (!last) return
    after = last.position
    const targets = rows.map(({ listing_id: listingId, variation }) => ({ listingId, variation }))
    const { byKey } = await readTargets(db, { sellerId: key.sellerId, targets })
    yield rows.flatMap((row) => {
      const target = { listingId: row.listing_id, variation: row.variation }
      const listing = byKey.get(targetKey(target))?.listing ?? null
      const { currency = '', title = '', sku = null } = listing?.content ?? {}
      const isWaiting = row.state === 'CHANGE'
      const base = {
        item: listing?.itemNumber ?? '',
        sku: sku ?? '',
        title: [title, variationName(row.variation)].filter(Boolean).join(', '),
        status: words.texts.t(`bulkEdit.row.${isWaiting ? 'waiting' : row.state}`),
      }
      const fields = new Set([...patchFields(row.after), ...row.problems.map(({ field }) => field)])
      if (!seesMoney) fields.delete('unitCost')
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

/** File of a bulk edit's result: a record for each changed cell, with its status. */
export const loader = sellerLoader('listings.edit', async (visit) => {
  const { hub, read, seller, url } = visit
  const key = { sellerId: seller.id, id: url.searchParams.get('edit') ?? '' }
  const found = await read(async (db) => {
    const edit = await findEdit(db, { ...key, now: hub.now() })
    return edit && { edit, setting: await editSetting(db, visit, edit.plan.form) }
  })
  if (!found) throw refuse('not-found')
  const { texts } = found.setting.words
  return answerExport(visit, {
    mayHave: (role) => mayDo(role, 'listings.edit'),
    batches: (db) => resultBatches(db, key, found.setting),
    file: exportFile(resultColumns, texts),
    fileName: exportFileName(texts.t('bulkEdit.result.name'), hub.now(), texts),
    list: paths.bulkEdit(key.id),
  })
})
