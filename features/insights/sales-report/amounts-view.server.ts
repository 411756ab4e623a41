import { earningKinds, type TransactionKind } from '#features/payments/transactions/transaction.ts'
import { changeText } from '#features/insights/sales/sales-change.ts'
import { changeOf } from '#features/insights/sales/sales.ts'
import { assertDefined } from '#lib/assert-defined.ts'
import type { Texts } from '#texts/texts.ts'
import { costAccounts, type Books, type ComparedBooks, type CostAccount } from './books-db.server.ts'
import type { SalesParts } from './parts-db.server.ts'
import { bookedHref, soldHref, type LinkFor } from './report-links.server.ts'
import type { Which } from './report-spans.server.ts'

export interface AmountModel {
  key: string
  label: string
  amount: string
  href: string | null
  /** Percentage of the sales: "13.2%"; null without sales. */
  share: string | null
  before: string
  beforeHref: string | null
  change: string | null
}

export interface AmountsModel {
  rows: AmountModel[]
  sum: AmountModel
}

export interface AmountsFor extends LinkFor {
  texts: Texts
  earlier: LinkFor
}

export type ReportAmount = ReturnType<typeof partAmounts>[number]

export function partAmounts({ current, previous }: Record<Which, SalesParts>, { t }: Texts) {
  const part = (key: keyof SalesParts, label: string) => ({
    key,
    label,
    current: current[key],
    previous: previous[key],
  })
  const sum = (of: SalesParts) => of.itemMinor + of.shippingMinor + of.taxMinor
  return [
    part('itemMinor', t('salesReport.parts.items')),
    part('shippingMinor', t('word.shipping')),
    part('taxMinor', t('salesReport.parts.tax')),
    { key: 'total', label: t('salesReport.total'), current: sum(current), previous: sum(previous) },
  ]
}

/** Formats what buyers paid for. All of it is the orders of the figures. */
export function partsModel(parts: Record<Which, SalesParts>, view: AmountsFor): AmountsModel {
  return amountsModel(partAmounts(parts, view.texts), view, (_, link) => soldHref(link))
}

const kindsOf: Record<CostAccount, readonly TransactionKind[]> = {
  'fees:fvf_variable': ['SALE', 'REFUND'],
  'fees:fvf_fixed': ['SALE', 'FEE_CREDIT'],
  'fees:international': ['SALE'],
  'fees:below_standard': ['SALE'],
  'fees:dispute': ['DISPUTE'],
  'fees:other': ['CHARGE'],
  advertising: ['CHARGE'],
  labels: ['LABEL'],
  disputes: ['DISPUTE'],
  adjustments: ['ADJUSTMENT'],
}

/** Amounts of the books, without costs that neither period has. */
export function bookAmounts({ current, previous }: ComparedBooks, { t }: Texts): ReportAmount[] {
  return [
    { key: 'sales', label: t('salesReport.books.sales'), current: current.sales, previous: previous.sales },
    { key: 'refunds', label: t('word.refunds'), current: current.refunds, previous: previous.refunds },
    ...costAccounts.flatMap((account) => {
      const [now, before] = [current.costs[account], previous.costs[account]]
      const label = t('payments.posting', { account: account.replace(':', '_') })
      return now === 0 && before === 0 ? [] : [{ key: account, label, current: now, previous: before }]
    }),
    { key: 'net', label: t('word.netEarnings'), current: current.net, previous: previous.net },
  ]
}

export function booksModel(books: ComparedBooks, view: AmountsFor): AmountsModel {
  const kinds: Record<string, readonly TransactionKind[]> = { ...kindsOf, sales: ['SALE'], refunds: ['REFUND'] }
  const all = ({ own }: Books) => (own === 0 ? [] : earningKinds)
  return amountsModel(bookAmounts(books, view.texts), view, ({ key }, link) =>
    bookedHref(link, kinds[key] ?? all(link === view.earlier ? books.previous : books.current)),
  )
}

/** Formats amounts, of which the first is what the others are shares of, and the last is their sum. */
export function amountsModel(
  amounts: readonly ReportAmount[],
  view: AmountsFor,
  hrefOf: (amount: ReportAmount, link: LinkFor) => string,
): AmountsModel {
  const { figures, texts, earlier } = view
  const { main } = figures
  const money = (minor: number) => texts.money({ minor, currency: main.currency })
  const whole = Math.max(...amounts.map(({ current }) => current))
  const rows = amounts.map((amount): AmountModel => {
    const { key, label, current, previous } = amount
    // A change of sign has no percentage.
    const change = Math.sign(current) * Math.sign(previous) < 0 ? null : changeOf(current, previous)
    return {
      key,
      label,
      amount: money(current),
      href: current === 0 ? null : hrefOf(amount, view),
      // A share that rounds to zero has no sign.
      share: whole > 0 ? texts.percent(Math.round((current / whole) * 1000) / 1000 || 0, 1) : null,
      before: money(previous),
      beforeHref: previous === 0 ? null : hrefOf(amount, earlier),
      change: change === null ? null : changeText(change, texts),
    }
  })
  return { rows: rows.slice(0, -1), sum: assertDefined(rows.at(-1), 'amounts end with their sum') }
}
