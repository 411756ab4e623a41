import type { AspectNames } from '#features/core/listing/taxonomy.ts'
import type { Texts } from '#texts/texts.ts'
import { paths } from '#web/paths.ts'
import { undoUntil, type BulkEdit } from './bulk-edit.ts'
import { fieldName } from './cell-words.server.ts'
import { stateWords } from './edit-state.server.ts'
import type { EditLineModel } from './edit-model.ts'

interface Reader {
  texts: Texts
  aspectNames: AspectNames
  now: Date
}

export function editLine(edit: BulkEdit & { changed: number }, reader: Reader): EditLineModel {
  const { moment, number } = reader.texts
  return {
    id: edit.id,
    href: paths.bulkEdit(edit.id),
    when: moment(edit.appliedAt ?? edit.madeAt, 'dateTime'),
    what: whatWords(edit, reader),
    who: edit.memberName,
    listings: number(edit.listings),
    changed: edit.state === 'REVIEW' ? '' : number(edit.changed),
    status: stateWords(edit, reader.texts),
    undo: undoWords(edit, reader),
  }
}

function whatWords({ form }: BulkEdit, reader: Reader): string {
  const { t } = reader.texts
  const words = form.operations.map(({ field, kind, text, find = '' }) =>
    t(`bulkEdits.what.${kind}`, { field: fieldName(field, reader), text, find }),
  )
  return words.length > 0 ? words.join('; ') : t('bulkEdits.cells')
}

function undoWords(edit: BulkEdit & { changed: number }, { texts: { t, moment }, now }: Reader): string {
  if (edit.state === 'UNDONE') return t('bulkEdit.undone')
  const until = undoUntil(edit)
  if (!until || edit.changed === 0) return ''
  if (until > now) return t('bulkEdit.undoUntil', { at: moment(until, 'dateTime') })
  return t('bulkEdit.undoNoLonger', { at: moment(until, 'dateTime') })
}
