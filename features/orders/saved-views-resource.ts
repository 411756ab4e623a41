import { data, redirect } from 'react-router'
import { sellerAction } from '#app/guard.server.ts'
import { addressDetail } from '#features/accounts/roles.ts'
import { ordersDefinitionFor } from './orders-query.ts'
import { backToList, readViewDraft, type ViewProblem } from './saved-views.ts'
import { deleteView, saveView } from './saved-views-db.server.ts'

/** Keeps or deletes a view of the member's own, and goes back to the list. Everybody may keep views. */
export const action = sellerAction('hub.view', async ({ form, member, seller, write }) => {
  const definition = ordersDefinitionFor(addressDetail(seller.role))
  const owner = { sellerId: seller.id, memberId: member.id }
  const back = (change: { view?: string; problem?: ViewProblem } = {}) => {
    const from = form.get('back')
    return redirect(backToList(typeof from === 'string' ? from : null, definition, change), { status: 303 })
  }
  switch (form.get('intent')) {
    case 'save': {
      const draft = readViewDraft(form, definition)
      if (!draft.ok) return back({ problem: draft.problem })
      const { name, query } = draft
      const saved = await write((db) => saveView(db, { ...owner, name, query, shared: form.get('shared') === '1' }))
      return saved.ok ? back({ view: String(saved.id) }) : back({ problem: saved.reason })
    }
    case 'delete': {
      const id = Number(form.get('id'))
      const isDeleted = Number.isSafeInteger(id) && (await write((db) => deleteView(db, { ...owner, id })))
      return isDeleted ? back() : back({ problem: 'unknown' })
    }
    default:
      throw data({ error: 'intent' }, { status: 400 })
  }
})
