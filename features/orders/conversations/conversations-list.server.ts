import { dateFilter, timeColumn } from '#features/machinery/grid/list-parts.server.ts'
import { shownBuyer } from '#features/core/order/removed-buyer.ts'
import { buyerField } from '#features/core/order/buyer-field.ts'
import { sql } from 'kysely'
import { firstRow } from '#db/one-row.ts'
import { foundByWords } from '#db/shards.ts'
import { timeCell } from '#features/machinery/grid/cells.ts'
import { textField, timeField } from '#features/machinery/grid/export-file.ts'
import { holdsWord } from '#features/machinery/grid/list-conditions.server.ts'
import { labelled } from '#features/machinery/grid/list-model.ts'
import { oneOf } from '#features/machinery/grid/list-query.ts'
import {
  defineList,
  type ListTab,
  type ListTotal,
  type ListTypes,
  type RowHead,
  type Showing,
} from '#features/machinery/grid/list.ts'
import { rowSource, type RowOf } from '#features/machinery/grid/row-source.server.ts'
import { hideContacts, readableText } from '#features/core/policy-pack/hide-contacts.ts'
import { paths } from '#web/paths.ts'
import { replyHref } from './thread-id.ts'
import { parseThreadKey } from './thread-key.ts'
import { threadTitle } from './thread-title.ts'

const conversationRows = rowSource('conversations', {
  columns: 'id, thread, order_number, buyer_username, last_at, is_unread, awaiting_since',
  others: ({ sellerId }) => ({
    sender: sql<'BUYER' | 'SELLER'>`m.sender`,
    member_name: sql<string | null>`m.member_name`,
    body: sql<string>`left(m.body, 300)`,
    pictures: sql<number>`(
      select count(*) from message_pictures p where p.seller_id = ${sellerId} and p.message_id = m.id)`,
    title: sql<string | null>`coalesce((select l.title from line_items l
      where l.seller_id = ${sellerId} and l.order_id = o.order_id
      order by l.cancelled_quantity >= l.quantity, l.position limit 1), i.title)`,
    item_number: sql<string | null>`i.item_number`,
  }),
  join: ({ sellerId }) => sql`
    join conversation_messages m on m.seller_id = ${sellerId} and m.id = o.last_id
    left join listings i on i.seller_id = ${sellerId} and i.id = o.listing_id`,
})

type ConversationRow = RowOf<typeof conversationRows>

interface Counts {
  all: number
  unread: number
  unanswered: number
  theirs: number
  questions: number
  /** Key of the newest message overall; null if none. */
  newest: string | null
}

export interface Conversations extends ListTypes {
  row: ConversationRow
  place: null
  facts: Counts
  head: RowHead
  count: ListTotal
  record: ConversationRow
}

const standings = ['unread', 'unanswered', 'theirs'] as const

const conditions = {
  unread: sql`o.is_unread`,
  unanswered: sql`o.awaiting_since is not null`,
  // The seller wrote last.
  theirs: sql`o.last_id > o.last_buyer_id`,
}

const abouts = ['question', 'order'] as const

const isAbout = { question: sql`o.listing_id is not null`, order: sql`o.order_id is not null` }

/** The message as the seller may read it. */
const readableBody = ({ body, item_number }: ConversationRow, { policyPack, texts }: Showing<Conversations>) =>
  item_number === null ? body : readableText(policyPack, texts)(body)

const openCase = ({ sellerId }: { sellerId: number }) => sql`o.order_id in (
  select c.order_id from cases c where c.seller_id = ${sellerId} and c.closed_at is null)`

const tabs: ListTab<Conversations>[] = [
  { id: 'all', label: 'conversations.tab.all', name: 'conversations.title', count: ({ all }) => all },
  ...standings.map((id): ListTab<Conversations> => ({
    id,
    label: `conversations.tab.${id}`,
    filters: { standing: [id] },
    count: (counts) => counts[id],
  })),
  {
    id: 'questions',
    label: 'conversations.filter.about.question',
    filters: { about: ['question'] },
    count: ({ questions }) => questions,
  },
]

export const conversationsList = defineList<Conversations>()({
  access: 'buyers.talk',
  views: 'conversations',
  place: () => null,
  path: paths.conversations,
  bulk: paths.conversationsMarks,
  concerns: ['talk'],
  title: 'conversations.title',
  columns: {
    buyer: {
      label: 'word.buyer',
      cell: ({ buyer_username }, { texts }) => shownBuyer(buyer_username, texts),
      sort: { by: ['buyer_username'], first: 'ascending' },
      required: true,
      isKey: true,
      card: 'title',
    },
    standing: {
      label: 'word.status',
      cell: ({ is_unread, awaiting_since, sender }, { texts }) =>
        is_unread
          ? { kind: 'status', tone: 'warn', text: texts.t('conversations.unread') }
          : awaiting_since
            ? { kind: 'status', tone: 'neutral', text: texts.t('conversations.unanswered') }
            : {
                kind: 'status',
                tone: 'neutral',
                text: texts.t(sender === 'SELLER' ? 'conversations.answered' : 'talk.settle'),
              },
      card: 'lead',
    },
    message: {
      label: 'conversations.column.message',
      cell: (row, on) => ({
        kind: 'two-line',
        main: readableBody(row, on) || on.texts.t('conversations.photos', { n: row.pictures }),
        second: row.sender === 'SELLER' ? on.texts.t('talk.you', { name: row.member_name ?? '' }) : null,
      }),
      width: 'wide',
      card: 'party',
    },
    item: {
      label: 'orders.column.item',
      cell: ({ title, order_number, item_number }) => ({
        kind: 'two-line',
        main: title ?? '',
        second: order_number ?? item_number,
      }),
      width: 'wide',
      card: 'line',
    },
    last: { ...timeColumn('last_at', 'conversations.column.last'), card: 'amount' },
    since: {
      label: 'conversations.column.since',
      cell: (row, on) => timeCell(row.awaiting_since, on),
      sort: { by: ['awaiting_since'], first: 'ascending', words: 'time' },
      shown: false,
    },
  },
  filters: {
    standing: {
      kind: 'choice',
      values: standings,
      options: labelled(standings, (standing) => `conversations.tab.${standing}`),
      where: (value) => [conditions[oneOf(standings, value) ?? 'unread']],
    },
    about: {
      kind: 'choice',
      values: abouts,
      label: 'conversations.filter.about',
      options: labelled(abouts, (about) => `conversations.filter.about.${about}`),
      where: (value) => [isAbout[oneOf(abouts, value) ?? 'question']],
    },
    case: {
      kind: 'choice',
      values: ['open'],
      label: 'conversations.filter.case',
      options: labelled(['open'] as const, () => 'conversations.filter.case.open'),
      where: (_value, on) => [openCase(on)],
    },
    last: dateFilter('last_at', 'conversations.filter.last'),
  },
  sort: { column: 'last', descending: true },
  tabs,
  tabsAlone: true,
  search: {
    in: 'searched_conversations',
    placeholder: 'conversations.search',
    foundRows: (words, _on, { db, most }) => {
      const condition = sql.join(words.map(holdsWord), sql` and `)
      const found = foundByWords(db, 'conversation_words', { condition, ...(most === undefined ? {} : { most }) })
      return [sql`o.id = any (array(select ${found}))`]
    },
  },
  table: 'conversations',
  key: { column: 'thread', parse: parseThreadKey },
  rows: conversationRows,
  facts: async (db, { sellerId }) => {
    const found = await sql<Counts>`
      select count(*) as all, count(*) filter (where ${conditions.unread}) as unread,
        count(*) filter (where ${conditions.unanswered}) as unanswered,
        count(*) filter (where ${conditions.theirs}) as theirs,
        count(*) filter (where ${isAbout.question}) as questions,
        (select message_key from conversation_messages where seller_id = ${sellerId} order by id desc limit 1) as newest
      from conversations o where o.seller_id = ${sellerId}`.execute(db)
    return firstRow(found)
  },
  totals: { rows: 'conversations.totals' },
  walks: 'last',
  steps: () => [
    { id: 'read', label: 'word.markAsRead' },
    { id: 'unread', label: 'talk.unread' },
  ],
  // Bulk marks must not cover messages that arrive after the list was loaded.
  seen: ({ newest }) => newest,
  head: ({ thread, order_number, item_number, buyer_username, awaiting_since, is_unread }, { texts, from }) => ({
    key: thread,
    href: replyHref(thread, from),
    title: threadTitle({ order: order_number, item: item_number, buyer: shownBuyer(buyer_username, texts) }, texts),
    urgent: awaiting_since !== null,
    cannot: is_unread ? 'unread' : 'read',
  }),
  file: {
    name: 'conversations.file',
    columns: (_place, on) => [
      { label: 'orders.export.order', value: textField('order_number') },
      { label: 'word.itemNumber', value: textField('item_number') },
      { label: 'orders.export.buyer', value: buyerField },
      { label: 'conversations.export.last', value: timeField('last_at') },
      { label: 'conversations.export.since', value: timeField('awaiting_since') },
      {
        label: 'conversations.column.message',
        value: ({ body, item_number }, { text }) =>
          text(item_number !== null && on?.policyPack.maskContactData ? hideContacts(body, '[…]') : body),
      },
    ],
  },
  nothing: ({ texts: { t }, facts, query }) => {
    const isWaiting = query.filters['standing']?.join() === 'unanswered'
    const what = facts.all === 0 ? 'none' : isWaiting ? 'allAnswered' : 'noneHere'
    return {
      title: t(`conversations.${what}.title`),
      hint: t(`conversations.${what}.hint`),
      actions: [{ label: t('error.toOrders'), href: paths.orders, primary: true }],
    }
  },
})
