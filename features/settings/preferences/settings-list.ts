import type { TextKey, Texts } from '#texts/texts.ts'
import { paths } from '#web/paths.ts'
import type { SettingsPage } from './settings-pages.ts'

/** Settings of each page: the text of their label, and their id on the page. */
const settings: Readonly<Record<string, readonly (readonly [label: TextKey, id: string])[]>> = {
  [paths.preferences]: [
    ['settings.locale', 'locale'],
    ['settings.timeZone', 'timeZone'],
    ['settings.density', 'density'],
    ['settings.theme', 'theme'],
  ],
  [paths.security]: [
    ['settings.password.title', 'password'],
    ['settings.twoFactor.title', 'two-factor'],
    ['settings.sessions.title', 'devices'],
  ],
  [paths.mailSettings]: [
    ['taskMails.weekly.short', 'weekly'],
    ['taskMails.warn24', 'warn24'],
    ['taskMails.warn4', 'warn4'],
  ],
  [paths.team]: [['team.invite', 'email']],
  [paths.timeAway]: [['timeAway.message', 'message']],
  [paths.caseRules]: [
    ['caseRules.accept', 'accept'],
    ['caseRules.refund', 'refundUpTo'],
    ['caseRules.label', 'label'],
  ],
  [paths.offerRules]: [
    ['offerRules.margin', 'margin'],
    ['offerRules.mean', 'mean'],
    ['offerRules.away', 'away'],
  ],
  [paths.shipCalendar]: [
    ['calendar.handlingDays', 'handlingDays'],
    ['calendar.cutoff', 'cutoff'],
    ['word.workingDays', 'workingDays'],
    ['calendar.region', 'region'],
    ['calendar.daysOff', 'daysOff'],
  ],
  [paths.printSettings]: [
    ['printing.settings.sender', 'sender'],
    ['printing.settings.slipText', 'slipText'],
    ['printing.settings.paper', 'paper'],
    ['printing.labelFormat', 'labelFormat'],
    ['printing.settings.invoicePrefix', 'invoicePrefix'],
    ['printing.taxNumber.tax', 'taxNumber'],
    ['printing.settings.invoiceText', 'invoiceText'],
    ['printing.bins', 'bins'],
  ],
  [paths.payoutSettings]: [
    ['payoutSettings.schedule.label', 'schedule'],
    ['payoutSettings.account', 'accountNumber'],
  ],
  [paths.costSettings]: [
    ['costs.method', 'method'],
    ['costs.packaging.short', 'packaging'],
  ],
  [paths.apiKeys]: [['apiKeys.new', 'name']],
  [paths.webhooks]: [['webhooks.add', 'add']],
}

/** The settings of the pages, by the names that they have there. */
export const settingsOf = (pages: readonly SettingsPage[], { t }: Texts) =>
  pages.flatMap(({ name: page, href }) =>
    (settings[href] ?? []).map(([label, id]) => ({ name: t(label), page, href: `${href}#${id}` })),
  )
