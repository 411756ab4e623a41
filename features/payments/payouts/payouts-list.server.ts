import {
  countIn,
  countStates,
  stateFilter,
  stateTab,
  type StateCount,
} from '#features/machinery/grid/list-states.server.ts'
import { dateFilter, timeColumn } from '#features/machinery/grid/list-parts.server.ts'
import { sql, type RawBuilder } from 'kysely'
import { amountField, textField, timeField } from '#features/machinery/grid/export-file.ts'
import { type SqlCondition } from '#features/machinery/grid/list-conditions.server.ts'
import { defineList, type ListTab, type ListTypes } from '#features/machinery/grid/list.ts'
import { rowSource, type RowOf } from '#features/machinery/grid/row-source.server.ts'
import { keysOf } from '#lib/records.ts'
import { paths } from '#web/paths.ts'
import { dayWords } from '../transactions/transaction-words.ts'
import { changeWords, payoutWords } from './payout-words.ts'
import { parsePayoutNumber, payoutStates, payoutTabs, type PayoutState } from './payout.ts'

const payoutRows = rowSource('payouts', {
  columns: `
    payout_number, currency, amount_minor, state, schedule, initiated_at, expected_at, settled_at, failure, bank_name,
    bank_last4, bank_reference`,
  others: ({ sellerId }) => ({ previous_minor: previousMinor(sellerId) }),
})

/** The amount of the payout before in the same currency, of those that were not sent back. */
const previousMinor = (sellerId: RawBuilder<unknown>): RawBuilder<number | null> => sql`(
  select p.amount_minor from payouts p
  where p.seller_id = ${sellerId} and p.currency = o.currency and (p.initiated_at, p.id) < (o.initiated_at, o.id)
    and p.state <> all (${payoutTabs.failed})
  order by p.initiated_at desc, p.id desc limit 1)`

/** Payouts whose number or bank reference contains the typed text, or of its amount; whole units are enough. */
function foundPayouts(typed: string): SqlCondition[] {
  if (typed === '') return []
  const pattern = `%${typed.replaceAll(/[\\%_]/g, String.raw`\$&`)}%`
  const isAmount = /^[^\d-]{0,4}\d[\d.,’'\s]{0,20}[^\d-]{0,4}$/u.test(typed)
  const minor = isAmount ? Number(typed.replaceAll(/\D/g, '').slice(0, 15)) : null
  return [
    sql`(o.payout_number ilike ${pattern} or o.bank_reference ilike ${pattern} or o.amount_minor = ${minor}::bigint
      or o.amount_minor / (10 ^ currency_decimals(o.currency))::bigint = ${minor}::bigint)`,
  ]
}

interface Payouts extends ListTypes {
  row: RowOf<typeof payoutRows>
  place: null
  facts: StateCount<PayoutState>[]
  count: StateCount<PayoutState>
  record: RowOf<typeof payoutRows>
}

const tab = (id: keyof typeof payoutTabs): ListTab<Payouts> => ({
  ...stateTab<PayoutState>(id, `payments.payouts.${id}`, payoutTabs[id]),
  name: `payments.payouts.${id}.name`,
})

export const payoutsList = defineList<Payouts>()({
  access: 'money.view',
  views: 'payouts',
  place: () => null,
  path: paths.payouts,
  concerns: ['money'],
  title: 'payments.payouts',
  columns: {
    initiated: {
      ...timeColumn('initiated_at', 'payments.column.initiated'),
      required: true,
      isKey: true,
      card: 'title',
    },
    state: {
      label: 'word.status',
      cell: (row, on) => ({ kind: 'status', ...payoutWords(row, on) }),
      card: 'lead',
    },
    amount: {
      label: 'word.amount',
      cell: (row, { texts }) => ({
        kind: 'money',
        text: texts.money({ minor: row.amount_minor, currency: row.currency }),
        second:
          row.previous_minor === null
            ? null
            : changeWords({ minor: row.amount_minor - row.previous_minor, currency: row.currency }, texts),
      }),
      align: 'end',
      card: 'amount',
    },
    bank: {
      label: 'word.account',
      cell: (row, { texts: { t } }) =>
        row.bank_last4 === null
          ? row.bank_name
          : { kind: 'two-line', main: row.bank_name ?? '', second: t('payments.bank', { last4: row.bank_last4 }) },
      card: 'party',
    },
    schedule: {
      label: 'payments.column.schedule',
      cell: (row, { texts }) => texts.t(`payments.schedule.${row.schedule}`),
      priority: 2,
    },
    reference: { label: 'payments.column.reference', cell: (row) => row.bank_reference, priority: 3 },
    payout: { label: 'payments.column.payout', cell: (row) => row.payout_number, priority: 3 },
    failure: {
      label: 'payments.column.failure',
      cell: (row, { texts }) => row.failure && texts.t(`payments.failure.${row.failure}`),
      shown: false,
      width: 'wide',
    },
  },
  filters: {
    state: stateFilter('word.status', payoutStates, (state) => `payments.payout.${state}`, { indexed: true }),
    initiated: dateFilter('initiated_at', 'payments.column.initiated'),
  },
  sort: { column: 'initiated', descending: true },
  walks: 'initiated',
  tabs: [
    { id: 'all', label: 'payments.payouts', count: (counts) => countIn(counts, payoutStates) },
    ...keysOf(payoutTabs).map(tab),
  ],
  tabsAlone: true,
  search: { in: 'payouts', withTabs: true, placeholder: 'payments.payouts.search', conditions: foundPayouts },
  table: 'payouts',
  key: { column: 'payout_number', parse: parsePayoutNumber },
  rows: payoutRows,
  facts: countStates<PayoutState>('payouts', { amounts: true }),
  kept: (counts) => counts,
  totals: { rows: 'payments.payouts.totals', money: sql`o.amount_minor` },
  head: (row, { now, texts, from }) => ({
    key: row.payout_number,
    href: paths.payoutDetails(row.payout_number, from),
    title: texts.t('payments.payout.title', {
      day: dayWords(row.initiated_at, now, texts),
      amount: texts.money({ minor: row.amount_minor, currency: row.currency }),
    }),
    urgent: row.state === 'TERMINAL_FAILED',
  }),
  file: {
    name: 'payments.payouts.file',
    columns: () => [
      { label: 'payments.column.payout', value: textField('payout_number') },
      { label: 'payments.file.initiated', value: timeField('initiated_at') },
      { label: 'word.status', value: (row, { word }) => word(`payments.payout.${row.state}`) },
      { label: 'orders.export.currency', value: textField('currency') },
      { label: 'word.amount', value: amountField('amount_minor') },
      { label: 'payments.file.expected', value: timeField('expected_at') },
      { label: 'payments.file.settled', value: timeField('settled_at') },
      { label: 'payments.column.schedule', value: (row, { word }) => word(`payments.schedule.${row.schedule}`) },
      { label: 'word.account', value: textField('bank_name') },
      { label: 'payments.file.last4', value: textField('bank_last4') },
      { label: 'payments.column.reference', value: textField('bank_reference') },
    ],
  },
  nothing: ({ facts, texts: { t } }) =>
    facts.length > 0
      ? {
          title: t('word.nothingHere'),
          hint: t('payments.payouts.noneHere.hint'),
          actions: [{ label: t('payments.payouts.noneHere.action'), href: paths.payouts, primary: true }],
        }
      : {
          title: t('payments.payouts.none.title'),
          hint: t('payments.payouts.none.hint'),
          actions: [{ label: t('payments.payouts.none.action'), href: paths.payments, primary: true }],
        },
})
