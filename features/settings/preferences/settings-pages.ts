import type { TextKey, Texts } from '#texts/texts.ts'
import { paths } from '#web/paths.ts'
import { mayDo } from '#web/roles.ts'
import type { SignedIn } from '#web/signed-in.ts'

export interface SettingsPage {
  name: string
  href: string
}

export interface SettingsGroup {
  name: string
  pages: SettingsPage[]
}

/** The settings pages that a member may open, by group, in menu order. */
export function settingsGroups({ seller }: SignedIn, { t }: Texts): SettingsGroup[] {
  const may = (permission: Parameters<typeof mayDo>[1]) => seller !== null && mayDo(seller.role, permission)
  const edits = may('listings.edit')
  const all: readonly [
    group: TextKey,
    pages: readonly (readonly [name: TextKey, href: string, isShown?: boolean])[],
  ][] = [
    [
      'settings.group.you',
      [
        ['settings.preferences.title', paths.preferences],
        ['settings.security.title', paths.security],
        ['nav.mail', paths.mailSettings, seller !== null],
      ],
    ],
    [
      'settings.group.shop',
      [
        ['nav.team', paths.team, seller !== null],
        ['timeAway.title', paths.timeAway, edits],
        ['caseRules.title', paths.caseRules, may('orders.refund')],
        ['nav.offerRules', paths.offerRules, edits],
        ['nav.templates', paths.templates, may('buyers.talk')],
      ],
    ],
    [
      'word.shipping',
      [
        ['policies.title', paths.policies, edits],
        ['shipping.packages', paths.packages(), edits],
        ['word.workingDays', paths.shipCalendar, edits],
        ['labels.settings', paths.labelSettings, may('keys.manage')],
        ['shipRules.title', paths.shippingRules(), may('orders.refund')],
        ['nav.printing', paths.printSettings, may('orders.ship')],
      ],
    ],
    [
      'word.money',
      [
        ['payoutSettings.title', paths.payoutSettings, may('payouts.manage')],
        ['costs.settings', paths.costSettings, may('money.view')],
      ],
    ],
    [
      'settings.group.developers',
      [
        ['nav.apiKeys', paths.apiKeys, may('keys.manage')],
        ['nav.webhooks', paths.webhooks, may('keys.manage')],
      ],
    ],
  ]
  return all
    .map(([group, pages]) => ({
      name: t(group),
      pages: pages.filter(([, , isShown = true]) => isShown).map(([name, href]) => ({ name: t(name), href })),
    }))
    .filter(({ pages }) => pages.length > 0)
}
