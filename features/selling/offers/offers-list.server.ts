import { dateFilter, dueColumn, timeColumn } from '#features/machinery/grid/list-parts.server.ts'
import { sql } from 'kysely'
import type { SellerDb } from '#db/client.ts'
import { offerNet } from '#features/core/offer/offer-net.ts'
import { isOver, stateNow } from '#features/core/offer/offer-time.server.ts'
import { offerStates, parseOfferKey, stateAt, turnAt, turnOf, type OfferState } from '#features/core/offer/offer.ts'
import { buyerField } from '#features/core/order/buyer-field.ts'
import { shownBuyer } from '#features/core/order/removed-buyer.ts'
import { timeCell } from '#features/machinery/grid/cells.ts'
import { amountField, momentOf, numberField, textField, timeField } from '#features/machinery/grid/export-file.ts'
import { amountWithin, isOneOf } from '#features/machinery/grid/list-conditions.server.ts'
import { chosenAlone, labelled } from '#features/machinery/grid/list-model.ts'
import { listHref, wordsOf } from '#features/machinery/grid/list-query.ts'
import {
  defineList,
  type ListTab,
  type ListTotal,
  type ListTypes,
  type RowHead,
  type SearchUse,
} from '#features/machinery/grid/list.ts'
import { rowSource, type RowOf } from '#features/machinery/grid/row-source.server.ts'
import { listingsHref } from '#features/selling/listings/listings-list.server.ts'
import { paths } from '#web/paths.ts'
import { mayDo } from '#web/roles.ts'
import { offerCostColumns, offerCosts } from './offer-costs.server.ts'
import { offerDue, offerShare, offerStatus } from './offer-words.ts'

const offerRows = rowSource('buyer_offers', {
  columns: `
    id, offer_key, external_id, variation, sku, buyer_username, begun_by, state, currency, price_minor, units, message,
    list_price_minor, made_at, changed_at, due_at, order_id, seen_at, turn`,
  others: ({ sellerId }) => ({
    title: sql<string>`l.title`,
    image_url: sql<string | null>`coalesce(l.image_url, p.image_url)`,
    item_number: sql<string>`l.item_number`,
    ...offerCostColumns(sellerId),
  }),
  join: ({ sellerId }) => sql`join listings l on l.seller_id = ${sellerId} and l.id = o.listing_id
    left join products p on p.id = l.product_id
    left join listing_contents c on c.seller_id = ${sellerId} and c.listing_id = o.listing_id`,
})

interface OfferCount extends ListTotal {
  state: OfferState
  turn: 'BUYER' | 'SELLER' | null
}

interface Offers extends ListTypes {
  row: RowOf<typeof offerRows>
  place: { mayAnswer: boolean; seesMoney: boolean }
  facts: OfferCount[]
  head: RowHead
  count: OfferCount
  record: RowOf<typeof offerRows>
}

const standings = ['mine', 'buyers', 'accepted', 'closed'] as const
type Standing = (typeof standings)[number]

const standingOf = ({ state, turn }: Pick<OfferCount, 'state' | 'turn'>): Standing =>
  turn === 'SELLER'
    ? 'mine'
    : turn === 'BUYER'
      ? 'buyers'
      : state === 'ACCEPTED' || state === 'PAID'
        ? 'accepted'
        : 'closed'

const conditions: Record<Standing, (now: Date) => ReturnType<typeof sql>> = {
  mine: (now) => sql`o.turn = 'SELLER' and o.due_at > ${now}`,
  buyers: (now) => sql`o.turn = 'BUYER' and o.due_at > ${now}`,
  accepted: (now) => sql`o.state in ('ACCEPTED', 'PAID') and ${isOver(now)} is not true`,
  closed: (now) =>
    sql`(o.state in ('DECLINED', 'EXPIRED', 'WITHDRAWN', 'LISTING_ENDED', 'NOT_PAID') or ${isOver(now)})`,
}

const tab = (id: Standing): ListTab<Offers> => ({
  id,
  label: `offers.tab.${id}`,
  name: `offers.tab.${id}.name`,
  filters: { standing: [id] },
  count: (counts) => counts.reduce((sum, count) => (standingOf(count) === id ? sum + count.rows : sum), 0),
  ...(id === 'mine' ? { sort: { column: 'due', descending: false }, urgent: true } : {}),
})

/** Offers of buyers and to buyers, the last changed first; those that await the seller by deadline. */
export const offersList = defineList<Offers>()({
  access: 'amounts.view',
  views: 'offers',
  place: ({ role }) => ({ mayAnswer: mayDo(role, 'listings.edit'), seesMoney: mayDo(role, 'money.view') }),
  path: paths.offers,
  bulk: paths.offersAnswers,
  concerns: ['talk'],
  title: 'word.offers',
  columns: {
    item: {
      label: 'orders.column.item',
      cell: ({ title, variation, item_number: item, image_url: image }) => ({
        kind: 'two-line',
        main: title,
        second: variation ?? item,
        image,
      }),
      width: 'wide',
      required: true,
      isKey: true,
      card: 'title',
    },
    status: {
      label: 'word.status',
      cell: (row, on) => {
        const due = offerDue(row, on)
        const status = offerStatus(row, on)
        return { kind: 'status', tone: due?.tone ?? status.tone, text: status.text, second: due?.text }
      },
      card: 'lead',
    },
    buyer: {
      label: 'word.buyer',
      cell: (row, { texts }) => shownBuyer(row.buyer_username, texts),
      sort: { by: ['buyer_username'], first: 'ascending' },
      card: 'party',
    },
    price: {
      label: 'offers.column.price',
      cell: (row, { texts }) => ({
        kind: 'money',
        text: texts.money({ minor: row.price_minor, currency: row.currency }),
        second: offerShare(row, texts),
      }),
      sort: { by: ['price_value'], first: 'descending', words: 'number' },
      align: 'end',
      card: 'amount',
    },
    units: {
      label: 'word.quantity',
      cell: ({ units }, { texts }) => texts.number(units),
      align: 'end',
      card: 'count',
      priority: 2,
    },
    left: {
      label: 'offers.column.left',
      cell: (row, on) => {
        const net = offerNet({ priceMinor: row.price_minor, units: row.units }, offerCosts(row, on))
        if (!net) return null
        const { money, percent, t } = on.texts
        return {
          kind: 'money',
          text: money({ minor: net.leftMinor, currency: row.currency }),
          second: net.margin === null ? t('offers.left.noCost') : percent(net.margin),
        }
      },
      align: 'end',
      offered: ({ seesMoney }) => seesMoney,
      card: 'line',
    },
    message: {
      label: 'offers.column.message',
      cell: ({ message }) => message,
      offered: ({ mayAnswer }) => mayAnswer,
      shown: false,
      width: 'wide',
    },
    due: { ...dueColumn('due_at', 'offers.column.due'), priority: 3 },
    changed: { ...timeColumn('changed_at', 'offers.column.changed'), priority: 3 },
    made: { ...timeColumn('made_at', 'offers.column.made'), shown: false },
    seen: { label: 'word.seen', cell: (row, on) => timeCell(row.seen_at, on), shown: false },
  },
  filters: {
    standing: {
      kind: 'choice',
      values: standings,
      options: labelled(standings, (standing) => `offers.tab.${standing}`),
      where: ({ values }, { now }) => standings.flatMap((each) => (values.includes(each) ? conditions[each](now) : [])),
      kept: { matches: (count, { values }) => values.includes(standingOf(count)), indexed: false },
    },
    state: {
      kind: 'choice',
      values: offerStates,
      many: true,
      label: 'word.status',
      options: labelled(offerStates, (state) => `offers.state.${state}`),
      where: ({ values }, { now }) => [
        sql`(o.state = any (${[...values]}::text[]) or ${isOver(now)})`,
        sql`${stateNow(now)} = any (${[...values]}::text[])`,
      ],
      kept: { matches: ({ state }, { values }) => values.includes(state), indexed: false },
    },
    begun: {
      kind: 'choice',
      values: ['BUYER', 'SELLER'],
      label: 'offers.filter.begun',
      options: labelled(['BUYER', 'SELLER'] as const, (by) => `offers.begun.${by}`),
      where: ({ values }) => isOneOf('begun_by', values),
    },
    item: {
      kind: 'choice',
      pattern: /[0-9]{12}/,
      label: 'word.itemNumber',
      options: chosenAlone('item'),
      onlyWhereSet: true,
      where: ({ values }, { sellerId }) => [
        sql`o.listing_id in (select l.id from listings l where l.seller_id = ${sellerId} and l.item_number = any (${[...values]}::text[]))`,
      ],
    },
    price: {
      kind: 'amount',
      label: 'offers.column.price',
      where: (value) => amountWithin('price_value', value),
    },
    made: dateFilter('made_at', 'offers.column.made'),
  },
  sort: { column: 'changed', descending: true },
  walks: 'changed',
  tabs: [
    { id: 'all', label: 'offers.tab.all', count: (counts) => counts.reduce((sum, { rows }) => sum + rows, 0) },
    ...standings.map(tab),
  ],
  tabsAlone: true,
  search: {
    in: 'buyer_offers',
    withTabs: true,
    placeholder: 'offers.search',
    conditions: (_typed, on, use) => wordsOf(on).map((word) => foundByWord(word, on.sellerId, use)),
  },
  table: 'buyer_offers',
  key: { column: 'offer_key', parse: parseOfferKey },
  rows: offerRows,
  facts: countOffers,
  kept: (counts) => counts,
  totals: { rows: 'offers.totals', money: sql`o.price_minor * o.units` },
  steps: ({ mayAnswer }) =>
    mayAnswer
      ? [
          { id: 'accept', label: 'offers.accept' },
          { id: 'decline', label: 'offers.decline' },
          { id: 'counter', label: 'offers.counter', path: paths.offersAnswers },
        ]
      : [],
  primary: ({ place, texts }) =>
    place.mayAnswer ? { label: texts.t('offers.send'), href: listingsHref('active', { offers: ['send'] }) } : undefined,
  head: (row, { now, texts, from }) => ({
    key: row.offer_key,
    href: paths.offer(row.offer_key, from),
    title: texts.t('offers.row', {
      buyer: shownBuyer(row.buyer_username, texts),
      amount: texts.money({ minor: row.price_minor, currency: row.currency }),
      item: row.title,
    }),
    urgent: turnAt(row, now) === 'SELLER',
  }),
  file: {
    name: 'offers.file',
    columns: ({ mayAnswer }, on) => [
      { label: 'offers.export.offer', value: textField('offer_key') },
      { label: 'orders.column.item', value: textField('title') },
      { label: 'word.itemNumber', value: textField('item_number') },
      { label: 'word.variation', value: textField('variation') },
      { label: 'orders.export.buyer', value: buyerField },
      {
        label: 'word.status',
        value: ({ state, due_at: due, order_id: order }, { word }) => {
          const row = { state, due_at: momentOf(due), order_id: order && 1 }
          return word(`offers.state.${on ? stateAt(row, on.now) : state}`)
        },
      },
      { label: 'orders.export.currency', value: textField('currency') },
      { label: 'offers.column.price', value: amountField('price_minor') },
      { label: 'offers.export.asked', value: amountField('list_price_minor') },
      { label: 'word.quantity', value: numberField('units') },
      ...(mayAnswer ? [{ label: 'offers.column.message', value: textField('message') } as const] : []),
      { label: 'offers.export.made', value: timeField('made_at') },
      { label: 'offers.export.changed', value: timeField('changed_at') },
      { label: 'offers.export.due', value: timeField('due_at') },
    ],
  },
  nothing: ({ facts, texts: { t } }) =>
    facts.length > 0
      ? {
          title: t('word.nothingHere'),
          hint: t('offers.noneHere.hint'),
          actions: [{ label: t('offers.noneHere.action'), href: paths.offers, primary: true }],
        }
      : {
          title: t('offers.none.title'),
          hint: t('offers.none.hint'),
          actions: [{ label: t('offers.none.action'), href: paths.listings.active, primary: true }],
        },
})

const everyone = { mayAnswer: true, seesMoney: true }

export const offersToAnswerHref = listHref(offersList, everyone, { filters: { standing: ['mine'] } })

/**
 * Condition: the buyer's name, or words of the listing, contain a word. Listings are found first; a walk, which ends at a
 * page of a common word, reads those of the offers that it passes.
 */
const foundByWord = (word: string, sellerId: number, { walks = false }: SearchUse) => {
  const listings = sql`select w.id from listing_words w where w.seller_id = ${sellerId} and w.terms like search_pattern(${word})`
  return sql`(lower(o.buyer_username) like lower(${`%${word.replaceAll(/[\\%_]/g, String.raw`\$&`)}%`})
    or ${walks ? sql`exists (${listings} and w.id = o.listing_id offset 0)` : sql`o.listing_id in (${listings})`})`
}

/** Counts as kept, with those whose time is over, which the job has yet to close, moved to their state. */
async function countOffers(db: SellerDb, { sellerId, now }: { sellerId: number; now: Date }): Promise<OfferCount[]> {
  const over = sql`from buyer_offers o where seller_id = ${sellerId} and ${isOver(now)} group by 1, 2, 3`
  const sums = (sign: string) => sql.raw(`${sign}count(*), ${sign}sum(price_minor * units)::bigint`)
  const { rows } = await sql<Omit<OfferCount, 'turn' | 'units'> & { begun_by: 'BUYER' | 'SELLER' }>`
    select state, begun_by, currency, offers as rows, value_minor::bigint as minor from offer_counts
    where seller_id = ${sellerId} and offers > 0
    union all select state, begun_by, currency, ${sums('-')} ${over}
    union all select ${stateNow(now)}, begun_by, currency, ${sums('')} ${over}`.execute(db)
  return rows.map((row) => ({ ...row, turn: turnOf(row), units: 0 }))
}
