import { randomBytes, randomUUID } from 'node:crypto'
import type { Database } from '#db/client.ts'
import { paths } from '#web/paths.ts'
import { memberOf } from './members.server.ts'
import { linkIdentifier } from './sign-in-link-plugin.server.ts'
import { minute } from '#lib/duration.ts'

export const signInLinkMinutes = 30

interface TokenMaker {
  db: Database
  now: () => Date
}

export interface LinkMaker extends TokenMaker {
  config: { publicUrl: string }
}

/**
 * A token that signs a member in once within 30 minutes, without password or second factor: for the operator (`hub user
 * link`) and the demo, never for mail. Throws for an unknown address.
 */
export async function createSignInToken(hub: TokenMaker, email: string): Promise<string> {
  const member = await memberOf(hub.db.owner, email)
  if (!member) throw new Error(`no member has the e-mail address ${email}`)
  const token = randomBytes(32).toString('base64url')
  await hub.db.owner
    .insertInto('verifications')
    .values({
      id: randomUUID(),
      identifier: linkIdentifier(token),
      value: member.id,
      expires_at: new Date(hub.now().getTime() + signInLinkMinutes * minute),
    })
    .execute()
  return token
}

export async function createSignInLink(hub: LinkMaker, email: string): Promise<string> {
  return new URL(paths.signInLink(await createSignInToken(hub, email)), hub.config.publicUrl).href
}
