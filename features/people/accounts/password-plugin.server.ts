import { createAuthEndpoint } from 'better-auth/api'
import { setSessionCookie } from 'better-auth/cookies'
import { z } from 'zod'

/** Result of `signInByPassword`; with a second factor, its hook replaces the session by a challenge. */
export type PasswordAnswer = { ok: false } | { ok: true; token: string; memberId: string } | { twoFactorRedirect: true }

/**
 * better-auth plugin: `auth.api.signInByPassword` opens a session like `signInEmail`, but accepts deliverable addresses
 * that better-auth rejects, such as `müller@shop.example` and `ada@localhost`. Not reachable over HTTP.
 */
export function passwords() {
  const signInByPassword = createAuthEndpoint(
    // Internal name only: the second-factor hook runs after paths of this name.
    '/sign-in/username',
    {
      method: 'POST',
      body: z.object({ email: z.string(), password: z.string() }),
      requireHeaders: true,
      metadata: { SERVER_ONLY: true },
    },
    async (ctx) => {
      const { internalAdapter, password } = ctx.context
      const found = await internalAdapter.findUserByEmail(ctx.body.email, { includeAccounts: true })
      const hash = found?.accounts.find(
        ({ providerId, accountId }) => providerId === 'credential' && accountId === found.user.id,
      )?.password
      if (!found || !hash) {
        // Takes as long as checking a wrong password.
        await password.hash(ctx.body.password)
        return ctx.json<PasswordAnswer>({ ok: false })
      }
      if (!(await password.verify({ hash, password: ctx.body.password })))
        return ctx.json<PasswordAnswer>({ ok: false })
      const { user } = found
      const session = await internalAdapter.createSession(user.id)
      await setSessionCookie(ctx, { session, user })
      return ctx.json<PasswordAnswer>({ ok: true, token: session.token, memberId: user.id })
    },
  )
  return { id: 'hub-passwords', endpoints: { signInByPassword } }
}
