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
import { isUnshipped, lineItemId, parseOrderNumber, type OrderStatus } from '#features/order/order.ts'
import { certain } from '#lib/certain.ts'
import { inPieces } from '#lib/in-pieces.ts'
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
  /** All that is wrong with it that can be said at once, at least one thing. */
  | { verdict: 'PROBLEM'; order: string | null; problems: readonly RowProblem[] }

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

/** Says of each row what it will do, or all that is wrong with it. Nothing is changed. */
export async function judgeRows(rows: readonly FileRow[], against: Against): Promise<Verdict[]> {
  /** What the rows above take of each order. */
  const taken = new Map<string, Taken>()
  const judge = (row: FileRow): Verdict => {
    const problems: RowProblem[] = []
    const wrong: Wrong = (column, rule, facts = {}) => {
      problems.push({ column, value: column ? (row.cells[column] ?? '') : '', rule, facts })
      return undefined
    }
    const verdict = judgeRow(row, { ...against, taken, wrong })
    return verdict && problems.length === 0 ? verdict : { verdict: 'PROBLEM', order: orderOf(row), problems }
  }
  return inPieces(rows, (part) => part.map(judge))
}

/** Notes what is wrong; what the row says there is not known then. */
type Wrong = (column: ColumnKind | null, rule: RowRule, facts?: RowProblem['facts']) => undefined

/** The number of the parcel that took all that was left, the numbers of all, and units of lines that those took whose rows name one. */
interface Taken {
  rest: string | null
  numbers: Set<string>
  units: Map<number, number>
}

/** What a row will do; undefined where something is wrong that leaves nothing to do. Each cell is looked at, whatever the others are. */
function judgeRow(
  row: FileRow,
  { taken, wrong, ...against }: Against & { taken: Map<string, Taken>; wrong: Wrong },
): Verdict | undefined {
  const { cells } = row
  if (row.broken) return wrong(null, 'broken')
  const order = judgeOrder(cells.order ?? '', wrong)
  const known = order === undefined ? undefined : (against.orders.get(order) ?? wrong('order', 'order-unknown'))
  const tracking = judgeNumber(cells.tracking ?? '', wrong)
  if (order && known && tracking && known.parcels.includes(plainNumber(tracking))) return { verdict: 'SAME', order }
  const carrier = judgeCarrier(cells.carrier ?? '', { tracking, carriers: against.carriers }, wrong)
  const service = judgeService(cells.service ?? '', wrong)
  const day = cells.shipped ? (readDay(cells.shipped, against) ?? wrong('shipped', 'day')) : null
  const before = taken.get(order ?? '') ?? { rest: null, numbers: new Set<string>(), units: new Map<number, number>() }
  const contents = known && judgeWhatIsLeft(row, { known, before }, wrong)
  if (!order || !known || !tracking || !carrier || service === undefined || day === undefined || contents === undefined)
    return undefined
  taken.set(order, before)
  takeUnits(before, { tracking: plainNumber(tracking), contents, known }, wrong)
  return {
    verdict: 'CHANGE',
    order,
    wish: { carrier, tracking, service, shippedAt: day && day.toISOString(), contents },
  }
}

function judgeOrder(text: string, wrong: Wrong): string | undefined {
  if (!text) return wrong('order', 'order-missing')
  if (isRoundedNumber(text)) return wrong('order', 'rounded')
  return parseOrderNumber(text) ?? wrong('order', 'order-form')
}

function judgeNumber(tracking: string, wrong: Wrong): string | undefined {
  if (!tracking) return wrong('tracking', 'tracking-missing')
  if (isRoundedNumber(tracking)) return wrong('tracking', 'rounded')
  return isTrackingNumber(tracking) ? tracking : wrong('tracking', 'tracking-form')
}

const judgeService = (service: string, wrong: Wrong): string | null | undefined =>
  service === '' || isCarrierName(service) ? service || null : wrong('service', 'service-form')

/** An order, and what rows above take of it. */
interface OrderSoFar {
  known: KnownOrder
  before: Taken
}

function judgeWhatIsLeft(row: FileRow, order: OrderSoFar, wrong: Wrong): RowWish['contents'] | undefined {
  const { known } = order
  if (isUnshipped(known.status)) return judgeContents(row, order, wrong)
  const gone = known.status === 'SHIPPED' || known.status === 'DELIVERED'
  return gone ? wrong('order', 'nothing-left') : wrong('order', 'not-possible', { status: known.status })
}

/** The carrier that is named or that the number tells. */
function judgeCarrier(
  name: string,
  { tracking, carriers }: { tracking: string | undefined; carriers: readonly Carrier[] },
  wrong: Wrong,
): string | undefined {
  const known = findCarrier(carriers, name)
  if (name !== '' && !known && !isCarrierName(name)) return wrong('carrier', 'carrier-form')
  // Without a number that can be read there is nothing to hold a name against.
  if (tracking === undefined) return undefined
  if (known) {
    const problem = numberProblem(known, tracking)
    return problem ? wrongNumber(problem, wrong) : known.name
  }
  const guess = guessCarrier(carriers, tracking)
  if (name === '') {
    if (guess.carriers[0]) return guess.carriers[0]
    return guess.problem ? wrongNumber(guess.problem, wrong) : wrong('carrier', 'carrier-missing')
  }
  // A courier that nobody else knows may be; a name that is not that of the number's carrier is a mistake.
  return guess.carriers[0] ? wrong('carrier', 'carrier-other', { carrier: guess.carriers[0] }) : name
}

function wrongNumber(problem: NumberProblem, wrong: Wrong): undefined {
  if (problem.kind === 'form') return wrong('tracking', 'number-form', { carrier: problem.carrier })
  const { carrier, found, expected } = problem
  return wrong('tracking', 'number-check', { carrier, found, expected })
}

/** Whether a line is the one that a row names, by its id or its place; of ids that another marketplace gave the hub knows nothing. */
const isLine = ({ line }: LineUnits, named: string, order: string) =>
  named === lineItemId(order, line) || named === String(line)

/**
 * What a row takes: of the line that it names, all that is left or as many as it says; without a line all of the order. Variations of a
 * listing have one item number: of several lines it is the first that the rows above leave something of.
 */
function judgeContents(
  row: FileRow,
  { known: { lines }, before }: OrderSoFar,
  wrong: Wrong,
): RowWish['contents'] | undefined {
  const { cells } = row
  const own = lines.filter((line) => isLine(line, cells.line ?? '', orderOf(row) ?? ''))
  const kind = own.length > 0 ? 'line' : cells.item ? 'item' : cells.sku ? 'sku' : null
  if (!kind) return null
  const named =
    kind === 'line' ? own : lines.filter((line) => (kind === 'item' ? line.itemNumber : line.sku) === cells[kind])
  const line =
    named.find((each) => openUnits(each) > (before.units.get(each.line) ?? 0)) ??
    named.find((each) => openUnits(each) > 0) ??
    named[0]
  if (!line) return wrong(kind, 'item-unknown')
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
): undefined {
  if (before.rest !== null) return before.rest === tracking ? undefined : wrong('tracking', 'nothing-left')
  if (contents === null) {
    const isLeft = known.lines.some((line) => openUnits(line) > (before.units.get(line.line) ?? 0))
    // What more goes into a parcel that is there already may be nothing.
    if (!isLeft && !before.numbers.has(tracking)) return wrong('tracking', 'nothing-left')
    before.rest = tracking
    return
  }
  before.numbers.add(tracking)
  for (const { line, units } of contents) {
    const open = certain(
      known.lines.find((each) => each.line === line),
      'it was read as a line of this order',
    )
    const left = openUnits(open) - (before.units.get(line) ?? 0)
    if (units > left) return wrong('units', 'units', { left })
    before.units.set(line, (before.units.get(line) ?? 0) + units)
  }
}
