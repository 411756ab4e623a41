import { momentWords } from '#texts/moment-words.ts'
import type { StatusTone } from '#shui/status/status.tsx'
import type { Texts } from '#texts/texts.ts'
import { listPaths } from '#web/list-paths.ts'
import { paths, withSearch } from '#web/paths.ts'
import type { FactModel } from '#web/facts.tsx'
import { transactionKinds } from '../transactions/transaction.ts'
import { transactionRow, type TransactionRowModel } from '../transactions/transaction-row.ts'
import { dayWords } from '../transactions/transaction-words.ts'
import type { KindSum, PayoutDetails } from './payout-details-db.server.ts'
import { bankWords, changeWords, directionOf, payoutWords } from './payout-words.ts'
import { isReturned } from './payout.ts'

export interface PayoutModel {
  title: string
  note: string
  status: { tone: StatusTone; text: string }
  facts: FactModel[]
  /** Why it failed and what to do; null if it did not. */
  failure: { text: string; todo: string } | null
  rows: TransactionRowModel[]
  /** "15 rows" with their sums. */
  sum: { text: string; amount: string; fees: string; net: string } | null
  /** The change from the payout before, and the kinds of rows that make most of it. */
  compared: { text: string; href: string; causes: string } | null
  /** Outcome for the rows of a failed payout; null if it did not fail, or has none. */
  returned: { text: string; href: string } | null
  /** Whether the rows add up to the payout, in words. */
  proof: { isRight: boolean; parts: string; text: string } | null
  /** The rows that are not shown; null if all are. */
  more: { text: string; href: string } | null
  /** File of all rows; null if there are none. */
  fileHref: string | null
}

interface ViewFor {
  now: Date
  texts: Texts
  rowsHref: string
}

export function payoutModel(
  { payout, rows, sums, previous }: PayoutDetails,
  { now, texts, rowsHref }: ViewFor,
): PayoutModel {
  const { t } = texts
  const { currency, failure } = payout
  const money = (minor: number) => texts.money({ minor, currency })
  const words = payoutWords(payout, { now, texts })
  const count = sums.reduce((all, sum) => all + sum.rows, 0)
  const total = (key: 'gross_minor' | 'fees_minor' | 'net_minor') => sums.reduce((all, sum) => all + sum[key], 0)
  return {
    title: t('payments.payout.title', {
      day: dayWords(payout.initiated_at, now, texts),
      amount: money(payout.amount_minor),
    }),
    note: t('common.zone', { zone: texts.zoneName(now) }),
    status: { tone: words.tone, text: [words.text, words.second].filter(Boolean).join(', ') },
    facts: factsOf(payout, now, texts),
    failure: failure && { text: t(`payments.failure.${failure}`), todo: t(`payments.failure.${failure}.todo`) },
    rows: rows.map((row) => transactionRow(row, { currency, now, texts })),
    sum:
      count === 0
        ? null
        : {
            text: t('payments.payout.rows', { n: count }),
            amount: money(total('gross_minor')),
            fees: money(total('fees_minor')),
            net: money(total('net_minor')),
          },
    compared: previous && comparedWith(previous, { payout, sums }, { now, texts }),
    returned: count === 0 || !isReturned(payout.state) ? null : { text: t('payments.payout.returned'), href: rowsHref },
    proof: count === 0 ? null : proofOf(payout.amount_minor - total('net_minor'), sums, { currency, texts }),
    more: count > rows.length ? { text: t('payments.payout.more', { n: count }), href: rowsHref } : null,
    fileHref: count === 0 ? null : fileOf(rowsHref),
  }
}

function fileOf(listUrl: string): string {
  const { search } = new URL(listUrl, 'http://hub')
  return withSearch(listPaths(paths.transactions).export, search.slice(1))
}

function proofOf(
  missingMinor: number,
  sums: readonly KindSum[],
  { currency, texts }: { currency: string; texts: Texts },
): NonNullable<PayoutModel['proof']> {
  const { t } = texts
  const parts = kindsOf(sums).flatMap((kind) =>
    sums
      .filter((sum) => sum.kind === kind)
      .map(({ rows: n, net_minor: minor }) =>
        [texts.number(n), t('payments.payout.kind', { kind, n }), texts.money({ minor, currency })].join(' '),
      ),
  )
  return {
    isRight: missingMinor === 0,
    parts: parts.join(', '),
    text:
      missingMinor === 0
        ? t('payments.payout.addsUp')
        : t('payments.payout.differs', { amount: texts.money({ minor: missingMinor, currency }) }),
  }
}

/** Kinds that this version does not know are last. */
const kindsOf = (sums: readonly KindSum[]) => [...new Set([...transactionKinds, ...sums.map(({ kind }) => kind)])]

/** Kinds of rows named as causes of a change. */
const mostCauses = 3

function comparedWith(
  previous: NonNullable<PayoutDetails['previous']>,
  { payout, sums }: Pick<PayoutDetails, 'payout' | 'sums'>,
  { now, texts }: { now: Date; texts: Texts },
): NonNullable<PayoutModel['compared']> {
  const { t } = texts
  const { currency } = payout
  const change = payout.amount_minor - previous.payout.amount_minor
  const changes = kindsOf([...sums, ...previous.sums]).map((kind) => {
    const of = (among: readonly KindSum[]) => among.find((sum) => sum.kind === kind) ?? { rows: 0, net_minor: 0 }
    const [here, before] = [of(sums), of(previous.sums)]
    return { kind, rows: here.rows - before.rows, minor: here.net_minor - before.net_minor }
  })
  const causes = changes
    .filter(({ minor }) => minor !== 0)
    .toSorted((a, b) => Math.abs(b.minor) - Math.abs(a.minor))
    .slice(0, mostCauses)
    .map(({ kind, rows, minor }) => {
      const n = Math.abs(rows)
      const net = texts.money({ minor, currency })
      return t('payments.payout.cause', {
        n,
        direction: directionOf(rows),
        kind: t('payments.payout.kind', { kind, n }),
        net,
      })
    })
  return {
    text: t('payments.payout.compared', {
      change: changeWords({ minor: change, currency }, texts),
      direction: directionOf(change),
      day: dayWords(previous.payout.initiated_at, now, texts),
    }),
    href: paths.payoutDetails(previous.payout.payout_number),
    causes: causes.join('; '),
  }
}

function factsOf(payout: PayoutDetails['payout'], now: Date, texts: Texts): FactModel[] {
  const { t } = texts
  const bank = bankWords(payout, texts)
  const arrives = payout.settled_at ?? payout.expected_at
  const fact = (label: string, text: string | null): FactModel[] => (text === null ? [] : [{ label, text }])
  return [
    ...fact(t('word.amount'), texts.money({ minor: payout.amount_minor, currency: payout.currency })),
    ...fact(t('payments.column.initiated'), momentWords(payout.initiated_at, now, texts)),
    ...fact(t('payments.payout.covers'), momentWords(payout.covers_until, now, texts)),
    ...fact(
      t(payout.settled_at ? 'payments.payout.settled' : 'payments.payout.expected'),
      arrives && momentWords(arrives, now, texts),
    ),
    ...fact(t('word.account'), bank),
    ...fact(t('payments.column.reference'), payout.bank_reference),
    ...fact(t('payments.column.schedule'), t(`payments.schedule.${payout.schedule}`)),
    ...fact(t('payments.column.payout'), payout.payout_number),
  ]
}
