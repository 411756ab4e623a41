import { sellerAction, sellerLoader, type SellerArgs } from '#web/guard.server.ts'
import { textsFor } from '#texts/catalogues.server.ts'
import { answerExport } from './export-answer.server.ts'
import { cursorBatches } from './export-db.server.ts'
import { exportFile, exportFileName, type ExportColumn } from './export-file.ts'
import { at, type List, type ListTypes, type Reading } from './list.ts'
import { matchingIds, readListPage } from './list-db.server.ts'
import { readRecords } from './list-rows-db.server.ts'
import { countTabs } from './list-tab-counts-db.server.ts'
import { listModel } from './list-model.ts'
import { refuse } from '#web/refusals.ts'
import { mayDo, type Role } from '#web/roles.ts'
import { activeTab, openList } from './list-query.ts'
import { packModel } from './packed-model.ts'
import { changeSavedViews } from './saved-views-action.server.ts'
import { savedGridViews, viewProblemText } from './saved-views.ts'
import { readSelection } from './selection.ts'

/** A list as a request asks for it. */
export function openVisited<T extends ListTypes>(list: List<T>, visit: SellerArgs): Reading<T> {
  return openList(list, visit.url, readerOf(visit))
}

/** The list from which a row's page was opened, of the query that the page's address says: it leads nowhere else. */
export function openFrom<T extends ListTypes>(
  list: List<T>,
  path: string,
  query: string,
  visit: SellerArgs,
): Reading<T> {
  return openList(list, { pathname: path, searchParams: new URLSearchParams(query) }, readerOf(visit))
}

/**
 * The rows of a list that an address or a form asks to do something with: those selected, whose keys `parse` reads, or all
 * that match, as the list's steps send them. @throws 400 where it asks for neither
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

const readerOf = ({ hub, seller }: SellerArgs) => ({
  sellerId: seller.id,
  role: seller.role,
  now: hub.now(),
  zone: seller.timeZone,
  currency: seller.currency,
  policyPack: hub.config.policyPack,
  taxonomy: hub.config.taxonomy,
  carriers: hub.config.carriers,
})

/** The loader of a list's page. */
export function listLoader<T extends ListTypes>(list: List<T>) {
  return sellerLoader(list.access, async (visit) => {
    const { seller, member, url } = visit
    const reading = openVisited(list, visit)
    const texts = textsFor(visit.texts.locale, seller.timeZone)
    const { page, views, tabCounts } = await visit.read(async (db) => {
      const found = await readListPage(db, list, reading, member.id)
      // More match than anybody reads the number of: the tabs would take as long again, each page of them.
      return {
        ...found,
        tabCounts: found.page.stopped ? new Map() : await countTabs(db, list, reading, found.page.tabCounts),
      }
    })
    const model = listModel(list, reading, page, { texts, views: savedGridViews(views, texts, seller.role), tabCounts })
    const viewProblem = viewProblemText(url.searchParams, texts)
    const problems = [...(model.problems ?? []), ...(viewProblem ? [viewProblem] : [])]
    const active = activeTab(list, reading.place, reading.query.filters)
    const name = texts.t(active?.name ?? active?.label ?? list.title)
    return { name, model: packModel({ ...model, problems }) }
  })
}

/** The loader of a list's file: the rows that the same query shows, whatever its page, or those selected there, as CSV. */
export function listExport<T extends ListTypes>(list: List<T>) {
  return sellerLoader(list.access, async (visit) => {
    const { seller, url } = visit
    const reading = { ...openVisited(list, visit), keys: readSelection(url.searchParams, list.key.parse) }
    const texts = textsFor(visit.texts.locale, seller.timeZone)
    const columnsOf = (role: Role) => list.file.columns(openList(list, url, { ...readerOf(visit), role }).place)
    const columns = columnsOf(seller.role)
    return answerExport(visit, {
      mayHave: (role) => mayDo(role, list.access) && hasAll(columnsOf(role), columns),
      batches: (db) => cursorBatches(db, matchingIds(list, reading), (ids) => readRecords(db, list, seller.id, ids)),
      file: exportFile(columns, texts),
      fileName: exportFileName(texts.t(list.file.name), reading.now, texts),
      list: list.paths(reading.place).list + url.search,
    })
  })
}

const hasAll = <Row>(columns: readonly ExportColumn<Row>[], wanted: readonly ExportColumn<Row>[]) =>
  wanted.every(({ label }) => columns.some((column) => column.label === label))

/** The action that keeps or deletes a view of a list. Whoever may see a list may keep views of it. */
export function listViews<T extends ListTypes>(list: List<T>) {
  return sellerAction(list.access, (visit) => {
    const { place, definition } = openVisited(list, visit)
    const resource = at<T, string>(list.views, place)
    return changeSavedViews(visit, { resource, path: list.paths(place).list, definition })
  })
}
