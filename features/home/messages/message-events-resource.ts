import { memberAction } from '#web/guard.server.ts'
import { readMessageEvents } from './message-events.ts'
import { recordMessageEvents } from './messages-db.server.ts'
import { refuse } from '#web/refusals.ts'

/** Records which messages a browser has shown and closed. Responds 204. */
export const action = memberAction(async ({ hub, signedIn, texts, form }) => {
  const events = readMessageEvents(form)
  if (events === null) throw refuse('malformed')
  await recordMessageEvents(hub.db.owner, {
    ...events,
    memberId: signedIn.member.id,
    locale: texts.locale,
    now: hub.now(),
  })
  return new Response(null, { status: 204 })
})
