import { paths } from '#web/paths.ts'
import type { GridFilterView } from '#features/grid/grid-filter-view.ts'
import { gridModel, type GridColumnView, type GridParts, type SavedGridView } from '#features/grid/grid-view.ts'
import { filterValues, gridHref, type GridDefinition, type GridProblem, type GridQuery } from '#lib/grid-query.ts'
import type { GridAction, GridModel, GridTab } from '#shui/grid/grid-model.ts'
import type { Texts } from '#texts/texts.ts'
import { conditions, listingFormats } from '#features/listing/listing-content.ts'
import { listingTabs, lowStockUnits, tabStates, type ListingState, type ListingTab } from '#features/listing/listing.ts'
import { tabSteps } from './listings-bulk.ts'
import { listingRows } from './listings-rows.ts'
import type { ListingList, ListingTotalRow, StateCountRow } from './listings-db.server.ts'
import {
  activeParts,
  categoryOf,
  categoryValue,
  endedPeriods,
  endOutcomes,
  endPeriods,
  idlePeriods,
  listingsHref,
  partOf,
  partStates,
  stockLevels,
  withPart,
} from './listings-query.ts'

/** All that a tab of the listings shows, as it was read. */
export interface ListingsPageData {
  tab: ListingTab
  query: GridQuery
  problems: readonly GridProblem[]
  definition: GridDefinition
  counts: readonly StateCountRow[]
  list: ListingList
  views: readonly SavedGridView[]
  now: Date
  /** Whether the reader may change listings. */
  mayEdit: boolean
}

/** A tab of the listings as a grid. */
export function listingsModel(data: ListingsPageData, texts: Texts): GridModel {
  const { tab, query, definition, list } = data
  const { t } = texts
  const part = partOf(query)
  return gridModel({
    title: part ? t(`listings.part.${part}`) : t(`listings.tab.${tab}`),
    primary: data.mayEdit ? { label: t('listings.create'), href: paths.listingForm({ mode: 'AddItem' }) } : null,
    note: t('common.zone', { zone: texts.zoneName(data.now) }),
    path: paths.listings[tab],
    definition,
    query,
    problems: data.problems,
    texts,
    tabs: tabsOf(data, texts),
    columns: columnsOf(tab, texts),
    filters: filtersOf(data, texts),
    searchPlaceholder: t('listings.search'),
    rows: listingRows(data, texts),
    total: list.totals.reduce((sum, row) => sum + row.listings, 0),
    totals: totalsOf(list.totals, texts),
    views: { action: paths.listingsViews[tab], saved: data.views, shareLabel: t('grid.view.share') },
    exportPath: paths.listingsExport[tab],
    actions: [
      ...(data.mayEdit ? actionsOf(tab, texts) : []),
      { id: 'export', label: t('grid.export.selected'), url: paths.listingsExport[tab], method: 'get' },
    ],
    nothing: nothingOf(tab, texts),
  })
}

function actionsOf(tab: ListingTab, { t }: Texts): GridAction[] {
  return tabSteps[tab].map((step) => ({
    id: step,
    label: t(`listings.step.${step}`),
    url: paths.listingsBulk[tab],
    method: 'get',
    send: { name: 'step', value: step },
  }))
}

/** How many listings are in these states. */
export function countIn(states: readonly ListingState[], counts: readonly StateCountRow[]): number {
  return counts.reduce((sum, row) => (states.includes(row.state) ? sum + row.listings : sum), 0)
}

// A tab's link leads to exactly the rows it counts.
function tabsOf({ tab: active, query, definition, counts }: ListingsPageData, texts: Texts): GridTab[] {
  const part = active === 'active' ? partOf(query) : null
  const parts = activeParts.map((id): GridTab => ({
    id,
    label: texts.t(`listings.part.${id}`),
    count: texts.number(countIn([partStates[id]], counts)),
    href:
      active === 'active'
        ? gridHref(paths.listings.active, withPart(query, id), definition)
        : listingsHref('active', { status: [id] }),
    active: part === id,
  }))
  return listingTabs.map((id) => ({
    id,
    label: texts.t(`listings.tab.${id}`),
    count: texts.number(countIn(tabStates[id], counts)),
    href:
      id === active && id === 'active'
        ? gridHref(paths.listings.active, withPart(query, null), definition)
        : listingsHref(id),
    active: id === active && part === null,
    ...(id === 'active' ? { children: parts } : {}),
  }))
}

function columnsOf(tab: ListingTab, { t }: Texts): Record<string, GridColumnView> {
  const label = (id: Parameters<typeof columnKey>[0]) => t(columnKey(id))
  const figure = { order: 'number', align: 'end', width: 'narrow' } as const
  const isLead = tab === 'active'
  return {
    title: { label: label('title'), isKey: true, width: 'wide', card: 'title' },
    status: { label: label('status'), card: tab === 'active' || tab === 'ended' ? 'lead' : undefined },
    sku: { label: label('sku'), priority: 2 },
    price: {
      label: label('price'),
      edit: t('listings.edit.label.price', { row: '{row}' }),
      order: 'number',
      align: 'end',
      card: 'amount',
    },
    available: {
      label: label('available'),
      edit: t('listings.edit.label.available', { row: '{row}' }),
      ...figure,
      card: 'count',
    },
    sold: { label: label('sold'), ...figure },
    views: { label: label('views'), ...figure, priority: 3 },
    watchers: { label: label('watchers'), ...figure, priority: 3 },
    timeLeft: { label: label('timeLeft'), order: 'due', priority: 2, card: isLead ? 'party' : undefined },
    start: {
      label: label('start'),
      order: 'time',
      priority: tab === 'scheduled' ? 1 : 2,
      card: tab === 'scheduled' ? 'lead' : undefined,
    },
    end: { label: label('end'), order: 'time', card: tab === 'ended' ? 'party' : undefined },
    created: { label: label('created'), order: 'time', card: tab === 'drafts' ? 'lead' : undefined },
    lastSold: { label: label('lastSold') },
    condition: { label: label('condition'), priority: 2 },
    category: { label: label('category'), priority: 3 },
    item: { label: label('item') },
    epid: { label: label('epid') },
  }
}

const columnKey = (
  id:
    | 'title'
    | 'status'
    | 'sku'
    | 'price'
    | 'available'
    | 'sold'
    | 'views'
    | 'watchers'
    | 'timeLeft'
    | 'start'
    | 'end'
    | 'created'
    | 'lastSold'
    | 'condition'
    | 'category'
    | 'item'
    | 'epid',
) => `listings.column.${id}` as const

/** "47 listings", "310 units available", "£3,918.20 + ¥98,000": what stands on the shelves, each currency by itself. */
function totalsOf(totals: readonly ListingTotalRow[], texts: Texts): GridModel['totals'] {
  const sum = (key: 'listings' | 'units') => totals.reduce((all, row) => all + row[key], 0)
  if (totals.length === 0) return []
  const money = totals.map(({ value_minor, currency }) => texts.money({ minor: value_minor, currency }))
  return [
    { text: texts.t('listings.totals.listings', { n: sum('listings') }) },
    { text: texts.t('listings.totals.units', { n: sum('units') }), tone: 'quiet' },
    { text: money.join(' + '), tone: 'strong' },
  ]
}

function filtersOf({ tab, query, counts, now }: ListingsPageData, texts: Texts): GridFilterView[] {
  const { t } = texts
  const inTab = counts.filter(({ state }) => tabStates[tab].includes(state))
  const currencies = new Set(inTab.map((row) => row.currency))
  const [currency] = currencies
  const known = [...inTab.map((row) => row.category), ...filterValues(query, 'category').map(categoryOf)]
  const categories = [...new Set(known)].toSorted((a, b) => a.localeCompare(b, texts.locale === 'de' ? 'de' : 'en'))
  const days = t('listings.filter.ends.hint', { zone: texts.zoneName(now) })
  const options = <T extends string>(values: readonly T[], label: (value: T) => string) =>
    values.map((value) => ({ value, label: label(value) }))
  const periods = <T extends string>(named: Record<T, number>, label: (value: T) => string) =>
    options(Object.keys(named) as T[], label)
  return [
    {
      name: 'outcome',
      label: t('listings.filter.outcome'),
      options: options(endOutcomes, (value) => t(`listings.outcome.${value}`)),
    },
    {
      name: 'ended',
      label: t('listings.filter.ended'),
      hint: days,
      options: periods(endedPeriods, (value) => t(`listings.ended.${value}`)),
    },
    {
      name: 'stock',
      label: t('listings.filter.stock'),
      hint: t('listings.filter.stock.hint', { n: lowStockUnits }),
      options: options(stockLevels, (value) => t(`listings.stock.${value}`)),
    },
    {
      name: 'format',
      label: t('listings.filter.format'),
      options: options(listingFormats, (value) => t(`listings.format.${value}`)),
    },
    {
      name: 'condition',
      label: t('listings.filter.condition'),
      options: options(conditions, (value) => t(`listings.condition.${value}`)),
    },
    {
      name: 'category',
      label: t('listings.filter.category'),
      options: categories.map((label) => ({ value: categoryValue(label), label })),
    },
    {
      name: 'price',
      label: t('listings.filter.price'),
      ...(currencies.size === 1 ? { unit: currency } : { unit: null, hint: t('listings.filter.price.hint') }),
    },
    { name: 'quantity', label: t('listings.filter.quantity'), unit: null },
    {
      name: 'idle',
      label: t('listings.filter.idle'),
      options: options(idlePeriods, (n) => t('listings.idle', { n })),
    },
    {
      name: 'ends',
      label: t('listings.filter.ends'),
      hint: days,
      options: periods(endPeriods, (value) => t(`listings.ends.${value}`)),
    },
  ]
}

function nothingOf(tab: ListingTab, { t }: Texts): GridParts['nothing'] {
  const to = tab === 'active' ? 'drafts' : 'active'
  const label = to === 'drafts' ? t('listings.none.toDrafts') : t('listings.none.toActive')
  return {
    title: t(`listings.none.${tab}.title`),
    hint: t(`listings.none.${tab}.hint`),
    actions: [{ label, href: listingsHref(to), primary: true }],
  }
}
