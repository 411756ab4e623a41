import { redirect } from '#web/router/router.ts'
import { memberLoader } from '#web/guard.server.ts'
import { startPage } from '#web/start-page.ts'

export const loader = memberLoader(async ({ signedIn }) => redirect(startPage(signedIn)))
