import { createAuthEndpoint } from 'better-auth/api'
import { setSessionCookie } from 'better-auth/cookies'
import { z } from 'zod'

/** What `signInByPassword` answers; where a second factor is on, its hook puts the last of these in place of a session. */
export type PasswordAnswer = { ok: false } | { ok: true; token: string; memberId: string } | { twoFactorRedirect: true }

/**
 * better-auth plugin: `auth.api.signInByPassword` opens a session as its own `signInEmail` does, for every address that a member may
 * have. Its own refuses addresses that mail servers deliver to, such as `müller@shop.example` and `ada@localhost`. Not reachable
 * over HTTP.
 */
export function passwords() {
  const signInByPassword = createAuthEndpoint(
    // No address of ours: the second factor's hook asks for a code after what is called so.
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
        // It takes as long as a wrong password.
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
