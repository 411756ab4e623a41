import { redirect } from '#web/router/router.ts'
import { memberAction, publicLoader } from '#web/guard.server.ts'
import { paths, withQuery } from '#web/paths.ts'
import { forgetPages } from './forget-pages.ts'
import { signOut } from './sign-in.server.ts'

/** GET does not sign out: a link or image could trigger it. */
export const loader = publicLoader(async () => {
  throw redirect(paths.home)
})

export const action = memberAction(async ({ hub, request, clientIp }) => {
  const cookies = await signOut(hub, { request, clientIp })
  return redirect(withQuery(paths.signIn, { done: 'signed-out' }), { status: 303, headers: forgetPages(cookies) })
})
