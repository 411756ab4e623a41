import {
  changeGridQuery,
  formatGridQuery,
  formatSort,
  gridFields,
  gridHref,
  gridLimits,
  isNarrowed,
  matchText,
  shownColumns,
  type GridDefinition,
  type GridQuery,
  type GridSort,
} from '#lib/grid-query.ts'
import type { GridProblem } from '#lib/read-grid-query.ts'
import type { GridColumn, GridEmpty, GridModel, GridPaging, GridViews } from '#shui/grid/grid-model.ts'
import type { Texts } from '#texts/texts.ts'
import { chipsOf, filterModels, type GridFilterView } from './grid-filter-view.ts'

/** Label and appearance of a column. `order` selects the words for its directions; defaults to `text`. */
export type GridColumnView = Omit<GridColumn, 'id' | 'sort'> & { order?: 'text' | 'code' | 'number' | 'time' | 'due' }

/** A saved view with its canonical query. */
export interface SavedGridView {
  id: string
  name: string
  query: string
  deletable: boolean
}

/** What a page provides besides rows; the rest of the grid's model follows from its query. */
export type GridParts = Pick<
  GridModel,
  'title' | 'primary' | 'note' | 'gap' | 'tabs' | 'tabsBeside' | 'rows' | 'total' | 'totals' | 'actions'
> & {
  path: string
  /** Set if counting stopped at `total`: more rows match, and only `hasNext` is known. */
  stopped?: { hasNext: boolean } | null
  definition: GridDefinition
  query: GridQuery
  problems: readonly GridProblem[]
  texts: Texts
  /** All columns of the definition, by id. */
  columns: Readonly<Record<string, GridColumnView>>
  /** Filters in panel order. A filter left out is set elsewhere (by tabs) and has no chip. */
  filters: readonly GridFilterView[]
  /** Name of a filter, even if it is not offered to the reader. */
  filterName: (name: string) => string | undefined
  /** Search placeholder: "Order, buyer, title, SKU, tracking". Absent: no search. */
  searchPlaceholder?: string
  views?: { action: string; saved: readonly SavedGridView[]; shareLabel?: string } | null
  exportPath?: string | null
  /** Filters set by the current tab. If nothing else narrows an empty list, it is not a failed search. */
  ownFilters?: GridQuery['filters']
  /** Shown if the list has no rows at all: what it contains, and what to do first. */
  nothing: { title: string; hint: string; actions?: GridEmpty['actions'] }
}

export function gridModel(parts: GridParts): GridModel {
  const { definition, query, path, texts } = parts
  const firstPage = { ...query, offset: 0 }
  const unfiltered = changeGridQuery(query, { q: '', filters: tabFilters(parts), view: null })
  const filterNames = parts.filters.map((filter) => filter.name)
  const isSearched = query.q !== '' || filterNames.some((name) => query.filters[name])
  const clearHref = isSearched ? gridHref(path, unfiltered, definition) : null
  const empty = parts.rows.length > 0 ? null : emptyOf(parts, clearHref)
  return {
    title: parts.title,
    // An empty list shows its own primary action; a page has only one.
    primary: empty?.kind === 'nothing' && empty.actions.some(({ primary }) => primary) ? null : parts.primary,
    note: parts.note,
    gap: parts.gap,
    path,
    fields: gridFields(firstPage, definition),
    match: matchText(query, definition),
    tabs: parts.tabs,
    tabsBeside: parts.tabsBeside,
    search: parts.searchPlaceholder ? { value: query.q, placeholder: parts.searchPlaceholder } : null,
    filters: filterModels(parts.filters, definition, query, parts.texts),
    chips: chipsOf({ filters: parts.filters, definition, query, path, texts }),
    clearHref,
    problems: parts.problems.map((problem) => problemText(problem, parts)),
    sorting: sortingOf(parts),
    columns: columnsOf(parts),
    columnsChosen: query.cols !== null,
    columnChoices: columnChoicesOf(parts),
    rows: parts.rows,
    total: parts.total,
    more: parts.stopped ? moreText(parts) : null,
    totals: parts.totals,
    paging: pagingOf(parts),
    views: viewsOf(parts),
    export:
      parts.exportPath && parts.total > 0
        ? {
            href: gridHref(parts.exportPath, firstPage, definition),
            label: parts.stopped ? texts.t('grid.export.all') : texts.t('grid.export', { n: parts.total }),
          }
        : null,
    actions: parts.actions,
    empty,
  }
}

function tabFilters({ query, filters }: GridParts): GridQuery['filters'] {
  return Object.fromEntries(
    Object.entries(query.filters).filter(([name]) => !filters.some((filter) => filter.name === name)),
  )
}

function columnsOf({ definition, query, path, columns }: GridParts): GridColumn[] {
  return shownColumns(query, definition).flatMap((id) => {
    const rule = definition.columns.find((column) => column.id === id)
    const view = columns[id]
    if (!rule || !view) return []
    const { order: _, ...drawn } = view
    if (!rule.sort) return [{ id, ...drawn }]
    const sorted = query.sort.column === id
    const descending = sorted ? !query.sort.descending : rule.sort === 'descending'
    const href = gridHref(path, changeGridQuery(query, { sort: { column: id, descending } }), definition)
    return [{ id, ...drawn, sort: { href, state: sorted ? directionOf(query.sort) : null } }]
  })
}

const directionOf = (sort: GridSort) => (sort.descending ? 'descending' : 'ascending')

function sortingOf(parts: GridParts): GridModel['sorting'] {
  const { definition, query, path, columns } = parts
  const sorts = definition.columns.flatMap(({ id, sort }): GridSort[] => {
    if (!sort || !columns[id]) return []
    const first = { column: id, descending: sort === 'descending' }
    return query.sort.column === id ? [first, { ...first, descending: !first.descending }] : [first]
  })
  return {
    text: orderText(query.sort, parts),
    options: sorts.map((sort) => ({
      label: orderText(sort, parts),
      href: gridHref(path, changeGridQuery(query, { sort }), definition),
      active: formatSort(sort) === formatSort(query.sort),
    })),
  }
}

/** "Ship by, soonest first". */
function orderText(sort: GridSort, { columns, texts }: GridParts): string {
  const column = columns[sort.column]
  const direction = texts.t(`list.order.${column?.order ?? 'text'}.${directionOf(sort)}`)
  return texts.t('list.order', { column: column?.label ?? sort.column, direction })
}

function columnChoicesOf({ definition, query, columns }: GridParts): GridModel['columnChoices'] {
  const shown = shownColumns(query, definition)
  return definition.columns.flatMap(({ id, required }) => {
    const label = columns[id]?.label
    return label === undefined ? [] : [{ id, label, shown: shown.includes(id), required }]
  })
}

/** "more than 10,000" */
const moreText = ({ texts, total }: GridParts) => texts.t('grid.more', { n: total })

function pagingOf(parts: GridParts): GridPaging {
  const { definition, query, path, texts, rows, total, stopped } = parts
  const { offset, limit } = query
  const at = (start: number) => gridHref(path, { ...query, offset: start }, definition)
  // If counting stopped, the last page is unknown.
  const last = stopped ? offset : Math.max(0, Math.floor((total - 1) / limit) * limit)
  const hasNext = rows.length > 0 && (stopped?.hasNext ?? offset + rows.length < total)
  return {
    from: texts.number(rows.length > 0 ? offset + 1 : 0),
    to: texts.number(rows.length > 0 ? offset + rows.length : 0),
    total: stopped ? moreText(parts) : texts.number(total),
    firstHref: offset > 0 ? at(0) : null,
    previousHref: offset > 0 ? at(Math.max(0, Math.min(offset - limit, last))) : null,
    nextHref: hasNext ? at(offset + limit) : null,
    lastHref: hasNext && !stopped ? at(last) : null,
    // Hide page sizes if all rows fit on the smallest page.
    limits:
      total <= gridLimits[0]
        ? []
        : gridLimits.map((choice) => ({
            limit: choice,
            href: gridHref(path, changeGridQuery(query, { limit: choice }), definition),
            active: choice === limit,
          })),
  }
}

function viewsOf({ definition, query, path, views }: GridParts): GridViews | null {
  if (!views) return null
  const present = formatGridQuery({ ...query, offset: 0, view: null }, definition)
  const items = views.saved.map((view) => ({
    id: view.id,
    label: view.name,
    href: `${path}?${view.query === '' ? '' : `${view.query}&`}view=${encodeURIComponent(view.id)}`,
    active: query.view === view.id,
    deletable: view.deletable,
  }))
  const isNew = views.saved.every((view) => view.query !== present)
  return { items, action: views.action, query: present, savable: present !== '' && isNew, shareLabel: views.shareLabel }
}

function isWholeTab({ query, ownFilters = {} }: GridParts): boolean {
  const set = Object.entries(query.filters)
  const isOwn = ([name, values]: [string, readonly string[]]) => ownFilters[name]?.join() === values.join()
  return query.q === '' && set.length > 0 && set.every(isOwn)
}

function emptyOf(parts: GridParts, clearHref: string | null): GridEmpty {
  const { definition, query, path, texts, total, nothing } = parts
  if (total > 0) {
    const first = {
      label: texts.t('grid.pastEnd.first'),
      href: gridHref(path, { ...query, offset: 0 }, definition),
      primary: true,
    }
    return {
      kind: 'no-match',
      title: texts.t('grid.pastEnd.title'),
      hint: parts.stopped ? texts.t('grid.pastEnd.all') : texts.t('grid.pastEnd.hint', { n: total }),
      actions: [first],
    }
  }
  if (!isNarrowed(query) || clearHref === null || isWholeTab(parts))
    return { kind: 'nothing', ...nothing, actions: nothing.actions ?? [] }
  return {
    kind: 'no-match',
    title: texts.t('grid.noMatch.title'),
    hint: texts.t('grid.noMatch.hint'),
    actions: [{ label: texts.t('grid.noMatch.clear'), href: clearHref, primary: true }],
  }
}

function problemText({ field, rule, value }: GridProblem, { filterName, texts }: GridParts): string {
  const named = {
    q: 'grid.search',
    sort: 'list.problem.sort',
    limit: 'list.problem.limit',
    offset: 'list.problem.offset',
  } as const
  const others = { ...named, cols: 'grid.columns', view: 'grid.views' } as const
  const known = Object.hasOwn(others, field) ? texts.t(others[field as keyof typeof others]) : field
  const name = filterName(field) ?? known
  if (rule === 'not-offered') return texts.t('list.problem.notOffered', { field: name })
  if (rule === 'too-long') return texts.t('list.problem.tooLong', { field: name })
  if (rule === 'range-reversed') return texts.t('list.problem.reversed', { field: name })
  return texts.t('list.problem', { field: name, value: value.length > 40 ? `${value.slice(0, 40)}…` : value })
}
