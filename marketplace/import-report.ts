import { csvNumber, csvRecord, csvText } from '#lib/csv.ts'
import { currencyDecimals } from '#lib/money.ts'
import { tableLines } from '#lib/plain-table.ts'
import { formatExactly } from '#lib/format-money.ts'

/** A rejected row, or a valid one that was skipped. */
export interface RowOutcome {
  outcome: 'rejected' | 'left out'
  file: string
  line: number
  /** Empty if it concerns the whole row. */
  column: string
  reason: string
}

/** Row counts of one file. `read` is the sum of the others. */
export interface FileCounts {
  file: string
  read: number
  kept: number
  rejected: number
  leftOut: number
  seconds: number
}

/** Valid rows the hub cannot store, with totals for reconciliation. */
export interface LeftOut {
  file: string
  reason: string
  /** Grouping key, such as the order status. */
  group: string
  rows: number
  /** Sum of amounts in minor units, if any. */
  minor: number
  /** First and last time as written, if any. */
  first: string | null
  last: string | null
}

export interface TableCounts {
  name: string
  added: number
  changed: number
}

export interface ImportReport {
  files: FileCounts[]
  leftOut: LeftOut[]
  tables: TableCounts[]
  /** Oddities that were kept, and values the import supplied. */
  notes: { text: string; rows: number }[]
  /** Currency of the skipped amounts. */
  currency: string
  firstRejected: RowOutcome[]
  seconds: number
}

export function hasChanged(report: ImportReport): boolean {
  return report.tables.some((table) => table.added > 0 || table.changed > 0)
}

export function totalCounts(report: ImportReport): Omit<FileCounts, 'file' | 'seconds'> {
  const sum = (key: 'read' | 'kept' | 'rejected' | 'leftOut') => report.files.reduce((n, file) => n + file[key], 0)
  return { read: sum('read'), kept: sum('kept'), rejected: sum('rejected'), leftOut: sum('leftOut') }
}

const count = new Intl.NumberFormat('en')

export function formatReport(report: ImportReport): string[] {
  const total = totalCounts(report)
  const rate = Math.round(total.read / Math.max(report.seconds, 0.001))
  return [
    ...tableLines(
      ['file', 'read', 'kept', 'left out', 'rejected', 'rows/s'],
      [...report.files, { ...total, file: 'all', seconds: 0 }].map((file) => [
        file.file,
        ...[file.read, file.kept, file.leftOut, file.rejected].map((n) => count.format(n)),
        file.seconds > 0 ? count.format(Math.round(file.read / file.seconds)) : '',
      ]),
    ),
    '',
    ...tableLines(
      ['in the hub', 'added', 'changed'],
      report.tables.map((table) => [table.name, count.format(table.added), count.format(table.changed)]),
    ),
    ...section('Left out:', formatLeftOut(report)),
    ...section(
      'Worth knowing:',
      report.notes.filter((note) => note.rows > 0).map((note) => `${note.text}: ${count.format(note.rows)}`),
    ),
    ...section(`Rejected (${count.format(total.rejected)}):`, [
      ...report.firstRejected.map(formatOutcome),
      ...(total.rejected > report.firstRejected.length
        ? [
            `and ${count.format(total.rejected - report.firstRejected.length)} more: --report <file.csv> writes all of them`,
          ]
        : []),
    ]),
    '',
    `${count.format(total.read)} rows in ${report.seconds.toFixed(1)} s, ${count.format(rate)} rows/s.` +
      (hasChanged(report) ? '' : ' Nothing was new: the hub is as it was.'),
  ]
}

/** `orders.csv.gz, line 12, order_status: is empty` */
function formatOutcome({ file, line, column, reason }: RowOutcome): string {
  return `${file}, line ${line}${column && `, ${column}`}: ${reason}`
}

function section(title: string, lines: string[]): string[] {
  return lines.length === 0 ? [] : ['', title, ...lines.map((line) => `  ${line}`)]
}

/** `3 of payments: payments of … (boleto 2, voucher 1), together BRL 24.50, from 2017-01-01 to 2018-02-03` */
function formatLeftOut({ leftOut, currency }: ImportReport): string[] {
  const digits = { minimumFractionDigits: currencyDecimals(currency) }
  const money = new Intl.NumberFormat('en', { style: 'currency', currency, currencyDisplay: 'code', ...digits })
  const byReason = Map.groupBy(leftOut, ({ file, reason }) => `${file}: ${reason}`)
  return [...byReason].map(([reason, groups]) => {
    const all = groups.reduce((n, group) => n + group.rows, 0)
    const minor = groups.reduce((n, group) => n + group.minor, 0)
    const times = groups.flatMap(({ first, last }) => (first === null || last === null ? [] : [first, last])).toSorted()
    const [first, last] = [times.at(0), times.at(-1)]
    const parts = groups
      .filter((group) => group.group !== '')
      .map((group) => `${group.group} ${count.format(group.rows)}`)
    return [
      `${count.format(all)} of ${reason}${parts.length > 0 ? ` (${parts.join(', ')})` : ''}`,
      // Decimal strings are formatted exactly, which the types do not know.
      ...(minor === 0 ? [] : [`together ${formatExactly(money, { minor, currency })}`]),
      ...(first && last ? [`from ${first.slice(0, 10)} to ${last.slice(0, 10)}`] : []),
    ].join(', ')
  })
}

export function outcomeToCsv({ outcome, file, line, column, reason }: RowOutcome): string {
  return csvRecord([csvText(outcome), csvText(file), csvNumber(line), csvText(column), csvText(reason)])
}

export const outcomeCsvHeader = csvRecord(['outcome', 'file', 'line', 'column', 'reason'].map(csvText))
