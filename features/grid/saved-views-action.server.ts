import { redirect } from 'react-router'
import type { SellerActionArgs } from '#web/guard.server.ts'
import { oneOf, textOf } from '#lib/form-fields.ts'
import type { GridDefinition } from '#lib/grid-query.ts'
import { backToList, readViewDraft, type ViewProblem } from './saved-views.ts'
import { deleteView, saveView, type ViewResource } from './saved-views-db.server.ts'
import { refuse } from '#web/refusals.ts'

/** A list whose views are kept: where it is, and what it can be asked for. */
export interface ViewedList {
  resource: ViewResource
  path: string
  definition: GridDefinition
}

/** Keeps or deletes a view of the member's own, and goes back to the list. */
export async function changeSavedViews({ form, member, seller, write }: SellerActionArgs, list: ViewedList) {
  const { resource, path, definition } = list
  const owner = { resource, sellerId: seller.id, memberId: member.id }
  const back = (change: { view?: string; problem?: ViewProblem } = {}) => {
    return redirect(backToList(path, textOf(form, 'back') || null, definition, change), { status: 303 })
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
      const isDeleted = await write((db) => deleteView(db, { ...owner, id: textOf(form, 'id') }))
      return isDeleted ? back() : back({ problem: 'unknown' })
    }
    case null:
      throw refuse('malformed')
  }
}
