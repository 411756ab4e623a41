import { data, redirect, useActionData, useLoaderData } from '#web/router/router.ts'
import { textOf } from '#lib/form-fields.ts'
import { loadTexts } from '#texts/lazy-areas.ts'
import { sellerAction, sellerLoader, type SellerActionArgs } from '#web/guard.server.ts'
import { PageName } from '#web/page-name.tsx'
import { paths } from '#web/paths.ts'
import { refuse } from '#web/refusals.ts'
import { undoUntil } from './bulk-edit.ts'
import { BulkEditView } from './bulk-edit-view.tsx'
import { discardEdit, findEdit, moveEdit, type EditKey } from './bulk-edits-db.server.ts'
import { readField, usualColumns } from './column-fields.ts'
import { editModel } from './edit-model.server.ts'
import { openEdit } from './open-edit.server.ts'
import { unseenField } from './operations-form.ts'
import { readEditPage } from './read-edit.server.ts'
import { runEdit } from './run-edit.server.ts'
import { checkAnew, checkEdit, saveOperations, startEdit } from './save-operations.server.ts'

await loadTexts('bulk-edit')

export const loader = sellerLoader('listings.edit', async (visit) => {
  const { hub, read, seller, url } = visit
  if (!url.searchParams.has('edit')) throw redirect(paths.bulkEdits())
  const page = await read((db) => readEditPage(db, visit))
  if (!page) throw refuse('not-found')
  return { model: editModel(page, { currency: seller.currency, now: hub.now() }) }
})

/** Bytes: enough for the chosen listings, and for operations with a description. */
const limits = { fields: 2_000_000, files: 0 }

export const action = sellerAction(
  'listings.edit',
  async (visit) => {
    const { form, hub, member, seller, url, write } = visit
    const step = textOf(form, 'step') || url.searchParams.get('step')
    if (step === 'open') {
      const id = await openEdit(visit)
      return redirect(id === null ? paths.bulkEdits('refused') : paths.bulkEdit(id), { status: 303 })
    }
    const key = { sellerId: seller.id, id: textOf(form, 'edit') }
    const edit = await visit.read((db) => findEdit(db, { ...key, now: hub.now() }))
    if (!edit) throw refuse('not-found')
    const back = redirect(paths.bulkEdit(key.id, textOf(form, 'show') || undefined), { status: 303 })
    const now = hub.now()
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
        return run(visit, key)
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
        await write((db) => moveEdit(db, { ...key, from: ['RUNNING'], to: 'STOPPED', now }))
        return back
      case 'resume':
        await write((db) => moveEdit(db, { ...key, from: ['STOPPED'], to: 'RUNNING', now, by: member }))
        return run(visit, key)
      case 'undo': {
        const until = undoUntil(edit)
        if (until && until > now)
          await write((db) => moveEdit(db, { ...key, from: ['DONE', 'STOPPED'], to: 'UNDOING', now, by: member }))
        return run(visit, key)
      }
      case 'continue':
        if (edit.state === 'REVIEW') await checkEdit(visit, key)
        return edit.state === 'REVIEW' ? back : run(visit, key)
      case 'discard':
        await write((db) => discardEdit(db, key))
        return redirect(edit.openedFrom, { status: 303 })
      default:
        throw refuse('malformed')
    }
  },
  limits,
)

async function run({ hub, write }: SellerActionArgs, key: EditKey) {
  await runEdit(hub, write, key)
  return redirect(paths.bulkEdit(key.id), { status: 303 })
}

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
