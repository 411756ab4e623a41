import { savePreferences } from '#features/settings/preferences/preferences-db.server.ts'
import { oneOf } from '#lib/form-fields.ts'
import { sellerAction } from '#web/guard.server.ts'
import { paths } from '#web/paths.ts'
import { refuse } from '#web/refusals.ts'
import { redirect } from '#web/router/router.ts'
import { firstStepNames, leftOutFrom } from './first-steps.ts'

/** Leaves out one of the shop's first steps, for this member. */
export const action = sellerAction('hub.view', async ({ hub, form, member }) => {
  const step = oneOf(form, 'step', firstStepNames)
  if (!step) throw refuse('malformed')
  const leftOut = [...new Set([...leftOutFrom(member.preferences.leftOut), step])].join(',')
  await savePreferences(hub.db.owner, { memberId: member.id, preferences: { leftOut }, now: hub.now() })
  return redirect(paths.overview, { status: 303 })
})
