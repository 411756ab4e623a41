import {
  choiceFilter,
  dateFilter,
  dueColumn,
  timeColumn,
  moneyColumn,
} from '#features/machinery/grid/list-parts.server.ts'
import { buyerField } from '#features/core/order/buyer-field.ts'
import { shownBuyer } from '#features/core/order/removed-buyer.ts'
import { sql } from 'kysely'
import { timeCell } from '#features/machinery/grid/cells.ts'
import {
  amountField,
  numberField,
  textField,
  timeField,
  type ExportColumn,
} from '#features/machinery/grid/export-file.ts'
import { isOneOf, holdsWord, type SqlCondition } from '#features/machinery/grid/list-conditions.server.ts'
import { listHref } from '#features/machinery/grid/list-query.ts'
import { defineList, type ListTab, type ListTypes, type RowHead } from '#features/machinery/grid/list.ts'
import { rowSource, type RowOf } from '#features/machinery/grid/row-source.server.ts'
import { parseCaseNumber, returnReasons, type CaseKind } from '#features/core/order/order-case.ts'
import type { TextKey } from '#texts/texts.ts'
import { paths } from '#web/paths.ts'
import { mayDo } from '#web/roles.ts'
import { countCases, type CaseCounts } from './case-counts-db.server.ts'
import { caseDueWords, caseStateWords, type CaseWords } from './case-words.ts'
import { turns, type Turn } from './case-states.ts'
import type { SellerDb } from '#db/client.ts'
import { foundByWords } from '#db/shards.ts'

const caseTabs = ['all', 'open', 'you', 'others', 'marketplace', 'closed'] as const
type CaseTab = (typeof caseTabs)[number]

/** Turns shown in a tab. Every case is in `all`, and in `closed` or in `open` and exactly one other. */
const tabTurns: Record<CaseTab, readonly Turn[]> = {
  all: turns,
  open: turns.filter((turn) => turn !== 'NOBODY'),
  you: ['SELLER'],
  others: ['BUYER', 'CARRIER', 'PAYMENT'],
  marketplace: ['MARKETPLACE'],
  closed: ['NOBODY'],
}

const caseRows = rowSource('cases', {
  columns: `
    case_number, kind, state, reason, units, currency, amount_minor, refund_minor, opened_at, due_at, closed_at`,
  others: () => ({
    order_number: sql<string>`s.order_number`,
    buyer_username: sql<string>`s.buyer_username`,
    title: sql<string>`l.title`,
    sku: sql<string | null>`l.sku`,
    image_url: sql<string | null>`coalesce(i.image_url, p.image_url)`,
  }),
  join: ({ sellerId }) => sql`
    join orders s on s.seller_id = ${sellerId} and s.id = o.order_id
    join line_items l on l.seller_id = ${sellerId} and l.id = o.line_item_id
    left join listings i on i.seller_id = ${sellerId} and i.id = l.listing_id
    left join products p on p.id = l.product_id`,
})

type CaseRow = RowOf<typeof caseRows>

export interface Cases extends ListTypes {
  row: CaseRow
  place: { hidesAmounts?: boolean }
  facts: { counts: CaseCounts }
  head: RowHead & { state: CaseWords; due: CaseWords | null }
  record: CaseRow
}

const amountColumns: readonly ExportColumn<CaseRow>[] = [
  { label: 'orders.export.currency', value: textField('currency') },
  { label: 'word.atRisk', value: amountField('amount_minor') },
  { label: 'cases.column.refund', value: amountField('refund_minor') },
]

/** The label is also the page's heading, so "All" would not do. */
function labelOf(kind: CaseKind, id: CaseTab): TextKey {
  if (id === 'open') return `cases.title.${kind}`
  return id === 'all' ? `cases.name.${kind}.all` : `cases.tab.${id}`
}

const tab = (kind: CaseKind, id: CaseTab): ListTab<Cases> => ({
  id,
  label: labelOf(kind, id),
  name: id === 'open' ? `cases.title.${kind}` : `cases.name.${kind}.${id}`,
  filters: id === 'all' ? {} : { turn: [id] },
  count: ({ counts }) => countOf(id, counts),
  // Cases that wait for the seller are sorted by deadline.
  ...(id === 'you' ? { sort: { column: 'due', descending: false } } : {}),
})

export const countOf = (id: CaseTab, counts: CaseCounts) => tabTurns[id].reduce((sum, turn) => sum + counts[turn], 0)

const turnTabs = caseTabs.filter((id) => id !== 'all')

const casesList = (kind: CaseKind) =>
  defineList<Cases>()({
    access: 'hub.view',
    views: kind === 'RETURN' ? 'returns' : 'not-received',
    place: ({ role }) => ({ hidesAmounts: !mayDo(role, 'amounts.view') }),
    path: paths.cases[kind],
    concerns: ['orders', 'talk'],
    title: `cases.title.${kind}`,
    columns: {
      case: { label: 'cases.column.case', cell: (row) => row.case_number, required: true, isKey: true, card: 'key' },
      status: {
        label: 'word.status',
        cell: (_row, _on, { state, due }) => ({
          kind: 'status',
          ...state,
          ...(due && due.tone !== 'neutral' ? { tone: due.tone } : {}),
          second: due?.text,
        }),
        card: 'lead',
      },
      buyer: {
        label: 'word.buyer',
        cell: (row, { texts }) => ({
          kind: 'two-line',
          main: shownBuyer(row.buyer_username, texts),
          second: row.order_number,
        }),
        card: 'party',
      },
      item: {
        label: 'word.item',
        cell: (row, { texts: { t } }) => ({
          kind: 'two-line',
          main: row.title,
          second:
            [row.sku, row.units > 1 ? t('cases.units', { n: row.units }) : null].filter(Boolean).join(' · ') || null,
          image: row.image_url,
        }),
        width: 'wide',
        card: 'title',
      },
      reason: {
        label: 'word.reason',
        cell: (row, { texts: { t } }) => t(`cases.reason.${row.reason}`),
        offered: () => kind === 'RETURN',
        priority: 2,
      },
      amount: {
        ...moneyColumn('amount_minor', 'word.atRisk'),
        offered: ({ hidesAmounts }) => !hidesAmounts,
        card: 'amount',
      },
      opened: { ...timeColumn('opened_at', 'cases.column.opened'), priority: 2 },
      due: { ...dueColumn('due_at', 'cases.column.due'), shown: false },
      refund: {
        ...moneyColumn('refund_minor', 'cases.column.refund'),
        offered: ({ hidesAmounts }) => !hidesAmounts,
        shown: false,
      },
      closed: { label: 'cases.column.closed', cell: (row, on) => timeCell(row.closed_at, on), shown: false },
    },
    filters: {
      turn: {
        kind: 'choice',
        values: turnTabs,
        where: ({ values }) =>
          isOneOf(
            'turn',
            turnTabs.filter((id) => values.includes(id)).flatMap((id) => tabTurns[id]),
          ),
      },
      reason: {
        ...choiceFilter('reason', 'word.reason', returnReasons, (reason) => `cases.reason.${reason}`),
        offered: () => kind === 'RETURN',
      },
      opened: dateFilter('opened_at', 'cases.column.opened'),
    },
    sort: { column: 'opened', descending: true },
    walks: 'opened',
    tabs: caseTabs.map((id) => tab(kind, id)),
    tabsAlone: true,
    search: {
      in: 'searched_cases',
      placeholder: 'cases.search',
      foundRows: (words, on, { db }) => inFoundCases(words, on, { db }),
    },
    table: 'cases',
    key: { column: 'case_number', parse: parseCaseNumber },
    base: () => isOneOf('kind', [kind]),
    rows: caseRows,
    facts: async (db, { sellerId }) => ({ counts: (await countCases(db, sellerId))[kind] }),
    totals: { rows: 'cases.totals', money: sql`o.amount_minor`, moneyFor: ({ hidesAmounts }) => !hidesAmounts },
    head: (row, { texts, now, from }) => ({
      key: row.case_number,
      href: paths.caseDetails(row.case_number, from),
      title: texts.t('cases.row', { number: row.case_number, title: row.title }),
      state: caseStateWords(row, texts),
      due: caseDueWords(row, { now, texts }),
    }),
    file: {
      name: 'cases.file',
      columns: ({ hidesAmounts }) => [
        { label: 'cases.column.case', value: textField('case_number') },
        { label: 'word.status', value: (row, { word }) => word(`cases.state.${row.state}`) },
        { label: 'word.reason', value: (row, { word }) => word(`cases.reason.${row.reason}`) },
        { label: 'orders.export.order', value: textField('order_number') },
        { label: 'word.buyer', value: buyerField },
        { label: 'word.item', value: textField('title') },
        { label: 'word.sku', value: textField('sku') },
        { label: 'word.quantity', value: numberField('units') },
        ...(hidesAmounts ? [] : amountColumns),
        { label: 'cases.file.opened', value: timeField('opened_at') },
        { label: 'cases.file.due', value: timeField('due_at') },
        { label: 'cases.file.closed', value: timeField('closed_at') },
      ],
    },
    nothing: ({ facts, texts: { t } }) =>
      countOf('all', facts.counts) > 0
        ? {
            title: t('word.nothingHere'),
            hint: t('cases.noneHere.hint'),
            actions: [{ label: t('cases.noneHere.action'), href: paths.cases[kind], primary: true }],
          }
        : { title: t(`cases.none.${kind}.title`), hint: t(`cases.none.${kind}.hint`) },
  })

export const returnsList = casesList('RETURN')
export const notReceivedList = casesList('NOT_RECEIVED')
export const listOfCases = { RETURN: returnsList, NOT_RECEIVED: notReceivedList } as const

export const openCasesHref = (kind: CaseKind) => listHref(listOfCases[kind], {}, { filters: { turn: ['open'] } })

/** Orders with a word. Where there are more, the words of the cases' own orders are read, which are fewer. */
const mostOrders = 1_000

/** Cases `o` on a cluster whose number or order contains each word. */
export function inFoundCases(
  words: readonly string[],
  { sellerId }: { sellerId: number },
  { db, most = mostOrders }: { db: SellerDb; most?: number },
): SqlCondition[] {
  return words.map((word) => {
    const found = foundByWords(db, 'order_words', { condition: holdsWord(word), most: most + 1 })
    const orders = sql`array(select ${found})`
    // An offset keeps PostgreSQL from reading the words of all orders.
    return sql`(o.order_id = any (${orders}) or o.case_number like search_pattern(${word})
      or cardinality(${orders}) > ${most} and exists (select from order_words w
        where w.seller_id = ${sellerId} and w.id = o.order_id and w.terms like search_pattern(${word}) offset 0))`
  })
}
