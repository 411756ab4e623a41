import { data, redirect, useActionData, useLoaderData } from '#web/router/router.ts'
import { textOf } from '#lib/form-fields.ts'
import { loadTexts } from '#texts/lazy-areas.ts'
import { noteLook } from '#features/machinery/file-runs/note-look.server.ts'
import { cancelRun } from '#features/machinery/file-runs/file-runs-db.server.ts'
import { removeRun } from '#features/machinery/file-runs/reopen-runs-db.server.ts'
import { sellerAction, sellerKeepingLoader } from '#web/guard.server.ts'
import { PageName } from '#web/page-name.tsx'
import { paths } from '#web/paths.ts'
import { refuse } from '#web/refusals.ts'
import { stateOf, undoUntil } from './bulk-edit.ts'
import { BulkEditView } from './bulk-edit-view.tsx'
import { findEdit } from './bulk-edits-db.server.ts'
import { readField, usualColumns } from './column-fields.ts'
import { editModel } from './edit-model.server.ts'
import { openEdit } from './open-edit.server.ts'
import { unseenField } from './operations-form.ts'
import { readEditPage } from './read-edit.server.ts'
import { beginEdit, checkAnew, checkEdit, saveOperations, startEdit } from './save-operations.server.ts'

await loadTexts('bulk-edit')

export const loader = sellerKeepingLoader('listings.edit', async (visit) => {
  const { hub, read, seller, url } = visit
  if (!url.searchParams.has('edit')) throw redirect(paths.listingChanges())
  const page = await read((db) => readEditPage(db, visit))
  if (!page) throw refuse('not-found')
  await noteLook(visit, [page.edit])
  return { model: editModel(page, { currency: seller.currency, now: hub.now() }) }
})

/** Bytes: enough for the chosen listings, and for operations with a description. */
const limits = { fields: 2_000_000, files: 0 }

export const action = sellerAction(
  'listings.edit',
  async (visit) => {
    const { form, hub, seller, url, write } = visit
    const step = textOf(form, 'step') || url.searchParams.get('step')
    if (step === 'open') {
      const id = await openEdit(visit)
      return redirect(id === null ? paths.listingChanges('refused') : paths.bulkEdit(id), { status: 303 })
    }
    const key = { sellerId: seller.id, id: textOf(form, 'edit') }
    const now = hub.now()
    const edit = await visit.read((db) => findEdit(db, { ...key, now }))
    if (!edit) throw refuse('not-found')
    const back = redirect(paths.bulkEdit(key.id, textOf(form, 'show') || undefined), { status: 303 })
    const [name, index] = (step ?? '').split('.')
    switch (name) {
      case 'operations':
      case 'add':
      case 'remove':
      case 'apply': {
        const saved = await saveOperations(visit, key, {
          removed: name === 'remove' ? Number(index) : null,
          added: name === 'add' ? [{ field: 'price', kind: 'formula', text: '' }] : [],
        })
        if (!saved.ok) return data({ operations: saved.operations }, { status: 422 })
        // What the seller has not seen is not applied.
        const isSeen = !saved.isChanged && textOf(form, unseenField) === ''
        if (name !== 'apply' || !isSeen || !(await checkEdit(visit, key))) return back
        await startEdit(visit, key)
        return redirect(paths.bulkEdit(key.id), { status: 303 })
      }
      case 'columns': {
        const chosen = form
          .getAll('column')
          .flatMap((each) => (typeof each === 'string' ? (readField(each) ?? []) : []))
        await checkAnew(visit, key, { columns: chosen.length > 0 ? chosen : usualColumns })
        return back
      }
      case 'recheck':
        await checkAnew(visit, key, null)
        return back
      case 'stop':
        await write((db) => cancelRun(db, { ...key, keepsInput: false, now }))
        return back
      case 'resume':
        await beginEdit(visit, key, { isUndo: false, mayBegin: (found) => stateOf(found) === 'STOPPED' })
        return back
      case 'undo':
        await beginEdit(visit, key, { isUndo: true, mayBegin: (found) => (undoUntil(found) ?? now) > now })
        return back
      case 'continue':
        await checkEdit(visit, key)
        return back
      case 'discard':
        await write(async (db) => {
          const found = await findEdit(db, { ...key, now }, true)
          if (found?.state === 'CREATED') await removeRun(db, key)
        })
        return redirect(edit.plan.openedFrom, { status: 303 })
      default:
        throw refuse('malformed')
    }
  },
  limits,
)

export default function BulkEditPage() {
  const { model } = useLoaderData<typeof loader>()
  const refused = useActionData<typeof action>()
  return (
    <>
      <PageName name={model.title} />
      <BulkEditView key={model.id} model={model} refused={refused?.operations ?? null} />
    </>
  )
}
