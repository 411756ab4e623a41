import { data, redirect } from '#web/router/router.ts'
import { safeNext } from '#web/safe-next.ts'
import { textOf } from '#lib/form-fields.ts'
import { takenBackToast, type TakenBack } from '#features/machinery/undo/undo.ts'
import { readUndoKinds, takeUndos } from '#features/machinery/undo/undos-db.server.ts'
import { sellerAction } from '#web/guard.server.ts'
import { paths } from '#web/paths.ts'
import { refuse } from '#web/refusals.ts'
import { mayDo } from '#web/roles.ts'
import { textsFor } from '#texts/catalogues.server.ts'
import { needsOwner, undoReaders } from './undo-readers.server.ts'

/** More than the parts of any bulk step on listings. */
const mostAtOnce = 1000

/**
 * Undoes the member's own steps `id`, each once. Later changes are kept. Scripts get the message as data; forms
 * redirect to `back`, which shows it.
 */
export const action = sellerAction('hub.view', async ({ form, read, write, seller, member, hub, request, texts }) => {
  const ids = form.getAll('id').filter((id): id is string => typeof id === 'string')
  if (ids.length === 0 || ids.length > mostAtOnce) throw refuse('malformed')
  const now = hub.now()
  const whose = { sellerId: seller.id, memberId: member.id, now }
  const kinds = await read((db) => readUndoKinds(db, { ...whose, ids }))
  const bound: typeof write = kinds.some((kind) => needsOwner.has(kind))
    ? (work) => hub.db.asOwnerFor(seller.id, work)
    : write
  const outcome = await bound(async (db) => {
    const all: TakenBack = { back: 0, left: 0 }
    for (const { kind, inverse } of await takeUndos(db, { ...whose, ids })) {
      const reader = undoReaders[kind]
      if (!mayDo(seller.role, reader.permission)) throw refuse('forbidden')
      const { back, left, href } = await reader.takeBack(db, { ...whose, memberName: member.name, inverse })
      Object.assign(all, { back: all.back + back, left: all.left + left, ...(href ? { href } : {}) })
    }
    return all
  })
  if (request.headers.get('accept')?.includes('application/json'))
    return data({ toast: takenBackToast(outcome, textsFor(texts.locale, seller.timeZone)) })
  const back = new URL(safeNext(textOf(form, 'back')) ?? paths.overview, 'http://hub')
  back.searchParams.delete('undo')
  back.searchParams.set('undone', `${outcome.back}.${outcome.left}`)
  return redirect(back.pathname + back.search, { status: 303 })
})
