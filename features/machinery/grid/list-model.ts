import { filterValues, formatGridQuery, shownColumns, type GridQuery } from '#lib/grid-query.ts'
import type { GridAction, GridCell, GridModel, GridOption, GridRow, GridTab } from '#shui/grid/grid-model.ts'
import type { TextKey, Texts } from '#texts/texts.ts'
import { listPaths } from '#web/list-paths.ts'
import type { GridFilterView } from './grid-filter-view.ts'
import { gridModel, type GridColumnView, type SavedGridView } from './grid-view.ts'
import {
  at,
  pagePath,
  type List,
  type ListColumn,
  type ListTab,
  type ListTotal,
  type ListTypes,
  type Reading,
  type Showing,
} from './list.ts'
import type { ListPage, StoppedCount } from './list-db.server.ts'
import { activeTab, isNarrowedTab, tabHref } from './list-query.ts'

/** Builds the grid of a list page from what was read. Pure. `texts` use the shop's time zone. */
export function listModel<T extends ListTypes>(
  list: List<T>,
  reading: Reading<T>,
  { facts, totals, stopped, rows }: ListPage<T>,
  {
    texts,
    views,
    tabCounts = null,
  }: { texts: Texts; views: readonly SavedGridView[]; tabCounts?: ReadonlyMap<string, number> | null },
): GridModel {
  const { definition, query, place, problems } = reading
  const search = formatGridQuery(query, definition)
  const on: Showing<T> = {
    ...reading,
    facts,
    texts,
    shown: new Set(shownColumns(query, definition)),
    from: list.from?.(search, place) ?? search,
  }
  const paths = listPaths(pagePath(list, place))
  const active = activeTab(list, place, query.filters)
  return gridModel({
    title: texts.t(active?.name ?? active?.label ?? list.title),
    primary: list.primary?.(on),
    note: rows.length > 0 && hasTimes(list) ? texts.t('common.zone', { zone: texts.zoneName(on.now) }) : null,
    gap: list.gap?.(on),
    path: paths.page,
    definition,
    query,
    problems,
    texts,
    tabs: list.tabs ? tabsOf(list, on, active, tabCounts) : null,
    tabsBeside: !list.tabsAlone && !isNarrowedTab(list, query, definition),
    // An empty tab without other filters is not a failed search.
    ownFilters: active?.filters,
    columns: columnsOf(list, on),
    filters: filtersOf(list, on),
    filterName: (name) => filterNameOf(list, name, texts),
    searchPlaceholder: list.search && texts.t(list.search.placeholder),
    rows: rows.map((row) => rowOf(list, row, on)),
    total: stopped?.counted ?? totals.reduce((sum, row) => sum + row.rows, 0),
    stopped,
    totals: stopped ? stoppedTotals(list, stopped, on) : totalsOf(list, totals, on),
    views: { action: paths.views, saved: views, shareLabel: texts.t('grid.view.share') },
    exportPath: paths.export,
    actions: actionsOf(list, on),
    nothing: list.nothing(on),
  })
}

const hasTimes = <T extends ListTypes>({ columns }: List<T>) =>
  Object.values<ListColumn<T>>(columns).some(({ sort }) => sort?.words === 'time' || sort?.words === 'due')

/** Tabs of a list for another page, with the counts of all rows. */
export const tabsFrom = <T extends ListTypes>(list: List<T>, on: Reading<T>, facts: T['facts'], texts: Texts) =>
  tabsOf(list, { ...on, facts, texts, shown: new Set(), from: '' }, null, null)

/** Tabs with their counts. With filters, tabs count matches; uncounted tabs show none. */
function tabsOf<T extends ListTypes>(
  list: List<T>,
  on: Showing<T>,
  active: ListTab<T> | null,
  narrowed: ReadonlyMap<string, number> | null,
): GridTab[] {
  const model = (tab: ListTab<T>): GridTab => {
    const n = narrowed ? narrowed.get(tab.id) : tab.count(on.facts)
    return {
      id: tab.id,
      label: on.texts.t(tab.label),
      count: n === undefined ? null : on.texts.number(n),
      href: tabHref(list, tab, on),
      active: tab === active,
      urgent: tab.urgent && n !== undefined && n > 0,
      children: tab.parts?.map(model),
    }
  }
  return (list.tabs ?? []).map(model)
}

function columnsOf<T extends ListTypes>(
  { columns }: List<T>,
  { place, texts }: Showing<T>,
): Record<string, GridColumnView> {
  const view = (column: ListColumn<T>): GridColumnView => ({
    label: texts.t(column.label),
    order: column.sort?.words,
    isKey: column.isKey,
    align: column.align,
    width: column.width,
    card: at(column.card, place),
    priority: at(column.priority, place),
    edit: column.edit && texts.t(column.edit, { row: '{row}' }),
  })
  return Object.fromEntries(Object.entries(columns).map(([id, column]) => [id, view(column)]))
}

function filterNameOf<T extends ListTypes>({ filters }: List<T>, name: string, texts: Texts): string | undefined {
  const label = filters[name]?.label
  return label && texts.t(label)
}

const daysHint = ({ texts, now }: { texts: Texts; now: Date }) => texts.t('grid.days', { zone: texts.zoneName(now) })

function filtersOf<T extends ListTypes>({ filters }: List<T>, on: Showing<T>): GridFilterView[] {
  return Object.entries(filters).flatMap(([name, filter]) => {
    const { label, hint, options, unit } = filter
    if (label === undefined || !(name in on.definition.filters)) return []
    if (filter.onlyWhereSet && filterValues(on.query, name).length === 0) return []
    const said = hint ? hint(on) : filter.kind === 'date' ? daysHint(on) : undefined
    return [{ name, label: on.texts.t(label), hint: said, options: options?.(on), unit: unit?.(on) }]
  })
}

function rowOf<T extends ListTypes>({ columns, head }: List<T>, row: T['row'], on: Showing<T>): GridRow {
  const own = head(row, on)
  const { key, href, title, urgent, cannot } = own
  const cells: Record<string, GridCell> = {}
  // Build cells of visible columns only: rows have many hidden ones.
  for (const id of on.shown) {
    const column = columns[id]
    if (column) cells[id] = column.cell(row, on, own)
  }
  return { key, href, title, cells, urgent, cannot }
}

/** "47 orders", "61 items", "£3,918.20 + ¥98,000": currencies are never summed. */
function totalsOf<T extends ListTypes>(
  { totals: of }: List<T>,
  totals: readonly ListTotal[],
  { texts, place }: Showing<T>,
): GridModel['totals'] {
  if (totals.length === 0) return []
  const sum = (key: 'rows' | 'units') => totals.reduce((all, row) => all + row[key], 0)
  const rows = { text: texts.t(of.rows, { n: sum('rows') }) }
  if (of.sums?.(place) === false) return [rows]
  return [
    rows,
    ...(of.units ? [{ text: texts.t(of.units.text, { n: sum('units') }), tone: 'quiet' as const }] : []),
    ...(of.money && of.moneyFor?.(place) !== false
      ? [{ text: totals.map((total) => texts.money(total)).join(' + '), tone: 'strong' as const }]
      : []),
  ]
}

/** "More than 10,000 orders", without amounts. */
function stoppedTotals<T extends ListTypes>(
  { totals: of }: List<T>,
  { counted }: StoppedCount,
  { texts: { t }, place }: Showing<T>,
): GridModel['totals'] {
  const rows = { text: t('grid.totals.more', { rows: t(of.rows, { n: counted }) }) }
  const hasSums = (of.units || of.money) && of.sums?.(place) !== false
  return hasSums ? [rows, { text: t('grid.totals.narrow'), tone: 'quiet' }] : [rows]
}

function actionsOf<T extends ListTypes>(list: List<T>, { place, texts, facts }: Showing<T>): GridAction[] {
  const bulk = list.bulk === undefined ? undefined : at<T, string>(list.bulk, place)
  const { export: file } = listPaths(pagePath(list, place))
  const steps = list.steps?.(place) ?? []
  const seen = list.seen?.(facts)
  return [
    ...steps.flatMap(({ id, label, path, posts, key }): GridAction[] => {
      const action = { id, label: texts.t(label), key }
      if (path && posts) return [{ ...action, url: path, method: 'post' }]
      if (path) return [{ ...action, url: path, method: 'get', send: { name: 'step', value: id } }]
      if (!bulk) return []
      const query = new URLSearchParams({ step: id, ...(seen && { seen }) })
      return [{ ...action, url: `${bulk}?${query}`, method: 'post', inPlace: true }]
    }),
    { id: 'export', label: texts.t('grid.export.selected'), url: file, method: 'get' },
  ]
}

/** The chosen value of a filter as the only option, under its own name. */
export function chosenAlone(name: string) {
  return ({ query }: { query: GridQuery }): GridOption[] =>
    filterValues(query, name).map((value) => ({ value, label: value }))
}

export function labelled<Value extends string>(values: readonly Value[], label: (value: Value) => TextKey) {
  return ({ texts }: { texts: Texts }): GridOption[] => values.map((value) => ({ value, label: texts.t(label(value)) }))
}

/** Currency shared by all stored counts; null if there are several. */
export function onlyCurrency(lines: readonly { currency: string }[]): string | null {
  const [currency, ...others] = new Set(lines.map((line) => line.currency))
  return currency !== undefined && others.length === 0 ? currency : null
}
