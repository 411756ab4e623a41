import { data, redirect } from 'react-router'
import type { SellerActionArgs } from '#web/guard.server.ts'
import { textOf } from '#features/accounts/form-answer.ts'
import type { GridDefinition } from '#lib/grid-query.ts'
import { backToList, readViewDraft, type ViewProblem } from './saved-views.ts'
import { deleteView, saveView, type ViewResource } from './saved-views-db.server.ts'

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
    const from = form.get('back')
    return redirect(backToList(path, typeof from === 'string' ? from : null, definition, change), { status: 303 })
  }
  switch (form.get('intent')) {
    case 'save': {
      const draft = readViewDraft(form, definition)
      if (!draft.ok) return back({ problem: draft.problem })
      const { name, query } = draft
      const saved = await write((db) => saveView(db, { ...owner, name, query, shared: form.get('shared') === '1' }))
      return saved.ok ? back({ view: saved.id }) : back({ problem: saved.reason })
    }
    case 'delete': {
      const isDeleted = await write((db) => deleteView(db, { ...owner, id: textOf(form, 'id') }))
      return isDeleted ? back() : back({ problem: 'unknown' })
    }
    default:
      throw data({ error: 'intent' }, { status: 400 })
  }
}
