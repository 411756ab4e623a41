import type { VisitArgs } from '#web/context.ts'
import { signInByLink, type LinkOutcome } from './sign-in.server.ts'
import { createSignInToken } from './sign-in-links.server.ts'

declare module '#web/hub.ts' {
  interface HubConfig {
    /** E-mail addresses of the demo members that the sign-in page offers to browsers on this machine; else empty. */
    demoSignIn: readonly string[]
  }
}

export interface DemoMemberOffer {
  email: string
  name: string
}

type DemoVisit = Pick<VisitArgs, 'hub' | 'request' | 'clientIp'>

/**
 * Whether a browser on this machine requests the hub at a local name. Checking the `Host` header too keeps out pages of
 * other sites whose name resolves to this machine.
 */
export function isRequestedLocally({ request, clientIp }: Pick<DemoVisit, 'request' | 'clientIp'>): boolean {
  const host = request.headers.get('host') ?? ''
  return (
    /^(?:127\.\d+\.\d+\.\d+|::1|::ffff:127\.\d+\.\d+\.\d+)$/.test(clientIp) &&
    /^(?:localhost|127\.0\.0\.1|\[::1\])(?::\d+)?$/.test(host)
  )
}

/** The demo members that this visitor may sign in as without a password, in the configured order. */
export async function offeredDemoMembers(visit: DemoVisit): Promise<DemoMemberOffer[]> {
  const { demoSignIn } = visit.hub.config
  if (demoSignIn.length === 0 || !isRequestedLocally(visit)) return []
  const members = await visit.hub.db.owner
    .selectFrom('members')
    .select(['email', 'name'])
    .where('email', 'in', demoSignIn)
    .execute()
  return members.toSorted((a, b) => demoSignIn.indexOf(a.email) - demoSignIn.indexOf(b.email))
}

/** Signs in as an offered demo member; null if this visitor is not offered that member. */
export async function signInAsDemoMember(visit: DemoVisit, email: string): Promise<LinkOutcome | null> {
  const { hub, request, clientIp } = visit
  const offered = await offeredDemoMembers(visit)
  if (!offered.some((member) => member.email === email)) return null
  return signInByLink(hub, { token: await createSignInToken(hub, email), request, clientIp })
}
