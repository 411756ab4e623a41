import { isDeepStrictEqual } from 'node:util'
import { beginAtOnce } from '#features/machinery/file-runs/begin-at-once.server.ts'
import type { SellerActionArgs } from '#web/guard.server.ts'
import { mayDo } from '#web/roles.ts'
import { refuse } from '#web/refusals.ts'
import type { BulkEdit, BulkEditForm } from './bulk-edit.ts'
import { bulkEditWorker } from './bulk-edit-worker.server.ts'
import { findEdit, queueEdit, setForm, type EditKey } from './bulk-edits-db.server.ts'
import { checkPart } from './check-rows-db.server.ts'
import type { ColumnOperation } from './column-operations.ts'
import { operationModel } from './edit-model.server.ts'
import type { OperationModel } from './edit-model.server.ts'
import { editSetting } from './open-edit.server.ts'
import { readOperations } from './operations-form.ts'

type OperationsOutcome =
  | { ok: true; isChanged: boolean }
  /** Nothing is stored if one is wrong, so that the sheet stays as it was. */
  | { ok: false; errors: (string | null)[]; operations: OperationModel[] }

interface Change {
  removed?: number | null
  added?: readonly ColumnOperation[]
}

/** Stores the operations of the form, and checks the rows for a while. */
export async function saveOperations(
  args: SellerActionArgs,
  key: EditKey,
  { removed = null, added = [] }: Change = {},
): Promise<OperationsOutcome> {
  const { form, texts, write } = args
  const operations = [...readOperations(form, removed), ...added]
  const outcome = await write(async (db): Promise<OperationsOutcome> => {
    const edit = await findEdit(db, { ...key, now: args.hub.now() }, true)
    if (!edit) throw refuse('not-found')
    if (edit.state !== 'CREATED') return { ok: true, isChanged: false }
    if (isDeepStrictEqual(operations, edit.plan.form.operations)) return { ok: true, isChanged: false }
    const columns = [...new Set([...edit.plan.form.columns, ...operations.map(({ field }) => field)])]
    const seesMoney = mayDo(args.seller.role, 'money.view')
    const next: BulkEditForm = { columns, operations, grouping: texts.grouping, seesMoney }
    const { errors, words } = await editSetting(db, args, next)
    const models = operations.map((operation, index) =>
      operationModel(operation, { words, error: errors[index] ?? null, page: null }),
    )
    if (errors.some(Boolean)) return { ok: false, errors: models.map(({ error }) => error), operations: models }
    await setForm(db, edit, next)
    return { ok: true, isChanged: true }
  })
  if (outcome.ok) await checkEdit(args, key)
  return outcome
}

/** Milliseconds that one request checks rows; the page then shows its rows and requests more. */
const longest = 400

/** Checks rows for a limited time; returns whether all are checked. */
export async function checkEdit(args: SellerActionArgs, key: EditKey): Promise<boolean> {
  const { hub, write } = args
  const until = hub.now().getTime() + longest
  const part = () =>
    write(async (db) => {
      // Locked first: rows are computed with the operations that are stored.
      const edit = await findEdit(db, { ...key, now: hub.now() }, true)
      return edit !== null && checkPart(db, { ...key, edit }, await editSetting(db, args, edit.plan.form))
    })
  while (await part()) if (hub.now().getTime() >= until) return false
  return true
}

/** Begins to apply the operations of the form, unless others were saved meanwhile or rows are not checked yet. */
export const startEdit = (args: SellerActionArgs, key: EditKey): Promise<void> =>
  beginEdit(args, key, {
    isUndo: false,
    mayBegin: ({ state, checked, rows, plan: { form } }) =>
      state === 'CREATED' && checked >= rows && isDeepStrictEqual(readOperations(args.form), form.operations),
  })

/** Begins to apply, continue or undo a bulk edit; a job does what a page does not wait for. */
export async function beginEdit(
  args: SellerActionArgs,
  key: EditKey,
  { isUndo, mayBegin }: { isUndo: boolean; mayBegin: (edit: BulkEdit) => boolean },
): Promise<void> {
  const { hub, member, write } = args
  const isQueued = await write(async (db) => {
    const edit = await findEdit(db, { ...key, now: hub.now() }, true)
    return edit !== null && mayBegin(edit) && queueEdit(db, edit, { isUndo, by: member, now: hub.now() })
  })
  if (isQueued) await beginAtOnce(args, { id: key.id, worker: bulkEditWorker })
}

/** Changes the columns of a bulk edit or nothing of it, and checks its rows anew. */
export async function checkAnew(args: SellerActionArgs, key: EditKey, change: Pick<BulkEditForm, 'columns'> | null) {
  const { hub, write } = args
  await write(async (db) => {
    const edit = await findEdit(db, { ...key, now: hub.now() }, true)
    if (edit?.state === 'CREATED') await setForm(db, edit, { ...edit.plan.form, ...change })
  })
  await checkEdit(args, key)
}
