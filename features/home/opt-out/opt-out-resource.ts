import { memberJsonAction } from '#web/guard.server.ts'
import { chooseTool } from './tool-choice-db.server.ts'

/** Switches the member to the previous tool. 204; the dialog reads no body. */
export const action = memberJsonAction(async ({ hub, signedIn, request }) => {
  await chooseTool(hub.db.owner, {
    memberId: signedIn.member.id,
    tool: 'previous',
    now: hub.now(),
    signal: request.signal,
  })
  return new Response(null, { status: 204 })
})
