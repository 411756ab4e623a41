import { data, redirect, useLoaderData } from '#web/router/router.ts'
import { publicLoader } from '#web/guard.server.ts'
import { paths } from '#web/paths.ts'
import { ButtonLink } from '#shui/button/button.tsx'
import { useTexts } from '#texts/context.tsx'
import { loadTexts } from '#texts/lazy-areas.ts'
import { endSession } from './sessions-db.server.ts'
import { SignInLayout } from './sign-in-layout.tsx'
import { signInLinkMinutes } from './sign-in-links.server.ts'
import { signInByLink } from './sign-in.server.ts'

await loadTexts('accounts')

/** Prefetches and HEAD requests (marked as such in `server/http.ts`) must not use the link. */
function loadsAhead({ headers }: Request): boolean {
  return /prefetch|prerender|preview/i.test(`${headers.get('sec-purpose')} ${headers.get('purpose')}`)
}

export const loader = publicLoader(async ({ hub, signedIn, request, clientIp, url }) => {
  const page = { hub: hub.config.brand.name, minutes: signInLinkMinutes }
  // Browsers discard a failed prefetch and request the link again when it is followed.
  if (loadsAhead(request)) return data(page, { status: 503 })
  const token = url.searchParams.get('token') ?? ''
  const outcome = await signInByLink(hub, { token, request, clientIp })
  if (outcome.ok) {
    if (signedIn) await endSession(hub.db.owner, { memberId: signedIn.member.id, sessionId: signedIn.sessionId })
    throw redirect(paths.home, { headers: outcome.cookies })
  }
  return data(page, { status: outcome.reason === 'too-many' ? 429 : 410 })
})

/** Rendered only if the link could not be used. */
export default function SignInLinkPage() {
  const { hub, minutes } = useLoaderData<typeof loader>()
  const { t } = useTexts()
  return (
    <SignInLayout hub={hub} title={t('accounts.link.title')} intro={t('accounts.link.body', { minutes })}>
      <ButtonLink kind="primary" href={paths.signIn}>
        {t('accounts.link.toSignIn')}
      </ButtonLink>
    </SignInLayout>
  )
}
