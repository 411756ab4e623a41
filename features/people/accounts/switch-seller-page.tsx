import { redirect } from '#web/router/router.ts'
import { memberAction, memberLoader } from '#web/guard.server.ts'
import { paths } from '#web/paths.ts'
import { forgetPages } from './forget-pages.ts'
import { textOf } from '#lib/form-fields.ts'
import { selectSeller } from './sessions-db.server.ts'
import { refuse } from '#web/refusals.ts'

export const loader = memberLoader(async () => {
  throw redirect(paths.home)
})

/** Switches this session to another of the member's sellers; other sessions are unchanged. */
export const action = memberAction(async ({ hub, form, signedIn }) => {
  const { sessionId, member, sellers } = signedIn
  const chosen = sellers.find(({ username }) => username === textOf(form, 'seller'))
  if (!chosen || !(await selectSeller(hub.db.owner, { sessionId, memberId: member.id, sellerId: chosen.id }))) {
    // Does not reveal whether the seller exists.
    throw refuse('not-found')
  }
  return redirect(paths.home, { status: 303, headers: forgetPages() })
})
