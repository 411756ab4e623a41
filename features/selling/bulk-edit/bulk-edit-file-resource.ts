import { answerExport } from '#features/machinery/grid/export-answer.server.ts'
import { exportFile, exportFileName } from '#features/machinery/grid/export-file.ts'
import { sellerLoader } from '#web/guard.server.ts'
import { paths } from '#web/paths.ts'
import { refuse } from '#web/refusals.ts'
import { mayDo } from '#web/roles.ts'
import { findEdit } from './bulk-edits-db.server.ts'
import { editSetting } from './open-edit.server.ts'
import { resultBatches, resultColumns } from './result-file.server.ts'

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
