import {
  countIn,
  countStates,
  stateFilter,
  stateTab,
  type StateCount,
} from '#features/machinery/grid/list-states.server.ts'
import { choiceFilter, dateFilter, timeColumn, moneyColumn } from '#features/machinery/grid/list-parts.server.ts'
import { sql } from 'kysely'
import {
  disputeReasons,
  disputeStates,
  parseDisputeNumber,
  type DisputeState,
} from '#features/after-sale/disputes/dispute.ts'
import { disputeDueWords, disputeStateWords } from '#features/after-sale/disputes/dispute-words.ts'
import { buyerField } from '#features/core/order/buyer-field.ts'
import { shownBuyer } from '#features/core/order/removed-buyer.ts'
import { moneyCell, timeCell } from '#features/machinery/grid/cells.ts'
import { amountField, textField, timeField } from '#features/machinery/grid/export-file.ts'
import { listHref } from '#features/machinery/grid/list-query.ts'
import { defineList, type ListTab, type ListTypes } from '#features/machinery/grid/list.ts'
import { rowSource, type RowOf } from '#features/machinery/grid/row-source.server.ts'
import { keysOf } from '#lib/records.ts'
import { paths } from '#web/paths.ts'
import { inFoundOrders } from '../transactions/found-orders.server.ts'

const disputeRows = rowSource('disputes', {
  columns: `
    dispute_number, external_id, reason, state, currency, amount_minor, fee_minor, opened_at, respond_by, answered_at,
    closed_at`,
  others: () => ({
    order_number: sql<string>`s.order_number`,
    buyer_username: sql<string>`s.buyer_username`,
  }),
  join: ({ sellerId }) => sql`join orders s on s.seller_id = ${sellerId} and s.id = o.order_id`,
})

interface Disputes extends ListTypes {
  row: RowOf<typeof disputeRows>
  place: null
  facts: StateCount<DisputeState>[]
  count: StateCount<DisputeState>
  record: RowOf<typeof disputeRows>
}

const tabStates = {
  answer: ['ACTION_NEEDED'],
  bank: ['CONTESTED'],
  won: ['WON'],
  lost: ['LOST', 'ACCEPTED'],
} as const satisfies Record<string, readonly DisputeState[]>

const tab = (id: keyof typeof tabStates): ListTab<Disputes> => ({
  ...stateTab<DisputeState>(id, `disputes.tab.${id}`, tabStates[id]),
  name: `disputes.tab.${id}.name`,
  ...(id === 'answer' ? { sort: { column: 'due', descending: false }, urgent: true } : {}),
})

/** Payment disputes, newest first; those to answer by deadline. */
export const disputesList = defineList<Disputes>()({
  access: 'money.view',
  views: 'disputes',
  place: () => null,
  path: paths.disputes,
  concerns: ['money', 'orders'],
  title: 'word.paymentDisputes',
  columns: {
    order: { label: 'word.order', cell: (row) => row.order_number, required: true, isKey: true, card: 'key' },
    status: {
      label: 'word.status',
      cell: (row, on) => {
        const due = disputeDueWords(row, on)
        const state = disputeStateWords(row, on.texts)
        return { kind: 'status', tone: due?.tone ?? state.tone, text: state.text, second: due?.text }
      },
      card: 'lead',
    },
    reason: {
      label: 'disputes.column.reason',
      cell: (row, { texts: { t } }) => t(`disputes.reason.${row.reason}`),
      card: 'title',
    },
    buyer: {
      label: 'word.buyer',
      cell: (row, { texts }) => shownBuyer(row.buyer_username, texts),
      card: 'party',
      priority: 3,
    },
    opened: { ...timeColumn('opened_at', 'disputes.column.opened'), priority: 2 },
    due: {
      label: 'word.answerBy',
      cell: (row, on) => (row.state === 'ACTION_NEEDED' ? timeCell(row.respond_by, on) : null),
      sort: { by: ['respond_by'], first: 'ascending', words: 'due' },
      priority: 2,
    },
    answered: { label: 'disputes.column.answered', cell: (row, on) => timeCell(row.answered_at, on), shown: false },
    closed: { label: 'disputes.column.closed', cell: (row, on) => timeCell(row.closed_at, on), priority: 3 },
    fee: {
      label: 'disputes.column.fee',
      cell: (row, on) => (row.fee_minor === 0 ? null : moneyCell({ minor: row.fee_minor, currency: row.currency }, on)),
      align: 'end',
      shown: false,
    },
    amount: { ...moneyColumn('amount_minor', 'word.amount'), card: 'amount' },
  },
  filters: {
    state: stateFilter('word.status', disputeStates, (state) => `disputes.state.${state}`),
    why: choiceFilter('reason', 'disputes.column.reason', disputeReasons, (reason) => `disputes.reason.${reason}`),
    opened: dateFilter('opened_at', 'disputes.column.opened'),
  },
  sort: { column: 'opened', descending: true },
  walks: 'opened',
  tabs: [
    { id: 'all', label: 'disputes.all', count: (counts) => countIn(counts, disputeStates) },
    ...keysOf(tabStates).map(tab),
  ],
  tabsAlone: true,
  search: { in: 'disputes', withTabs: true, placeholder: 'disputes.search', conditions: inFoundOrders('disputes') },
  table: 'disputes',
  key: { column: 'dispute_number', parse: parseDisputeNumber },
  rows: disputeRows,
  facts: countStates<DisputeState>('disputes', { amounts: true }),
  kept: (counts) => counts,
  totals: { rows: 'disputes.totals', money: sql`o.amount_minor` },
  head: (row, { texts, from }) => ({
    key: row.dispute_number,
    href: paths.disputeDetails(row.dispute_number, from),
    title: texts.t('disputes.row', {
      number: row.order_number,
      amount: texts.money({ minor: row.amount_minor, currency: row.currency }),
    }),
  }),
  file: {
    name: 'disputes.file',
    columns: () => [
      { label: 'disputes.column.dispute', value: textField('external_id') },
      { label: 'orders.export.order', value: textField('order_number') },
      { label: 'orders.export.buyer', value: buyerField },
      { label: 'word.status', value: (row, { word }) => word(`disputes.state.${row.state}`) },
      { label: 'disputes.column.reason', value: (row, { word }) => word(`disputes.reason.${row.reason}`) },
      { label: 'orders.export.currency', value: textField('currency') },
      { label: 'word.amount', value: amountField('amount_minor') },
      { label: 'disputes.column.fee', value: amountField('fee_minor') },
      { label: 'disputes.file.opened', value: timeField('opened_at') },
      { label: 'disputes.file.due', value: timeField('respond_by') },
      { label: 'disputes.file.answered', value: timeField('answered_at') },
      { label: 'disputes.file.closed', value: timeField('closed_at') },
    ],
  },
  nothing: ({ facts, texts: { t } }) =>
    facts.length > 0
      ? {
          title: t('word.nothingHere'),
          hint: t('disputes.noneHere.hint'),
          actions: [{ label: t('disputes.noneHere.action'), href: paths.disputes, primary: true }],
        }
      : { title: t('disputes.none.title'), hint: t('disputes.none.hint') },
})

export const disputesToAnswerHref = listHref(disputesList, null, { filters: { state: [...tabStates.answer] } })
