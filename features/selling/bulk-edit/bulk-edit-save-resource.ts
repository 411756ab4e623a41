import { data } from '#web/router/router.ts'
import { oneOf, secretOf, textOf } from '#lib/form-fields.ts'
import { sellerAction } from '#web/guard.server.ts'
import { mayDo } from '#web/roles.ts'
import { refuse } from '#web/refusals.ts'
import { bulkTabs, columnsFor } from './bulk-edit.ts'
import { findEdit } from './bulk-edits-db.server.ts'
import { isPosition, readCellTexts, type CellText, type SaveAnswer } from './cell-texts.ts'
import { readField } from './column-fields.ts'
import { editSetting } from './open-edit.server.ts'
import { mostCells, pastedCells, saveCells } from './save-cells.server.ts'
import { saveOperations } from './save-operations.server.ts'

/** Bytes: enough for a pasted block of 20,000 cells. */
const limits = { fields: 2_000_000, files: 0 }

/** Saves typed cells, a pasted block, or the operations of a bulk edit, and checks the rows. Changes no listing. */
export const action = sellerAction(
  'listings.edit',
  async (visit) => {
    const { form, seller, write } = visit
    const key = { sellerId: seller.id, id: textOf(form, 'edit') }
    if (form.has('operations')) {
      const saved = await saveOperations(visit, key)
      return saved.ok ? answer({ ok: true, was: [], said: null }) : answer({ ok: false, errors: saved.errors }, 422)
    }
    const was = await write(async (db) => {
      const edit = await findEdit(db, { ...key, now: visit.hub.now() }, true)
      if (!edit) throw refuse('not-found')
      if (edit.state !== 'CREATED') return null
      const field = readField(textOf(form, 'field'))
      const tab = oneOf(form, 'show', bulkTabs) ?? 'all'
      const position = Number(textOf(form, 'position'))
      if (form.has('paste') && !isPosition(position)) throw refuse('malformed')
      const cells: CellText[] | null =
        form.has('paste') && field
          ? await pastedCells(db, key, edit, {
              text: secretOf(form, 'paste'),
              position,
              field,
              columns: columnsFor(edit, mayDo(seller.role, 'money.view')),
              tab,
            })
          : readCellTexts(secretOf(form, 'cells'))
      if (!cells || cells.length > mostCells) throw refuse('malformed')
      const setting = await editSetting(db, visit, edit.plan.form)
      return saveCells(db, { key, setting, cells })
    })
    const { t } = visit.texts
    if (!was) return answer({ ok: false, error: t('bulkEdit.saved.failed') }, 422)
    return answer({ ok: true, was, said: t('bulkEdit.saved', { n: was.length }) })
  },
  limits,
)

const answer = (of: SaveAnswer, status = 200) => data(of, { status })
