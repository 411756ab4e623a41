import type { AccountsHub } from '#features/people/accounts/accounts-hub.ts'
import type { TeamEventKind } from '#features/people/accounts/team-events.server.ts'
import type { Hub } from '#web/hub.ts'
import type { Role } from '#web/roles.ts'
import { notifyTeam } from './team-mails.server.ts'

export interface MarketplaceNotice {
  seller: { id: number; displayName: string }
  kind: Extract<TeamEventKind, 'joined' | 'role' | 'removed'>
  member: { id: string; name: string }
  role: Role | null
  roleBefore: Role | null
}

/** Sends the same mails as a change on the team's page. Call after the commit; an unchanged role sends nothing. */
export async function notifyMarketplaceChange(
  hub: Pick<AccountsHub, 'db' | 'mailer'> & { config: Pick<Hub['config'], 'publicUrl' | 'brand' | 'defaultLocale'> },
  { seller, kind, member, role, roleBefore }: MarketplaceNotice,
): Promise<void> {
  if (role === roleBefore) return
  await notifyTeam(hub, {
    seller,
    event: { kind, actor: null, subject: member.name, role, roleBefore },
    // New members learn of it when they set their password.
    by: kind === 'joined' ? member.id : null,
    concerns: kind === 'joined' ? [] : [member.id],
    locale: hub.config.defaultLocale,
  })
}
