import { redirect } from '#web/router/router.ts'
import type { SellerActionArgs } from '#web/guard.server.ts'
import { oneOf, textOf } from '#lib/form-fields.ts'
import type { GridDefinition } from '#lib/grid-query.ts'
import { backToList, deletesOfLeft, readViewDraft, type ViewProblem } from './saved-views.ts'
import { deleteView, saveView } from './saved-views-db.server.ts'
import { withUndo } from '#features/machinery/undo/undo.ts'
import { keepUndo } from '#features/machinery/undo/undos-db.server.ts'
import { refuse } from '#web/refusals.ts'

export interface ViewedList {
  resource: string
  path: string
  definition: GridDefinition
}

/** Saves or deletes a view and redirects to the list. */
export async function changeSavedViews(
  { form, hub, member, seller, write }: SellerActionArgs,
  { resource, path, definition }: ViewedList,
) {
  const owner = { resource, sellerId: seller.id, memberId: member.id }
  const back = ({ undo = null, ...change }: { view?: string; problem?: ViewProblem; undo?: string | null }) => {
    const list = backToList(path, textOf(form, 'back') || null, definition, change)
    return redirect(withUndo(list, undo), { status: 303 })
  }
  switch (oneOf(form, 'intent', ['save', 'delete'])) {
    case 'save': {
      const draft = readViewDraft(form, definition)
      if (!draft.ok) return back({ problem: draft.problem })
      const { name, query } = draft
      const saved = await write((db) => saveView(db, { ...owner, name, query, shared: textOf(form, 'shared') === '1' }))
      return saved.ok ? back({ view: saved.id }) : back({ problem: saved.reason })
    }
    case 'delete': {
      const undo = await write(async (db) => {
        const inverse = await deleteView(db, { ...owner, id: textOf(form, 'id'), ofLeft: deletesOfLeft(seller.role) })
        if (!inverse) return null
        const said = { name: inverse.view.name }
        return keepUndo(db, { ...owner, kind: 'view', step: 'view', said, inverse, now: hub.now() })
      })
      return undo ? back({ undo }) : back({ problem: 'unknown' })
    }
    case null:
      throw refuse('malformed')
  }
}
