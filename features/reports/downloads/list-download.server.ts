import { cursorBatches } from '#features/machinery/grid/export-db.server.ts'
import { columnsById, type ExportColumn, type Written } from '#features/machinery/grid/export-file.ts'
import { readTotals, rowsOf } from '#features/machinery/grid/list-db.server.ts'
import { cursorIds } from '#features/machinery/grid/list-ids-db.server.ts'
import { openList, tabHref } from '#features/machinery/grid/list-query.ts'
import { readRecords } from '#features/machinery/grid/list-rows-db.server.ts'
import type { List, ListTab, ListTypes } from '#features/machinery/grid/list.ts'
import { periodDays } from '#features/orders/order-list/placed-periods.ts'
import { assertDefined } from '#lib/assert-defined.ts'
import { dateAt } from '#lib/zoned-time.ts'
import type { TextKey } from '#texts/texts.ts'
import type { Role } from '#web/roles.ts'
import type { DownloadKind, DownloadPlan, DownloadReader } from './download-kind.ts'

interface ListDownload<T extends ListTypes> extends Pick<DownloadKind, 'kind' | 'label' | 'hint' | 'hasBuyers'> {
  /** URL of the list's first page. */
  path: string
  /** The date filter that limits the rows to a period. */
  period: { filter: string; label: NonNullable<DownloadKind['period']> } | null
  /** Choices of rows beside the tabs: some of a tab's, by its list's filters. */
  narrowed?: readonly { id: string; label: TextKey; tab: string; filters: Readonly<Record<string, string>> }[]
  /** Whether a record is the first of its row, if rows have several. */
  isFirst?: (record: Written<T['record']>) => boolean
  /** Columns beside those of the list's export. */
  extras?: (place: T['place']) => readonly ExportColumn<T['record']>[]
}

/** A download of a list's rows: its tabs are the choices, and the columns of its export those of the file, with `extras`. */
export function listDownload<T extends ListTypes>(
  list: List<T>,
  { path, period, narrowed = [], isFirst, extras = () => [], ...given }: ListDownload<T>,
): DownloadKind {
  const tabs = (list.tabs ?? []).flatMap((tab): ListTab<T>[] => [tab, ...(tab.parts ?? [])])
  const placeOf = (role: Role) => list.place({ role, pathname: path, params: new URLSearchParams() })
  return {
    ...given,
    access: list.access,
    fileName: list.file.name,
    rows: [
      ...tabs.map(({ id, label, name }) => ({ id, label: name ?? label })),
      ...narrowed.map(({ id, label }) => ({ id, label })),
    ],
    mayBePerOrder: isFirst !== undefined,
    period: period && period.label,
    columns: (role) => [
      ...list.file.columns(placeOf(role)).map(({ label }) => ({ id: label, label })),
      ...extras(placeOf(role)).map(({ label }) => ({ id: label, label, isExtra: true })),
    ],
    open: ({ rows, period: days, isPerOrder }, reader) => {
      const some = narrowed.find(({ id }) => id === rows)
      const tab = assertDefined(
        tabs.find(({ id }) => id === (some?.tab ?? rows)),
        'the plan was read by this kind',
      )
      const url = new URL(tabHref(list, tab, { place: placeOf(reader.role) }), 'http://hub')
      for (const [name, value] of Object.entries(some?.filters ?? {})) url.searchParams.set(name, value)
      if (period) for (const [name, day] of daysOf(days, period.filter, reader)) url.searchParams.set(name, day)
      const reading = openList(list, url, reader)
      const { sellerId } = reader
      return {
        count: async (db) => rowsOf(await readTotals(db, list, reading, await list.facts(db, reading))),
        parts: async function* (db, columns, cells) {
          const chosen = columnsById([...list.file.columns(reading.place, reading), ...extras(reading.place)], columns)
          const batches = cursorBatches(db, cursorIds(db, list, reading), async (ids) => [
            { rows: ids.length, records: await readRecords(db, list, sellerId, ids) },
          ])
          for await (const parts of batches)
            for (const { rows: read, records } of parts) {
              const wanted = isPerOrder && isFirst ? records.filter(isFirst) : records
              yield { rows: read, records: wanted.map((row) => chosen.map(({ value }) => value(row, cells))) }
            }
        },
      }
    },
  }
}

/** Query of a date filter for a named period, as of the time when the file was due. */
function daysOf(
  period: DownloadPlan['period'],
  filter: string,
  { dueAt, zone }: Pick<DownloadReader, 'dueAt' | 'zone'>,
): [name: string, day: string][] {
  if (period === 'all') return []
  const { from, to } = periodDays(period, dateAt(dueAt, zone))
  return [
    [`${filter}From`, from],
    [`${filter}To`, to],
  ]
}
