import { memberJsonAction } from '#web/guard.server.ts'
import { chooseTool } from './tool-choice-db.server.ts'

/** The dialog's request: this member works with the previous tool from now on. 204; the dialog reads no body. */
export const action = memberJsonAction(async ({ hub, signedIn, request }) => {
  await chooseTool(hub.db.owner, {
    memberId: signedIn.member.id,
    tool: 'previous',
    now: hub.now(),
    signal: request.signal,
  })
  return new Response(null, { status: 204 })
})
