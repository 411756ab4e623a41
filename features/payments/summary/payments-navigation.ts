import type { WaitOutcome } from '#lib/named-wait.ts'
import type { NavCount, NavItemModel } from '#shui/navigation/navigation-model.ts'
import type { Texts } from '#texts/texts.ts'
import { navLink, type NavSection } from '#web/nav-link.ts'
import { isAtOrBelow, paths, places } from '#web/paths.ts'
import { sideCount } from '#web/side-count.ts'
import { heldHref } from '../holds/holds-list.server.ts'
import type { PaymentCounts } from './navigation-counts-db.server.ts'

export const isPaymentsPlace = (pathname: string): boolean => isAtOrBelow(places.payments, pathname)

/** Links to the payments, for roles that may see money. */
export function paymentsNavigation({
  url: { pathname },
  texts,
  counts = null,
  managesPayouts = false,
}: {
  url: URL
  texts: Texts
  counts?: WaitOutcome<PaymentCounts> | Promise<WaitOutcome<PaymentCounts>> | null
  managesPayouts?: boolean
}): NavSection {
  const { t, number } = texts
  const counted = (countOf: (ready: PaymentCounts) => NavCount | null) => counts && sideCount(counts, texts, countOf)
  const tab = (label: string, URL: string, path = URL): NavItemModel => navLink(label, URL, pathname === path)
  const transactions = [
    tab(t('payments.transactions'), paths.transactions),
    { ...tab(t('payments.holds'), heldHref, paths.holds), count: counted(({ held }) => ({ text: number(held) })) },
    { ...tab(t('disputes.nav'), paths.disputes), count: counted(({ disputes }) => toAnswer(disputes, texts)) },
  ]
  const statements = [tab(t('statements.title'), paths.statements()), tab(t('taxes.title'), paths.taxes())]
  const isIn = (...below: string[]) => below.some((place) => isAtOrBelow(place, pathname))
  const navItems = [
    navLink(t('payments.nav.summary'), paths.payments, pathname === paths.payments),
    {
      ...navLink(
        t('payments.nav.transactions'),
        paths.transactions,
        isIn(paths.transactions, paths.holds, paths.disputes),
      ),
      tabs: transactions,
      count: counted((ready) => toAnswer(ready.disputes, texts) ?? { text: number(ready.transactions) }),
    },
    {
      ...navLink(t('payments.payouts'), paths.payouts, isIn(paths.payouts)),
      count: counted(({ payouts }) => ({ text: number(payouts) })),
    },
    {
      ...navLink(t('statements.nav'), paths.statements(), isIn(paths.statements(), paths.taxes())),
      tabs: statements,
    },
    navLink(t('reconcile.title'), paths.reconcile, isIn(paths.reconcile)),
    ...(managesPayouts
      ? [navLink(t('payoutSettings.title'), paths.payoutSettings, pathname === paths.payoutSettings)]
      : []),
  ]
  const navGroups = [{ heading: t('word.payments'), navItems }]
  return { navItem: { ...navLink(t('word.payments'), paths.payments, false), navItems, navGroups }, navGroups }
}

function toAnswer(n: number, { t, number }: Texts): NavCount | null {
  if (n === 0) return null
  return { text: number(n), urgent: true, accessibilityText: t('disputes.nav.count', { n }) }
}
