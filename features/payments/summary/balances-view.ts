import { currencyDecimals } from '#lib/money.ts'
import type { LineChartModel } from '#shui/chart/chart-model.ts'
import { drawLines } from '#shui/chart/draw-lines.ts'
import type { Texts } from '#texts/texts.ts'
import { paths } from '#web/paths.ts'
import { bankWords } from '../payouts/payout-words.ts'
import { dayWords } from '../transactions/transaction-words.ts'
import type { ComparedMonths, Month } from './earnings-months.ts'
import type { BalanceRow, Summary } from './summary-db.server.ts'

export interface BalanceModel {
  key: string
  label: string
  value: string
  note: string
}

export type CurrencyModel = ReturnType<typeof currencyModels>[number]

export type EarningsModel = ReturnType<typeof earningsModel>

interface ViewFor {
  now: Date
  /** Texts in the shop's zone. */
  texts: Texts
  months: ComparedMonths
  /** Currency of the chart; null for the most frequent one. */
  currency: string | null
}

/** Currencies of the seller's money, the one with most transactions first. */
function currenciesOf({ counts }: Summary): string[] {
  const rows = new Map<string, number>()
  for (const { currency, rows: n } of counts) rows.set(currency, (rows.get(currency) ?? 0) + n)
  return [...rows].toSorted(([, a], [, b]) => b - a).map(([currency]) => currency)
}

export function currencyModels(summary: Summary, view: ViewFor) {
  const currencies = currenciesOf(summary)
  return currencies.map((currency) => ({
    currency,
    // "GBP"; null if there is only one currency.
    name: currencies.length > 1 ? currency : null,
    figures: figuresOf(summary, currency, view),
  }))
}

export function earningsModel(summary: Summary, view: ViewFor) {
  const currencies = currenciesOf(summary)
  const [first = ''] = currencies
  const chosen = currencies.find((currency) => currency === view.currency) ?? first
  return {
    chart: earningsChart(summary, chosen, view),
    currencies: currencies.map((currency) => ({
      key: currency,
      to: paths.paymentsIn(currency),
      text: currency,
      active: currency === chosen,
    })),
  }
}

function figuresOf(summary: Summary, currency: string, { now, texts }: ViewFor): BalanceModel[] {
  const { t } = texts
  const { plan } = summary
  const balance = (account: BalanceRow['account']) =>
    summary.balances.find((row) => row.account === account && row.currency === currency)?.minor ?? 0
  const money = (minor: number) => texts.money({ minor, currency })
  const [available, processing] = [balance('funds:available'), balance('funds:processing')]
  const [held, leaving] = [balance('funds:hold'), balance('payout_clearing')]
  const firstAt = summary.processing.find((row) => row.currency === currency)?.first_at
  const nextDay = plan.nextAt && dayWords(plan.nextAt, now, texts)
  const inState = (state: string) =>
    summary.counts.reduce((sum, row) => (row.currency === currency && row.state === state ? sum + row.rows : sum), 0)
  const bank = bankWords({ bank_name: plan.bank?.name ?? null, bank_last4: plan.bank?.last4 ?? null }, texts)
  return [
    {
      key: 'available',
      label: t('payments.state.AVAILABLE'),
      value: money(available),
      note: availableNote(available, nextDay, texts),
    },
    {
      key: 'processing',
      label: t('payments.state.PROCESSING'),
      value: money(processing),
      note: firstAt
        ? t('payments.processing.note', { n: inState('PROCESSING'), day: dayWords(firstAt, now, texts) })
        : t('payments.processing.none'),
    },
    {
      key: 'held',
      label: t('payments.state.ON_HOLD'),
      value: money(held),
      note: heldNote(summary, currency, { n: inState('ON_HOLD'), now, texts }),
    },
    {
      key: 'next',
      label: t('payments.next'),
      value: nextDay ?? t('payments.next.none'),
      note: nextNote(nextDay === null ? 0 : available, { currency, bank }, texts),
    },
    ...(leaving === 0
      ? []
      : [
          {
            key: 'leaving',
            label: t('payments.state.IN_PAYOUT'),
            value: money(leaving),
            note: t('payments.leaving.note'),
          },
        ]),
    {
      key: 'all',
      label: t('payments.inAll'),
      value: money(available + processing + held),
      note: t('payments.inAll.note'),
    },
  ]
}

/** Note on money on hold: when the first of it is released at the latest, if some is. */
function heldNote(
  { held }: Summary,
  currency: string,
  { n, now, texts }: { n: number; now: Date; texts: Texts },
): string {
  const first = held.rows.find((row) => row.currency === currency)?.first_latest_at
  return n > 0 && first
    ? texts.t('payments.held.latest', { n, day: dayWords(first, now, texts) })
    : texts.t('payments.held.note', { n })
}

/** Note on what is available: when it goes out, or how it will be settled if it is owed. */
export function availableNote(availableMinor: number, nextDay: string | null, { t }: Pick<Texts, 't'>): string {
  if (availableMinor < 0) return t('payments.available.owed')
  if (availableMinor === 0) return t('payments.available.nothing')
  return nextDay === null ? t('payments.available.note') : t('payments.available.goes', { day: nextDay })
}

/** Note on the next payout: its amount as of now or what is settled before, and its account. */
function nextNote(
  availableMinor: number,
  { currency, bank }: { currency: string; bank: string | null },
  { t, money }: Texts,
): string {
  if (bank === null) return t('payments.next.noBank')
  if (availableMinor === 0) return t('payments.next.to', { bank })
  const amount = money({ minor: Math.abs(availableMinor), currency })
  return t(availableMinor < 0 ? 'payments.next.owed' : 'payments.next.soFar', { amount, bank })
}

/** Net earnings by month, beside those of a year ago. The drawing ends at zero; the texts have what was lost. */
function earningsChart({ earnings }: Summary, currency: string, { texts, months }: ViewFor): LineChartModel {
  const { t } = texts
  const sumOf = (period: keyof ComparedMonths, month: number) =>
    earnings.reduce(
      (sum, row) => (row.period === period && row.month === month && row.currency === currency ? sum + row.minor : sum),
      0,
    )
  const sums = {
    current: months.current.map((_, month) => sumOf('current', month)),
    previous: months.previous.map((_, month) => sumOf('previous', month)),
  }
  const drawn = (minors: readonly number[]) => minors.map((minor) => Math.max(0, minor))
  const { ticks, ...drawing } = drawLines({
    current: drawn(sums.current),
    previous: drawn(sums.previous),
    smallestTick: 10 ** currencyDecimals(currency),
  })
  const write = (minor: number | undefined) => texts.money({ minor: minor ?? 0, currency })
  const name = (month: Month | undefined) => (month ? monthName(month, texts) : '')
  const { current, previous } = months
  return {
    label: t('payments.earnings.chart', { currency }),
    drawing,
    scale: ticks.map((minor) => texts.moneyRounded({ minor, currency })),
    axis: [current[0], current[Math.floor((current.length - 1) / 2)], current.at(-1)].map(name),
    points: current.map((month, index) => ({
      step: name(month),
      current: write(sums.current[index]),
      details:
        index === current.length - 1
          ? t('payments.earnings.soFar')
          : changeWords(sums.current[index] ?? 0, sums.previous[index] ?? 0, texts),
      previousStep: name(previous[index]),
      previous: write(sums.previous[index]),
    })),
    table: {
      open: t('sales.table'),
      step: t('word.month'),
      current: t('word.netEarnings'),
      details: t('payments.earnings.details'),
      previousStep: t('payments.earnings.before'),
      previous: t('payments.earnings.netBefore'),
    },
  }
}

/** The change from a year ago; null if nothing was earned then. */
function changeWords(minor: number, before: number, { t, percent }: Texts): string | null {
  if (before <= 0) return null
  const change = (minor - before) / before
  return t(change < 0 ? 'payments.earnings.less' : 'payments.earnings.more', { percent: percent(Math.abs(change), 0) })
}

/** The middle of a month lies in it whatever the zone. */
function monthName({ from, before }: Month, texts: Texts): string {
  return texts.moment(new Date((from.getTime() + before.getTime()) / 2), 'month')
}
