import { shownBuyer } from '#features/core/order/removed-buyer.ts'
import { sumsByCurrency } from '#lib/exact-sums.ts'
import type { Texts } from '#texts/texts.ts'
import { paths } from '#web/paths.ts'
import { holdAction, releaseWords } from '../holds/hold-words.ts'
import { payoutWords } from '../payouts/payout-words.ts'
import { transactionRow, type TransactionRowModel } from '../transactions/transaction-row.ts'
import { dayWords, placeWords, type PlaceWords } from '../transactions/transaction-words.ts'
import { countIn } from '../transactions/transaction-counts-db.server.ts'
import { currencyModels, earningsModel } from './balances-view.ts'
import type { ComparedMonths } from './earnings-months.ts'
import { payNowModel } from './pay-now-view.ts'
import type { HeldRow, LastPayout, LastTransaction, Summary } from './summary-db.server.ts'

export interface LastTransactionModel extends TransactionRowModel {
  place: PlaceWords
}

export type SummaryModel = ReturnType<typeof summaryModel>

interface ViewFor {
  now: Date
  /** Texts in the shop's zone. */
  texts: Texts
  months: ComparedMonths
  /** Currency of the chart; null for the most frequent one. */
  currency: string | null
}

export function summaryModel(summary: Summary, view: ViewFor) {
  const { t, number, money } = view.texts
  const { held, payouts, last, counts } = summary
  const sums = sumsByCurrency(held.rows.map(({ currency, amount_minor: minor }) => ({ currency, minor: minor ?? 0 })))
  const all = (n: number) => t('payments.all', { n: number(n) })
  return {
    currencies: currencyModels(summary, view),
    // Null if the reader may not pay out, or the marketplace does not offer it.
    payNow: summary.payNow && payNowModel(summary.payNow, view.texts),
    earnings: earningsModel(summary, view),
    held: {
      rows: held.rows.map((row) => heldModel(row, view)),
      // With more than are shown, the balance above has the sum.
      sum: held.count > held.rows.length ? '' : sums.map(money).join(' + '),
      all: held.count > held.rows.length ? all(held.count) : null,
    },
    payouts: { rows: payouts.rows.map((row) => payoutModel(row, view)), all: all(payouts.count) },
    last: { rows: last.map((row) => transactionModel(row, view)), all: all(countIn(counts, null)) },
  }
}

function heldModel(row: HeldRow, { now, texts }: ViewFor) {
  return {
    key: row.hold_number,
    order: { text: row.order_number, href: paths.orderDetails(row.order_number) },
    why: [texts.t(`payments.hold.${row.reason}`), row.note].filter(Boolean).join(': '),
    released: releaseWords(row, { now, texts }),
    latest: row.latest_at ? dayWords(row.latest_at, now, texts) : '–',
    amount: row.amount_minor === null ? '–' : texts.money({ minor: row.amount_minor, currency: row.currency }),
    action: holdAction(row, texts),
  }
}

function payoutModel(row: LastPayout, { now, texts }: ViewFor) {
  return {
    key: row.payout_number,
    day: dayWords(row.initiated_at, now, texts),
    href: paths.payoutDetails(row.payout_number),
    status: payoutWords(row, { now, texts }),
    amount: texts.money({ minor: row.amount_minor, currency: row.currency }),
  }
}

function transactionModel(row: LastTransaction, { now, texts }: ViewFor): LastTransactionModel {
  const shown = transactionRow(row, { currency: row.currency, now, texts })
  return {
    ...shown,
    about: row.buyer_username === null ? shown.about : shownBuyer(row.buyer_username, texts),
    place: placeWords(row, { now, texts }),
  }
}
