import type { Texts } from '#texts/texts.ts'
import { paths } from '#web/paths.ts'
import { mayDo } from '#web/roles.ts'
import type { SignedIn } from '#web/signed-in.ts'

export interface SettingsPage {
  name: string
  href: string
}

/** The settings pages that a member may open, in menu order. */
export function settingsPages({ seller }: SignedIn, { t }: Texts): SettingsPage[] {
  const may = (permission: Parameters<typeof mayDo>[1]) => seller !== null && mayDo(seller.role, permission)
  return [
    { name: t('nav.preferences'), href: paths.preferences },
    { name: t('nav.security'), href: paths.security },
    ...(seller ? [{ name: t('nav.mail'), href: paths.mailSettings }] : []),
    ...(seller ? [{ name: t('nav.team'), href: paths.team }] : []),
    ...(may('orders.ship') ? [{ name: t('nav.printing'), href: paths.printSettings }] : []),
    ...(may('orders.refund') ? [{ name: t('caseRules.title'), href: paths.caseRules }] : []),
    ...(may('buyers.talk') ? [{ name: t('nav.templates'), href: paths.templates }] : []),
    ...(may('listings.edit')
      ? [
          { name: t('policies.title'), href: paths.policies },
          { name: t('nav.shipCalendar'), href: paths.shipCalendar },
          { name: t('timeAway.title'), href: paths.timeAway },
          { name: t('inventory.locations.title'), href: paths.stockLocations() },
        ]
      : []),
    ...(may('payouts.manage') ? [{ name: t('payoutSettings.title'), href: paths.payoutSettings }] : []),
    ...(may('keys.manage') ? [{ name: t('nav.apiKeys'), href: paths.apiKeys }] : []),
    ...(may('keys.manage') ? [{ name: t('nav.webhooks'), href: paths.webhooks }] : []),
  ]
}
