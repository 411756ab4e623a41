import { sellerAction, sellerLoader, type SellerArgs, type SellerActionArgs } from '#web/guard.server.ts'
import { textsFor } from '#texts/catalogues.server.ts'
import { answerExport } from './export-answer.server.ts'
import { cursorBatches } from './export-db.server.ts'
import { exportFile, exportFileName, type ExportColumn } from './export-file.ts'
import type { SellerDb } from '#db/client.ts'
import type { GridTab } from '#shui/grid/grid-model.ts'
import { at, pagePath, type List, type ListTypes, type Reading } from './list.ts'
import { readListPage } from './list-db.server.ts'
import { cursorIds } from './list-ids-db.server.ts'
import { readRecords } from './list-rows-db.server.ts'
import { countTabs } from './list-tab-counts-db.server.ts'
import { listModel } from './list-model.ts'
import { refuse } from '#web/refusals.ts'
import { mayDo, type Role } from '#web/roles.ts'
import { activeTab, openList, wordsOf } from './list-query.ts'
import { packModel } from './packed-model.ts'
import {
  savedGridViews,
  viewProblemText,
  backToList,
  deletesOfLeft,
  readViewDraft,
  type ViewProblem,
} from './saved-views.ts'
import { redirect } from '#web/router/router.ts'
import { oneOf, textOf } from '#lib/form-fields.ts'
import type { GridDefinition } from '#lib/grid-query.ts'
import { deleteView, saveView } from './saved-views-db.server.ts'
import { withUndo } from '#features/machinery/undo/undo.ts'
import { keepUndo } from '#features/machinery/undo/undos-db.server.ts'

/**
 * Parses the selected rows of a bulk action or export: repeated `keys`, each one or several comma-separated keys.
 * `parseKey` returns null for invalid ones. Returns null if all matches are selected.
 */
export function readSelection<Key extends string>(
  params: URLSearchParams,
  parseKey: (text: string) => Key | null,
): Key[] | null {
  if (params.get('all') === '1' || !params.has('keys')) return null
  return params.getAll('keys').flatMap((keys) => keys.split(',').flatMap((key) => parseKey(key) ?? []))
}

export function openVisited<T extends ListTypes>(list: List<T>, visit: SellerArgs): Reading<T> {
  return openList(list, visit.url, readerOf(visit))
}

/** The list a row's page was opened from, by the query in the page's URL. Links back only to this list. */
export function openFrom<T extends ListTypes>(
  list: List<T>,
  path: string,
  query: string,
  visit: SellerArgs,
): Reading<T> {
  return openList(list, { pathname: path, searchParams: new URLSearchParams(query) }, readerOf(visit))
}

/**
 * Rows selected by a URL or form: given keys (parsed by `parse`), or all matches.
 * @throws 400 if it has neither
 */
export function openChosen<T extends ListTypes, Key extends string>(
  list: List<T>,
  { path, params, parse }: { path: string; params: URLSearchParams; parse: (text: string) => Key | null },
  visit: SellerArgs,
): Reading<T> & { keys: Key[] | null } {
  const keys = readSelection(params, parse)
  if (keys === null && params.get('all') !== '1') throw refuse('malformed')
  return { ...openList(list, { pathname: path, searchParams: params }, readerOf(visit)), keys }
}

export const readerOf = ({ hub, seller }: Pick<SellerArgs, 'hub' | 'seller'>) => ({
  sellerId: seller.id,
  role: seller.role,
  now: hub.now(),
  zone: seller.timeZone,
  currency: seller.currency,
  policyPack: hub.config.policyPack,
  taxonomy: hub.config.taxonomy,
  carriers: hub.config.carriers,
})

/** Reads the page, and the counts of all pages' tabs, unless a search stopped. */
async function readWithTabs<T extends ListTypes>(db: SellerDb, list: List<T>, on: Reading<T>, memberId: string) {
  const isSearch = wordsOf(on).length > 0
  const [found, others] = await Promise.all([
    readListPage(db, list, on, memberId),
    isSearch ? null : countTabs(db, list, on, 'others'),
  ])
  const { stopped, tabCounts: own } = found.page
  if (stopped) return { ...found, tabCounts: new Map<string, number>() }
  const elsewhere = isSearch ? await countTabs(db, list, on, 'others') : others
  return { ...found, tabCounts: elsewhere && own && new Map([...elsewhere, ...own]) }
}

/** Further tabs of a list's page: links to other pages. */
type FurtherTabs = (visit: SellerArgs) => Promise<readonly GridTab[]>

export function listLoader<T extends ListTypes>(list: List<T>, furtherTabs?: FurtherTabs) {
  return sellerLoader(list.access, async (visit) => {
    const { seller, member, url } = visit
    const reading = openVisited(list, visit)
    const texts = textsFor(visit.texts.locale, seller.timeZone)
    const [{ page, views, tabCounts }, further] = await Promise.all([
      visit.read((db) => readWithTabs(db, list, reading, member.id)),
      furtherTabs?.(visit) ?? [],
    ])
    const model = listModel(list, reading, page, { texts, views: savedGridViews(views, texts, seller.role), tabCounts })
    const viewProblem = viewProblemText(url.searchParams, texts)
    const problems = [...(model.problems ?? []), ...(viewProblem ? [viewProblem] : [])]
    const active = activeTab(list, reading.place, reading.query.filters)
    const name = texts.t(active?.name ?? active?.label ?? list.title)
    return {
      name,
      concerns: list.concerns,
      model: packModel({ ...model, problems, tabs: model.tabs && [...model.tabs, ...further] }),
      ...(list.edits === undefined ? {} : { edits: list.edits }),
    }
  })
}

/** Creates the loader of a list's CSV export: all matching or selected rows. */
export function listExport<T extends ListTypes>(list: List<T>) {
  return sellerLoader(list.access, async (visit) => {
    const { seller, url } = visit
    const reading = { ...openVisited(list, visit), keys: readSelection(url.searchParams, list.key.parse) }
    const texts = textsFor(visit.texts.locale, seller.timeZone)
    const columnsOf = (role: Role) =>
      list.file.columns(openList(list, url, { ...readerOf(visit), role }).place, reading)
    const columns = columnsOf(seller.role)
    return answerExport(visit, {
      mayHave: (role) => mayDo(role, list.access) && hasAll(columnsOf(role), columns),
      batches: (db) =>
        cursorBatches(db, cursorIds(db, list, reading), (ids) =>
          readRecords(db, list, seller.id, ids, list.bound?.(reading)),
        ),
      file: exportFile(columns, texts),
      fileName: exportFileName(texts.t(list.file.name), reading.now, texts),
      list: pagePath(list, reading.place) + url.search,
    })
  })
}

const hasAll = <Row>(columns: readonly ExportColumn<Row>[], wanted: readonly ExportColumn<Row>[]) =>
  wanted.every(({ label }) => columns.some((column) => column.label === label))

export function listRoutes<T extends ListTypes>(list: List<T>, furtherTabs?: FurtherTabs) {
  return { page: listLoader(list, furtherTabs), export: listExport(list), views: listViews(list) }
}

/** Creates the action that saves or deletes a view. Every reader of a list may save views. */
export function listViews<T extends ListTypes>(list: List<T>) {
  return sellerAction(list.access, (visit) => {
    const { place, definition } = openVisited(list, visit)
    const resource = at<T, string>(list.views, place)
    return changeSavedViews(visit, { resource, path: pagePath(list, place), definition })
  })
}

interface ViewedList {
  resource: string
  path: string
  definition: GridDefinition
}

/** Saves or deletes a view and redirects to the list. */
async function changeSavedViews(
  { form, hub, member, seller, write }: SellerActionArgs,
  { resource, path, definition }: ViewedList,
) {
  const owner = { resource, sellerId: seller.id, memberId: member.id }
  const back = ({ undo = null, ...change }: { view?: string; problem?: ViewProblem; undo?: string | null }) => {
    const list = backToList(path, textOf(form, 'back') || null, definition, change)
    return redirect(withUndo(list, undo), { status: 303 })
  }
  switch (oneOf(form, 'intent', ['save', 'delete'])) {
    case 'save': {
      const draft = readViewDraft(form, definition)
      if (!draft.ok) return back({ problem: draft.problem })
      const { name, query } = draft
      const saved = await write((db) => saveView(db, { ...owner, name, query, shared: textOf(form, 'shared') === '1' }))
      return saved.ok ? back({ view: saved.id }) : back({ problem: saved.reason })
    }
    case 'delete': {
      const undo = await write(async (db) => {
        const inverse = await deleteView(db, { ...owner, id: textOf(form, 'id'), ofLeft: deletesOfLeft(seller.role) })
        if (!inverse) return null
        const said = { name: inverse.view.name }
        return keepUndo(db, { ...owner, kind: 'view', step: 'view', said, inverse, now: hub.now() })
      })
      return undo ? back({ undo }) : back({ problem: 'unknown' })
    }
    case null:
      throw refuse('malformed')
  }
}
