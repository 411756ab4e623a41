import {
  findCarrier,
  guessCarrier,
  numberProblem,
  plainNumber,
  type Carrier,
  type NumberProblem,
} from '#features/fulfilment/carrier.ts'
import {
  isCarrierName,
  isRoundedNumber,
  isTrackingNumber,
  openUnits,
  type LineUnits,
} from '#features/fulfilment/parcel.ts'
import { isUnshipped, parseOrderNumber, type OrderStatus } from '#features/order/order.ts'
import type { ColumnKind } from './dialect.ts'
import { readDay } from './read-day.ts'
import type { FileRow } from './read-tracking-file.ts'

/** What is wrong with a row. The rule names the words that say it, and how to mend it. */
export type RowRule =
  /** Nobody has said yet what the columns hold. */
  | 'columns'
  | 'broken'
  | 'order-missing'
  | 'order-form'
  | 'order-unknown'
  | 'tracking-missing'
  | 'tracking-form'
  | 'rounded'
  | 'number-check'
  | 'number-form'
  | 'carrier-form'
  | 'carrier-missing'
  | 'carrier-other'
  | 'service-form'
  | 'day'
  | 'item-unknown'
  | 'units'
  | 'nothing-left'
  | 'not-possible'

/** What is wrong with a row: in which column, with what value, by which rule. */
export interface RowProblem {
  column: ColumnKind | null
  value: string
  rule: RowRule
  /** What the words of the rule need. */
  facts: Record<string, string | number>
}

/** What a row asks for. Rows of one order with one number are one parcel. */
export interface RowWish {
  carrier: string
  tracking: string
  /** Null: as the buyer paid for. */
  service: string | null
  /** ISO 8601; null: when it is applied. */
  shippedAt: string | null
  /** Units by line; null: all that is left of the order. */
  contents: readonly { line: number; units: number }[] | null
}

/** What will become of a row. */
export type Verdict =
  | { verdict: 'CHANGE'; order: string; wish: RowWish }
  /** The order has this parcel already. */
  | { verdict: 'SAME'; order: string }
  | { verdict: 'PROBLEM'; order: string | null; problem: RowProblem }

/** An order as rows are judged against it. */
export interface KnownOrder {
  status: OrderStatus
  lines: readonly (LineUnits & { itemNumber: string; sku: string | null })[]
  /** Plain numbers of its parcels. */
  parcels: readonly string[]
}

interface Against {
  orders: ReadonlyMap<string, KnownOrder>
  carriers: readonly Carrier[]
  zone: string
  now: Date
}

/** The order that a row names, as the hub writes its number; null where it names none. */
export const orderOf = ({ cells }: FileRow) => parseOrderNumber(cells.order ?? '')

/** A problem, thrown to end the judging of its row. */
class Judged extends Error {
  readonly problem: RowProblem
  constructor(problem: RowProblem) {
    super(problem.rule)
    this.problem = problem
  }
}

/** Says of each row what it will do, or what is wrong with it. Nothing is changed. */
export function judgeRows(rows: readonly FileRow[], against: Against): Verdict[] {
  /** What the rows above take of each order. */
  const taken = new Map<string, Taken>()
  return rows.map((row): Verdict => {
    try {
      return judgeRow(row, against, taken)
    } catch (error) {
      if (!(error instanceof Judged)) throw error
      return { verdict: 'PROBLEM', order: orderOf(row), problem: error.problem }
    }
  })
}

/** The number of the parcel that took all that was left, and units of lines that others took. */
interface Taken {
  rest: string | null
  units: Map<number, number>
}

function judgeRow(row: FileRow, against: Against, taken: Map<string, Taken>): Verdict {
  const { cells } = row
  const wrong = (column: ColumnKind | null, rule: RowRule, facts: RowProblem['facts'] = {}): never => {
    throw new Judged({ column, value: column ? (cells[column] ?? '') : '', rule, facts })
  }
  if (row.broken) return wrong(null, 'broken')
  if (!cells.order) return wrong('order', 'order-missing')
  if (isRoundedNumber(cells.order)) return wrong('order', 'rounded')
  const order = orderOf(row) ?? wrong('order', 'order-form')
  const known = against.orders.get(order) ?? wrong('order', 'order-unknown')
  const tracking = cells.tracking || wrong('tracking', 'tracking-missing')
  if (isRoundedNumber(tracking)) return wrong('tracking', 'rounded')
  if (!isTrackingNumber(tracking)) return wrong('tracking', 'tracking-form')
  if (known.parcels.includes(plainNumber(tracking))) return { verdict: 'SAME', order }
  const carrier = judgeCarrier(cells.carrier ?? '', tracking, against.carriers, wrong)
  if (cells.service && !isCarrierName(cells.service)) return wrong('service', 'service-form')
  const day = cells.shipped ? readDay(cells.shipped, against) : null
  if (cells.shipped && !day) return wrong('shipped', 'day')
  if (!isUnshipped(known.status)) {
    const gone = known.status === 'SHIPPED' || known.status === 'DELIVERED'
    return gone ? wrong('order', 'nothing-left') : wrong('order', 'not-possible', { status: known.status })
  }
  const contents = judgeContents(row, known, wrong)
  const before = taken.get(order) ?? { rest: null, units: new Map<number, number>() }
  taken.set(order, before)
  takeUnits(before, { tracking: plainNumber(tracking), contents, known }, wrong)
  return {
    verdict: 'CHANGE',
    order,
    wish: { carrier, tracking, service: cells.service || null, shippedAt: day && day.toISOString(), contents },
  }
}

type Wrong = (column: ColumnKind | null, rule: RowRule, facts?: RowProblem['facts']) => never

function judgeCarrier(name: string, tracking: string, carriers: readonly Carrier[], wrong: Wrong): string {
  const guess = guessCarrier(carriers, tracking)
  if (name === '') {
    if (guess.carriers[0]) return guess.carriers[0]
    return guess.problem ? wrongNumber(guess.problem, wrong) : wrong('carrier', 'carrier-missing')
  }
  const known = findCarrier(carriers, name)
  if (known) {
    const problem = numberProblem(known, tracking)
    return problem ? wrongNumber(problem, wrong) : known.name
  }
  if (!isCarrierName(name)) return wrong('carrier', 'carrier-form')
  // A courier that nobody else knows may be; a name that is not that of the number's carrier is a mistake.
  return guess.carriers[0] ? wrong('carrier', 'carrier-other', { carrier: guess.carriers[0] }) : name
}

function wrongNumber(problem: NumberProblem, wrong: Wrong): never {
  if (problem.kind === 'form') return wrong('tracking', 'number-form', { carrier: problem.carrier })
  const { carrier, found, expected } = problem
  return wrong('tracking', 'number-check', { carrier, found, expected })
}

/** What a row takes: of the line that it names, all that is left or as many as it says; without a line all of the order. */
function judgeContents({ cells }: FileRow, { lines }: KnownOrder, wrong: Wrong): RowWish['contents'] {
  const kind = cells.item ? 'item' : cells.sku ? 'sku' : null
  if (!kind) return null
  const named = lines.filter((line) => (kind === 'item' ? line.itemNumber : line.sku) === cells[kind])
  const line = named.find((each) => openUnits(each) > 0) ?? named[0] ?? wrong(kind, 'item-unknown')
  const left = openUnits(line)
  if (left === 0) return wrong(kind, 'nothing-left')
  if (!cells.units) return [{ line: line.line, units: left }]
  const units = /^\d{1,6}$/.test(cells.units) ? Number(cells.units) : 0
  if (units < 1 || units > left) return wrong('units', 'units', { left })
  return [{ line: line.line, units }]
}

/** What rows above took of an order is not there twice. */
function takeUnits(
  before: Taken,
  { tracking, contents, known }: { tracking: string; contents: RowWish['contents']; known: KnownOrder },
  wrong: Wrong,
): void {
  if (before.rest !== null) {
    if (before.rest === tracking) return
    wrong('tracking', 'nothing-left')
  }
  if (contents === null) {
    before.rest = tracking
    return
  }
  for (const { line, units } of contents) {
    const left = openUnits(known.lines.find((each) => each.line === line)!) - (before.units.get(line) ?? 0)
    if (units > left) wrong('units', 'units', { left })
    before.units.set(line, (before.units.get(line) ?? 0) + units)
  }
}
