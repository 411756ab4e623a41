import { plainTable } from '#lib/plain-table.ts'
import {
  readErrors,
  readSpeed,
  readViews,
  type ErrorRow,
  type Period,
  type SpeedRow,
  type ViewsRow,
} from '#features/machinery/site-speed/page-loads-db.server.ts'
import { readArguments, UsageError, wholeNumber } from './arguments.ts'
import type { Command } from './command.ts'
import { day } from '#lib/duration.ts'

const defaultDays = 7
const shownErrors = 10

export const speedCommand: Command = {
  name: 'speed',
  summary: 'show how fast the pages are for members, and what failed in their browsers',
  help: `npm run hub -- speed [--days <n>]
npm run hub -- speed --from <YYYY-MM-DD> [--to <YYYY-MM-DD>]

Prints the 75th percentile of LCP, INP, CLS and TTFB and the number of page loads for each page in the period, then page
views and the most frequent script errors. Browsers report figures when a page is hidden, so open pages are not
included.

  --days <n>   the last n times 24 hours, 1 to 3650; default ${defaultDays}
  --from, --to whole days in UTC, both included; without --to until now

Good values: LCP up to 2500 ms, INP up to 200 ms, CLS up to 0.1, TTFB up to 800 ms.

npm run hub -- speed --from 2026-11-01 --to 2026-11-30`,
  async run(args, { openDatabase, say, now, config }) {
    const period = readPeriod(args, now())
    const { db } = await openDatabase()
    const [speed, views, errors] = await Promise.all([
      readSpeed(db.owner, period),
      readViews(db.owner, period),
      readErrors(db.owner, period, shownErrors),
    ])
    say(`From ${stamp(period.from)} to ${stamp(period.to)}, UTC\n`)
    if (speed.length === 0)
      say(`No page loads recorded in this period.${config.tracking.on ? '' : ' TRACKING is off here.'}`)
    else for (const table of [speedTable(speed), viewsTable(views), errorsTable(errors)]) say(table)
  },
}

/** Parses the period. Throws UsageError. */
function readPeriod(args: string[], now: Date): Period {
  const option = { type: 'string' } as const
  const { days, from, to } = readArguments(args, {
    options: { days: option, from: option, to: option },
    takes: [],
  }).values
  if (from === undefined) {
    if (to !== undefined) throw new UsageError('--to requires --from.')
    const count = days === undefined ? defaultDays : wholeNumber(days, '--days', { least: 1, most: 3650 })
    return { from: new Date(now.getTime() - count * day), to: now }
  }
  if (days !== undefined) throw new UsageError('Use either --days or --from, not both.')
  const start = dayOf(from, '--from')
  const end = to === undefined ? now : new Date(dayOf(to, '--to').getTime() + day)
  if (start >= end) throw new UsageError('--from is after --to.')
  return { from: start, to: end }
}

function dayOf(text: string, option: string): Date {
  const midnight = new Date(`${text}T00:00:00Z`)
  if (/^\d{4}-\d\d-\d\d$/.test(text) && !Number.isNaN(midnight.getTime()) && midnight.toISOString().startsWith(text))
    return midnight
  throw new UsageError(`${option} must be a day such as 2026-11-01.`)
}

const stamp = (time: Date) => time.toISOString().slice(0, 16).replace('T', ' ')

function speedTable(rows: readonly SpeedRow[]): string {
  const figure = (value: number | null, digits = 0) => (value === null ? '–' : value.toFixed(digits))
  return plainTable({
    title: 'Speed, 75th percentile of n page loads',
    columns: ['page', 'loads', 'LCP ms', 'n', 'INP ms', 'n', 'CLS', 'n', 'TTFB ms', 'n'],
    rows: rows.map((row) => [
      row.page,
      `${row.loads}`,
      figure(row.lcp_p75),
      `${row.lcp_count}`,
      figure(row.inp_p75),
      `${row.inp_count}`,
      figure(row.cls_p75, 3),
      `${row.cls_count}`,
      figure(row.ttfb_p75),
      `${row.ttfb_count}`,
    ]),
  })
}

function viewsTable(rows: readonly ViewsRow[]): string {
  return plainTable({
    title: 'Page views',
    columns: ['page', 'views'],
    rows: rows.map(({ page, views }) => [page, `${views}`]),
  })
}

function errorsTable(rows: readonly ErrorRow[]): string {
  if (rows.length === 0) return 'No script errors.'
  return plainTable({
    title: 'Script errors',
    columns: ['error', 'where', 'times', 'page loads'],
    rows: rows.map(({ message, path, line, times, loads }) => [message, `${path}:${line}`, `${times}`, `${loads}`]),
  })
}
