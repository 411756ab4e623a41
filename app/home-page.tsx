import { redirect } from '#web/router/router.ts'
import { memberLoader } from '#web/guard.server.ts'
import { paths } from '#web/paths.ts'

/** `/` redirects to the member's start page. */
export const loader = memberLoader(async ({ signedIn }) =>
  redirect(signedIn.seller ? paths.overview : signedIn.member.isOperator ? paths.operator : paths.security),
)
