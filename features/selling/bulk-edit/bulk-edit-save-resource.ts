import { data } from '#web/router/router.ts'
import { oneOf, secretOf, textOf } from '#lib/form-fields.ts'
import { sellerAction } from '#web/guard.server.ts'
import { mayDo } from '#web/roles.ts'
import { refuse } from '#web/refusals.ts'
import { bulkTabs, columnsFor, tabStates, type BulkEdit, type BulkTab } from './bulk-edit.ts'
import { findEdit, keepCounts, listRows, rowsAt, type EditKey } from './bulk-edits-db.server.ts'
import { isPosition, readCellTexts, type CellText, type SaveAnswer } from './cell-texts.ts'
import { readField } from './column-fields.ts'
import { editSetting, type EditSetting } from './open-edit.server.ts'
import { saveOperations } from './save-operations.server.ts'
import type { SellerDb } from '#db/client.ts'
import { hasField, targetKey, type PatchField } from '#features/selling/listing-changes/listing-patch.ts'
import { readTargets } from '#features/selling/listing-changes/patch-targets-db.server.ts'
import { typedValue } from './cell-words.server.ts'
import { checkRows, replaceRows } from './check-rows-db.server.ts'
import { cellFields, type CellInput, type Cells } from './row-patch.ts'
import { readTyped } from './typed-value.ts'

interface SavedCells {
  key: EditKey
  setting: EditSetting
  cells: readonly CellText[]
}

/** Stores typed cells of a locked bulk edit and checks their rows. Returns the cells as they were, to undo it. */
async function saveCells(db: SellerDb, { key, setting, cells }: SavedCells): Promise<CellText[]> {
  const byPosition = Map.groupBy(cells, ({ position }) => position)
  const rows = await rowsAt(db, { ...key, positions: [...byPosition.keys()] })
  const { changes, facts, words, withDescription, seesMoney } = setting
  const targetOf = ({ listing_id: listingId, variation }: (typeof rows)[number]) => ({ listingId, variation })
  const { byKey } = await readTargets(db, { sellerId: key.sellerId, targets: rows.map(targetOf) })
  const was: CellText[] = []
  const changed = rows.map((row) => {
    const listing = byKey.get(targetKey(targetOf(row)))?.listing
    const currency = listing?.content.currency ?? ''
    const after: Partial<Record<PatchField, CellInput>> = { ...row.cells }
    for (const { position, field, text } of byPosition.get(row.position) ?? []) {
      // A pasted block covers cells that a listing with variations, or a variation, does not have.
      if ((listing && !hasField(listing, field)) || (field === 'unitCost' && !seesMoney)) continue
      was.push({ position, field, text: textOfCell(field, row.cells?.[field], currency, setting) })
      if (text === null) delete after[field]
      else {
        const typed = readTyped(field, text, { ...changes, grouping: words.texts.grouping, currency })
        after[field] = typed.ok ? { value: typed.value } : { text, problem: typed.problem }
      }
    }
    const next: Cells | null = cellFields(after).length > 0 ? after : null
    return { ...row, cells: next }
  })
  const checked = await checkRows(db, { sellerId: key.sellerId, rows: changed, changes, facts, withDescription })
  await replaceRows(
    db,
    key,
    changed.map((row, index) => ({ ...row, checked: checked[index] })),
  )
  await keepCounts(db, key)
  return was
}

function textOfCell(field: PatchField, cell: CellInput | undefined, currency: string, { words }: EditSetting) {
  if (!cell) return null
  return 'text' in cell ? cell.text : typedValue(field, cell.value, currency, words)
}

interface Paste {
  /** The columns that the member sees. */
  columns: readonly PatchField[]
  text: string
  position: number
  field: PatchField
  tab: BulkTab
}

const mostCells = 20_000

/** The cells of a pasted block: the rows of the tab from its cell on, and the columns from its column on. */
async function pastedCells(db: SellerDb, key: EditKey, edit: BulkEdit, paste: Paste): Promise<CellText[]> {
  const lines = paste.text
    .replace(/\r?\n$/, '')
    .split(/\r?\n/)
    .map((line) => line.split('\t'))
  const { columns } = paste
  const fields = columns.slice(Math.max(0, columns.indexOf(paste.field)))
  const positions =
    paste.tab === 'all'
      ? lines.map((_, index) => paste.position + index).filter((position) => position <= edit.rows)
      : (
          await listRows(db, { ...key, states: tabStates[paste.tab], after: paste.position - 1, limit: lines.length })
        ).map(({ position }) => position)
  return positions.flatMap((position, index) =>
    (lines[index] ?? []).slice(0, fields.length).flatMap((text, column) => {
      const field = fields[column]
      return field ? [{ position, field, text }] : []
    }),
  )
}

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
