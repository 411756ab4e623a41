import type { AccountsHub } from '#features/people/accounts/accounts-hub.ts'
import type { TeamEvent } from '#features/people/accounts/team-events.server.ts'
import { oneLine } from '#lib/one-line.ts'
import { textsFor } from '#texts/catalogues.server.ts'
import type { Texts } from '#texts/texts.ts'
import { paths } from '#web/paths.ts'
import type { Role } from '#web/roles.ts'
import { addresseesOf } from './team-db.server.ts'
import { eventText } from './team-view.ts'
import { invitationDays } from './team.ts'

/** Mails an invitation in the inviter's language. */
export function mailInvitation(
  hub: Pick<AccountsHub, 'mailer' | 'config'>,
  {
    to,
    link,
    inviter,
    seller,
    role,
    texts: { t },
  }: { to: string; link: string; inviter: string; seller: string; role: Role; texts: Texts },
): void {
  const values = {
    by: oneLine(inviter),
    shop: oneLine(seller),
    hub: hub.config.brand.name,
    role: t('shell.role', { role }),
    days: invitationDays,
    link,
  }
  hub.mailer.send(async () => ({
    to,
    subject: t('team.mail.invite.subject', values),
    text: t('team.mail.invite.text', values),
  }))
}

/** Notifies a seller's owners and the affected members of a change, except its author, each in their own language. */
export async function notifyTeam(
  hub: Pick<AccountsHub, 'db' | 'mailer' | 'config'>,
  {
    seller,
    event,
    by,
    concerns,
    locale,
  }: {
    seller: { id: number; displayName: string }
    event: Omit<TeamEvent, 'at'>
    /** The member who made the change; null for the marketplace. */
    by: string | null
    concerns: readonly string[]
    /** Language of members without a preference. */
    locale: string
  },
): Promise<void> {
  if (!hub.mailer.canSend) return
  const addressees = await addresseesOf(hub.db.owner, { sellerId: seller.id, besides: concerns })
  for (const addressee of addressees.filter(({ id }) => id !== by)) {
    const texts = textsFor(addressee.locale ?? locale, 'UTC')
    const values = {
      name: oneLine(addressee.name),
      shop: oneLine(seller.displayName),
      hub: hub.config.brand.name,
      what: oneLine(eventText(event, texts)),
      link: new URL(paths.team, hub.config.publicUrl).href,
    }
    hub.mailer.send(async () => ({
      to: addressee.email,
      subject: texts.t('team.mail.changed.subject', values),
      text: texts.t('team.mail.changed.text', values),
    }))
  }
}
