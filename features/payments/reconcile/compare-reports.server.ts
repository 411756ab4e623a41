import type { SellerDb } from '#db/client.ts'
import type { FileWork, FileWorker, Worked } from '#features/machinery/file-runs/file-worker.ts'
import { setPlan } from '#features/machinery/file-runs/reopen-runs-db.server.ts'
import { workOnPart } from '#features/machinery/file-runs/work-on-part.server.ts'
import { orderOfDays } from '#lib/written-day.ts'
import { dateAt } from '#lib/zoned-time.ts'
import { ownRows } from '#web/own-rows.ts'
import { compareReport, readingOf, readReportItems } from './compare-report.server.ts'
import type { ReportItem } from './compare.ts'
import { keepResult, reconciliationOf, removeResult, reportKind, resultLines } from './reconciliations-db.server.ts'
import { storedColumns, type ReportForm } from './reconciliation.ts'
import { addFacts, addTotals, isNotCompared, noFacts, type LeftRow, type OwnTotal } from './report-items.ts'
import { readRows } from './stored-report.server.ts'
import { groupBy } from '#lib/group-by.ts'

/** Lines that are stored in one transaction. */
const linesAtOnce = 5_000

/**
 * Compares uploaded reports with the books. Nothing in the books changes. After a crash it begins anew, since its second
 * half would be compared with the books of another moment.
 */
export const reportComparisons: FileWorker = {
  direction: 'UPLOAD',
  kind: reportKind,
  access: 'money.view',
  async work(work) {
    try {
      return await compare(work)
    } catch (error) {
      if (error instanceof RunLost) return { outcome: 'lost' }
      if (error instanceof WorkEnded) return { outcome: 'more' }
      throw error
    }
  },
}

/** The report was cancelled or another process took it over. */
class RunLost extends Error {}
/** The process stops. */
class WorkEnded extends Error {}

async function compare({ hub, run, signal }: FileWork): Promise<Worked> {
  const { sellerId, id } = run
  const key = { sellerId, id }
  const { read } = ownRows(hub, sellerId)
  const all = run.totalRows ?? 0
  /** Does a part in a transaction, with the rows that are through. */
  const part = async (rows: number, work?: (db: SellerDb) => Promise<void>, errorRows = 0) => {
    if (signal.aborted) throw new WorkEnded()
    const done = await workOnPart(hub, run, async (db) => {
      await work?.(db)
      return { position: null, doneRows: Math.min(all, Math.round(rows)), errorRows }
    })
    if (done.outcome !== 'done') throw new RunLost()
  }
  const seller = await read((db) =>
    db
      .selectFrom('sellers')
      .select(['id', 'time_zone as timeZone', 'currency', 'country'])
      .where('id', '=', sellerId)
      .executeTakeFirstOrThrow(),
  )
  const form = reconciliationOf(run).plan
  const today = dateAt(hub.now(), seller.timeZone)
  // Each row counts three times: when its cells show how they are written, when it is read, and when it is stored.
  let seen = 0
  let facts = noFacts
  for await (const rows of readRows(read, key)) {
    facts = addFacts(facts, rows, { columns: storedColumns(form), currency: seller.currency, today })
    await part((seen += rows.length / 3))
  }
  const plan: ReportForm = {
    ...form,
    asksDayOrder: orderOfDays(facts.days) === 'EITHER',
    hasDays: facts.hasDays,
    words: [...facts.words].toSorted((a, b) => b[1] - a[1]),
  }
  await part(seen, async (db) => {
    await setPlan(db, { ...key, plan })
    await removeResult(db, key)
  })
  const reading = readingOf(form, facts, seller)
  const items: ReportItem[] = []
  const left: LeftRow[] = []
  let ownTotal: OwnTotal | null = { currency: reading.currency, totalMinor: 0, sumMinor: 0 }
  for await (const rows of readRows(read, key)) {
    const found = await read((db) => readReportItems(db, sellerId, reading, rows))
    items.push(...found.items)
    left.push(...found.left)
    ownTotal = addTotals(ownTotal, rows, reading)
    await part((seen += rows.length / 3))
  }
  const whole = reading.report?.isOfParts ? foldParts(items) : items
  const compared = await read((db) => compareReport(db, seller, whole))
  if (!compared) return { outcome: 'failed', failure: 'too-long' }
  const lines = compared.length + left.length
  for (let from = 0; from < lines; from += linesAtOnce)
    await part(seen + (all / 3) * (from / lines), (db) =>
      keepResult(db, { ...key, from, lines: resultLines({ compared, left }, { from, before: from + linesAtOnce }) }),
    )
  const errorRows = left.filter(({ why }) => !isNotCompared(why)).length
  await part(all, (db) => setPlan(db, { ...key, plan: { ...plan, ownTotal } }), errorRows)
  return { outcome: 'done', errorRows }
}

/**
 * Adds up the parts of which some reports have a row each: those of an order are its sale, those of a day its refund. A
 * fee of an order belongs to its sale, one that came back to its refund.
 */
function foldParts(items: readonly ReportItem[]): ReportItem[] {
  const whole = items.filter((item) => !isPart(item))
  const orders = groupBy(items.filter(isPart), ({ order, currency }) => `${currency} ${order}`)
  const folded = [...orders.values()].flatMap(foldOrder)
  return [...whole, ...folded].toSorted((a, b) => a.row - b.row)
}

const isPart = ({ order, kind }: ReportItem) =>
  order !== null && (kind === 'SALE' || kind === 'REFUND' || kind === 'CHARGE')

function foldOrder(parts: readonly ReportItem[]): ReportItem[] {
  const of = (kind: ReportItem['kind']) => parts.filter((part) => part.kind === kind)
  const sale = of('SALE')
  const refunds = [...groupBy(of('REFUND'), ({ day }) => day).values()].map((own) => [...own])
  const fees: ReportItem[] = []
  for (const fee of of('CHARGE')) {
    const refund = fee.netMinor > 0 ? (refunds.find(([part]) => part?.day === fee.day) ?? refunds.at(-1)) : undefined
    if (refund) refund.push(fee)
    else (sale.length > 0 ? sale : fees).push(fee)
  }
  return [...(sale.length > 0 ? [sale] : []), ...refunds].flatMap(sumOf).concat(fees)
}

function sumOf(parts: readonly ReportItem[]): ReportItem[] {
  const [first] = parts
  if (!first) return []
  const sum = (of: (part: ReportItem) => number) => parts.reduce((total, part) => total + of(part), 0)
  return [{ ...first, netMinor: sum(({ netMinor }) => netMinor), feesMinor: sum(({ feesMinor }) => feesMinor ?? 0) }]
}
