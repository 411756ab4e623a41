import { createHash } from 'node:crypto'
import { createAuthEndpoint } from 'better-auth/api'
import { setSessionCookie } from 'better-auth/cookies'
import { z } from 'zod'
import type { Database } from '#db/client.ts'

/** Hash of a link's token; a leaked table does not allow sign-in. */
export function linkIdentifier(token: string): string {
  return `sign-in-link:${createHash('sha256').update(token).digest('base64url')}`
}

/** better-auth plugin: `auth.api.signInByLink` uses a one-time link and opens a session. Not reachable over HTTP. */
export function signInLinks({ db, now }: { db: Database; now: () => Date }) {
  const signInByLink = createAuthEndpoint.serverOnly(
    { method: 'POST', body: z.object({ token: z.string() }), requireHeaders: true },
    async (ctx) => {
      const memberId = await useUp(db, ctx.body.token, now())
      const user = memberId === null ? null : await ctx.context.internalAdapter.findUserById(memberId)
      if (!user) return ctx.json({ ok: false })
      const session = await ctx.context.internalAdapter.createSession(user.id)
      await setSessionCookie(ctx, { session, user })
      return ctx.json({ ok: true })
    },
  )
  return { id: 'hub-sign-in-links', endpoints: { signInByLink } }
}

/** Uses a valid link and returns its member. The delete decides between concurrent requests. */
async function useUp(db: Database, token: string, now: Date): Promise<string | null> {
  const used = await db.owner
    .deleteFrom('verifications')
    .where('identifier', '=', linkIdentifier(token))
    .returning(['value', 'expires_at'])
    .executeTakeFirst()
  return used && used.expires_at > now ? used.value : null
}
