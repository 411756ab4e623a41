import {
  findCarrier,
  guessCarrier,
  numberProblem,
  plainNumber,
  type Carrier,
  type NumberProblem,
} from '#features/fulfilment/carrier.ts'
import { isCarrierName, isRoundedNumber, isTrackingNumber } from '#features/fulfilment/parcel.ts'
import { openUnits, type LineUnits } from '#features/order/line-units.ts'
import type { SentAgainst } from '#features/fulfilment/sent-on.ts'
import { isUnshipped, parseOrderNumber, type OrderStatus } from '#features/order/order.ts'
import { certain } from '#lib/certain.ts'
import { inPieces } from '#lib/in-pieces.ts'
import type { ColumnKind } from './dialect.ts'
import { lookAtAll, lookInside, type Inside } from './inside.ts'
import { namedLines, saidUnits, type KnownLine } from './named-lines.ts'
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
  | 'part-inside'
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
  /** What it names is in this parcel already. */
  | { verdict: 'SAME'; order: string }
  /** All that is wrong with it that can be said at once, at least one thing. */
  | { verdict: 'PROBLEM'; order: string | null; problems: readonly RowProblem[] }

/** An order as rows are judged against it. */
export interface KnownOrder {
  status: OrderStatus
  placedAt: Date
  lines: readonly KnownLine[]
  /** What is in its parcels: units by line, by their plain numbers. */
  parcels: ReadonlyMap<string, ReadonlyMap<number, number>>
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
  /** What the rows above take of each order, and have named of what orders have already. */
  const above: Above = { taken: new Map(), claimed: new Map() }
  const judge = (row: FileRow): Verdict => {
    const problems: RowProblem[] = []
    const wrong: Wrong = (column, rule, facts = {}) => {
      problems.push({ column, value: column ? (row.cells[column] ?? '') : '', rule, facts })
      return undefined
    }
    const verdict = judgeRow(row, { ...against, above, wrong })
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

/** What rows above say: by order, and units by line, by order and number. */
interface Above {
  taken: Map<string, Taken>
  claimed: Map<string, Map<number, number>>
}

/** What a row will do; undefined where something is wrong that leaves nothing to do. Each cell is looked at, whatever the others are. */
function judgeRow(
  row: FileRow,
  { above, wrong, ...against }: Against & { above: Above; wrong: Wrong },
): Verdict | undefined {
  const { cells } = row
  if (row.broken) return wrong(null, 'broken')
  const order = judgeOrder(cells.order ?? '', wrong)
  const known = order === undefined ? undefined : (against.orders.get(order) ?? wrong('order', 'order-unknown'))
  const tracking = judgeNumber(cells.tracking ?? '', wrong)
  const inside = order && known && tracking ? judgeInside(row, { order, known, tracking, above }) : null
  if (order && inside?.is === 'same') return { verdict: 'SAME', order }
  const carrier = judgeCarrier(cells.carrier ?? '', { tracking, carriers: against.carriers }, wrong)
  const service = judgeService(cells.service ?? '', wrong)
  const day = judgeDay(cells.shipped ?? '', { ...against, placedAt: known?.placedAt ?? null }, wrong)
  const before = above.taken.get(order ?? '') ?? {
    rest: null,
    numbers: new Set<string>(),
    units: new Map<number, number>(),
  }
  const contents =
    inside?.is === 'part'
      ? wrong('tracking', 'part-inside', { left: inside.left })
      : known && judgeWhatIsLeft(row, { known, before }, wrong)
  if (!order || !known || !tracking || !carrier || service === undefined || day === undefined || contents === undefined)
    return undefined
  above.taken.set(order, before)
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

const judgeDay = (shipped: string, against: SentAgainst, wrong: Wrong): Date | null | undefined =>
  shipped === '' ? null : (readDay(shipped, against) ?? wrong('shipped', 'day'))

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

/** How what a row names stands to what its order has under the row's number. */
function judgeInside(
  row: FileRow,
  { order, known, tracking, above }: { order: string; known: KnownOrder; tracking: string; above: Above },
): Inside {
  const number = plainNumber(tracking)
  const inside = known.parcels.get(number)
  if (!inside) return { is: 'none' }
  const before = above.taken.get(order)
  const isOver = Boolean(before?.rest) || !isUnshipped(known.status)
  const left = (line: LineUnits) => (isOver ? 0 : openUnits(line) - (before?.units.get(line.line) ?? 0))
  const lines = namedLines(row.cells, order, known.lines)?.named
  if (!lines) return lookAtAll(known.lines, left)
  const units = saidUnits(row.cells)
  if (units === 0) return { is: 'none' }
  const name = `${order} ${number}`
  const claimed = above.claimed.get(name) ?? new Map<number, number>()
  above.claimed.set(name, claimed)
  return lookInside({ lines, units }, { inside, claimed, left })
}

/**
 * What a row takes: of the line that it names, all that is left or as many as it says; without a line all of the order. Of several lines
 * that it may mean it is the first that the rows above leave something of.
 */
function judgeContents(row: FileRow, { known, before }: OrderSoFar, wrong: Wrong): RowWish['contents'] | undefined {
  const found = namedLines(row.cells, orderOf(row) ?? '', known.lines)
  if (!found) return null
  const { kind, named } = found
  const line =
    named.find((each) => openUnits(each) > (before.units.get(each.line) ?? 0)) ??
    named.find((each) => openUnits(each) > 0) ??
    named[0]
  if (!line) return wrong(kind, 'item-unknown')
  const left = openUnits(line)
  if (left === 0) return wrong(kind, 'nothing-left')
  const units = saidUnits(row.cells) ?? left
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
