import { timeColumn } from '#features/machinery/grid/list-parts.server.ts'
import { selectOfSeller } from '#db/select-of-seller.ts'
import { sql } from 'kysely'
import type { SellerDb } from '#db/client.ts'
import { moneyCell, timeCell } from '#features/machinery/grid/cells.ts'
import { isOneOf } from '#features/machinery/grid/list-conditions.server.ts'
import { readRows } from '#features/machinery/grid/list-rows-db.server.ts'
import { listHref, type FiltersOf } from '#features/machinery/grid/list-query.ts'
import { defineList } from '#features/machinery/grid/list.ts'
import { stateWords, timeLeftWords } from '#features/core/listing/listing-words.ts'
import { parseItemNumber, tabOfPath, type ListingState, type ListingTab } from '#features/core/listing/listing.ts'
import { isPaused } from '#features/core/time-away/time-away.ts'
import { categoryName } from '#features/core/listing/taxonomy.ts'
import { paths, withQuery } from '#web/paths.ts'
import { second } from '#lib/duration.ts'
import { mayDo } from '#web/roles.ts'
import { countByState, countIn } from './listing-counts-db.server.ts'
import { listingFilters } from './listing-filters.server.ts'
import { countsOf, except, only, tabs, defaultSort } from './listing-tabs.ts'
import { tabSteps } from './listings-bulk.ts'
import { fileColumns } from './listings-file.ts'
import {
  cannotOf,
  costCell,
  evidenceCell,
  editable,
  listingHref,
  listingRows,
  none,
  packagingCell,
  profitCell,
  saleOf,
  soldCell,
  type ListingRow,
  type Listings,
} from './listings-list-row.server.ts'

const figure = { align: 'end' } as const

export const listingsList = defineList<Listings>()({
  access: 'hub.view',
  views: (place) => `listings-${place.tab}`,
  place: ({ role, pathname }) => ({
    tab: tabOfPath(pathname),
    mayEdit: mayDo(role, 'listings.edit'),
    seesMoney: mayDo(role, 'money.view'),
    hidesAmounts: !mayDo(role, 'amounts.view'),
  }),
  path: ({ tab }) => paths.listings[tab],
  bulk: ({ tab }) => paths.listingsSteps[tab],
  edits: {
    price: paths.listingEdit,
    available: paths.listingEdit,
    cost: paths.listingCostEdit,
    packaging: paths.listingPackagingEdit,
  },
  concerns: ['listings'],
  title: 'listings.title',
  columns: {
    title: {
      label: 'listings.column.title',
      cell: (row, { shown }, { name }) => ({
        kind: 'two-line',
        main: name,
        second: shown.has('sku') ? null : row.sku,
        image: row.image_url,
      }),
      sort: { by: ['title'], first: 'ascending' },
      required: true,
      isKey: true,
      width: 'wide',
      card: 'title',
    },
    status: {
      label: 'listings.column.status',
      cell: (_row, _on, { state }) => ({ kind: 'status', ...state }),
      offered: except('drafts', 'scheduled'),
      card: 'lead',
    },
    sku: {
      label: 'word.sku',
      cell: (row) => row.sku,
      sort: { by: ['sku'], first: 'ascending' },
      shown: only('drafts', 'scheduled'),
      priority: 2,
    },
    price: {
      label: 'word.price',
      cell: (row, on) =>
        row.state === 'DRAFT' && row.price_minor === 0
          ? none
          : (editable('price', row, on) ?? moneyCell({ minor: row.price_minor, currency: row.currency }, on)),
      edit: 'listings.edit.label.price',
      offered: ({ hidesAmounts }) => !hidesAmounts,
      sort: { by: ['price_value'], first: 'descending', words: 'number' },
      align: 'end',
      card: 'amount',
    },
    sale: {
      label: 'saleEvents.column.sale',
      cell: (row, on) => {
        const sale = saleOf(row, on.now)
        const text = sale && on.texts.money({ minor: sale.minor, currency: row.currency })
        if (!sale || text === null) return null
        const isOn = sale.startsAt <= on.now
        const day = on.texts.moment(isOn ? sale.endsAt : sale.startsAt, 'day')
        return { kind: 'money', text, second: on.texts.t(isOn ? 'saleEvents.until' : 'saleEvents.from', { day }) }
      },
      offered: (place) => !place.hidesAmounts && only('active')(place),
      shown: false,
      align: 'end',
    },
    evidence: {
      label: 'listings.column.evidence',
      cell: evidenceCell,
      offered: (place) => !place.hidesAmounts && only('active')(place),
      shown: false,
      ...figure,
    },
    available: {
      label: 'word.available',
      cell: (row, on) => editable('available', row, on) ?? on.texts.number(row.quantity_available),
      edit: 'listings.edit.label.available',
      sort: { by: ['quantity_available'], first: 'ascending', words: 'number' },
      ...figure,
      card: 'count',
    },
    sold: {
      label: 'word.sold',
      cell: (row, { texts }) => soldCell(row, texts),
      sort: { by: ['quantity_sold'], first: 'descending', words: 'number' },
      offered: except('drafts', 'scheduled'),
      ...figure,
    },
    cost: {
      label: 'costs.column.cost',
      cell: costCell,
      edit: 'costs.edit.label',
      offered: ({ seesMoney }) => seesMoney,
      shown: false,
      align: 'end',
    },
    packaging: {
      label: 'listings.column.packaging',
      cell: packagingCell,
      edit: 'listings.edit.label.packaging',
      offered: ({ seesMoney }) => seesMoney,
      shown: false,
      align: 'end',
    },
    profit: {
      label: 'word.profit',
      cell: profitCell,
      offered: (place) => place.seesMoney && except('drafts', 'scheduled')(place),
      shown: false,
      align: 'end',
    },
    margin: {
      label: 'costs.column.margin',
      cell: ({ margin_bps: bps }, { texts }) => (bps === null ? null : texts.percent(bps / 10_000)),
      offered: (place) => place.seesMoney && except('drafts', 'scheduled')(place),
      shown: false,
      ...figure,
    },
    views: {
      label: 'listings.column.views',
      cell: (row, { texts }) => texts.number(row.views_30d),
      sort: { by: ['views_30d'], first: 'descending', words: 'number' },
      offered: except('drafts', 'scheduled'),
      ...figure,
      priority: 3,
    },
    watchers: {
      label: 'listings.column.watchers',
      cell: (row, { texts }) => texts.number(row.watchers),
      sort: { by: ['watchers'], first: 'descending', words: 'number' },
      offered: except('drafts'),
      ...figure,
      priority: 3,
    },
    timeLeft: {
      label: 'listings.column.timeLeft',
      cell: (row, { now, texts }) => timeLeftWords(row.ends_at, now, texts),
      sort: { by: ['closes_at'], first: 'ascending', words: 'due' },
      offered: except('drafts', 'scheduled', 'ended'),
      priority: 2,
      card: (place) => (place.tab === 'active' ? 'party' : undefined),
    },
    start: {
      ...timeColumn('starts_at', 'listings.column.start'),
      offered: except('drafts'),
      priority: (place) => (place.tab === 'scheduled' ? 1 : 2),
      card: (place) => (place.tab === 'scheduled' ? 'lead' : undefined),
    },
    end: {
      label: 'listings.column.end',
      cell: (row, on) => timeCell(row.ended_at ?? row.ends_at, on),
      sort: { by: ['closes_at'], first: 'ascending', words: 'time' },
      offered: except('drafts'),
      shown: only('ended'),
      card: (place) => (place.tab === 'ended' ? 'party' : undefined),
    },
    created: {
      ...timeColumn('created_at', 'listings.column.created'),
      shown: only('drafts'),
      card: (place) => (place.tab === 'drafts' ? 'lead' : undefined),
    },
    offers: {
      label: 'listings.column.offers',
      cell: ({ open_offers: due }, { texts, now }) => {
        const open = due?.filter((until) => until * second > now.getTime()).length
        return open ? texts.number(open) : null
      },
      offered: (place) => !place.hidesAmounts && only('active')(place),
      shown: false,
      ...figure,
    },
    lastSold: {
      label: 'listings.column.lastSold',
      cell: (row, on) => timeCell(row.last_sold_at, on),
      offered: except('drafts', 'scheduled'),
      shown: false,
    },
    condition: {
      label: 'listings.column.condition',
      cell: (row, { texts }) => (row.has_condition ? texts.t(`listings.condition.${row.condition}`) : none),
      shown: only('drafts', 'scheduled'),
      priority: 2,
    },
    category: {
      label: 'word.category',
      cell: (row, { taxonomy, texts }) => row.category && categoryName(taxonomy, row.category, texts.locale),
      shown: only('drafts'),
      priority: 3,
    },
    item: { label: 'listings.column.item', cell: (row) => row.item_number, shown: false },
    epid: { label: 'listings.column.epid', cell: (row) => row.epid, shown: false },
  },
  filters: listingFilters,
  sort: (place) => defaultSort[place.tab],
  tabs,
  search: { in: 'searched_listings', words: 'listing_words', withTabs: true, placeholder: 'listings.search' },
  table: 'listings',
  key: { column: 'item_number', parse: parseItemNumber },
  base: (place) => isOneOf('tab', [place.tab]),
  rows: listingRows,
  facts: async (db, { sellerId }) => ({ counts: await countByState(db, sellerId) }),
  kept: countsOf,
  totals: {
    rows: 'listings.totals.listings',
    units: { of: sql`o.quantity_available`, text: 'listings.totals.units' },
    money: sql`o.price_minor::numeric * o.quantity_available`,
    // Drafts and ended listings have no stock to total.
    sums: except('drafts', 'ended'),
    moneyFor: ({ hidesAmounts }) => !hidesAmounts,
  },
  walks: 'start',
  head: (row, { texts, now, policyPack, place, from }) => {
    const name = row.title || texts.t('listings.untitled')
    const isPausedNow = isPaused(row, now, texts.timeZone)
    const state = stateWords(row, { now, deadlines: policyPack.deadlines, isPaused: isPausedNow }, texts)
    return {
      key: row.item_number,
      href: listingHref(row, { mayEdit: place.mayEdit, from }),
      title: texts.t('listings.row', { title: name, number: row.item_number }),
      urgent: state.tone === 'bad',
      ...(place.mayEdit ? { cannot: cannotOf(row, place.tab, now) } : {}),
      name,
      state,
    }
  },
  from: (query, place) => `${place.tab}?${query}`,
  file: { name: 'listings.export.file', columns: fileColumns },
  steps: (place) =>
    place.mayEdit
      ? [
          ...(place.tab === 'active'
            ? [
                {
                  id: 'edit',
                  label: 'listings.step.edit',
                  path: withQuery(paths.bulkEdit(), { step: 'open' }),
                  posts: true,
                } as const,
                {
                  id: 'reprice',
                  label: 'listings.step.reprice',
                  path: withQuery(paths.bulkEdit(), { step: 'open', suggest: 'median' }),
                  posts: true,
                } as const,
              ]
            : []),
          ...tabSteps[place.tab].map((step) => ({ id: step, label: `listings.step.${step}` as const })),
          ...(place.tab === 'active'
            ? [
                { id: 'offers', label: 'listings.step.offers', path: paths.offersSend } as const,
                { id: 'sale', label: 'listings.step.sale', path: paths.saleEventOpen, posts: true } as const,
                { id: 'rule', label: 'listings.step.rule', path: paths.priceRule() } as const,
              ]
            : []),
          ...(place.tab === 'active'
            ? [{ id: 'away', label: 'listings.step.away', path: paths.awayExceptions, posts: true } as const]
            : []),
        ]
      : [],
  primary: ({ place, texts }) =>
    place.mayEdit ? { label: texts.t('listings.create'), href: paths.listingForm({ mode: 'AddItem' }) } : null,
  nothing: ({ place, facts, texts: { t } }) => {
    const has = (state: ListingState) => countIn([state], facts.counts) > 0
    const waiting = `${has('DRAFT') ? 'drafts' : ''}${has('SCHEDULED') ? 'scheduled' : ''}`
    const isFirst = facts.counts.every(({ rows }) => rows === 0)
    const create = {
      label: t(isFirst ? 'listings.none.create' : 'listings.create'),
      href: paths.listingForm({ mode: 'AddItem' }),
      primary: true,
    }
    const active = { label: t('listings.none.toActive'), href: listingsHref('active') }
    const begins = place.tab === 'active' || place.tab === 'drafts' || isFirst
    return {
      title: t(`listings.none.${place.tab}.title`),
      hint: t(`listings.none.${place.tab}.hint`, { waiting }),
      actions: begins ? (place.mayEdit ? [create] : []) : [active],
    }
  },
})

/** URL of a tab with filters: `listingsHref('active', { status: ['on-hold'] })`. */
export function listingsHref(of: ListingTab, filters: FiltersOf<typeof listingsList> = {}): string {
  return listHref(listingsList, { tab: of, mayEdit: false, seesMoney: true }, { filters })
}

export async function findListing(db: SellerDb, sellerId: number, itemNumber: string): Promise<ListingRow | null> {
  const found = await selectOfSeller(db, 'listings', sellerId)
    .select('id')
    .where('item_number', '=', itemNumber)
    .executeTakeFirst()
  const [row = null] = found ? await readRows(db, listingsList, sellerId, [found.id]) : []
  return row
}
