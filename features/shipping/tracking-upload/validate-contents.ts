import { plainNumber } from '#features/core/carrier/carrier.ts'
import { openUnits, type LineUnits } from '#features/core/order/line-units.ts'
import { isUnshipped } from '#features/core/order/order.ts'
import { assertDefined } from '#lib/assert-defined.ts'
import { namedLines, parseUnits } from './named-lines.ts'
import type { FileRow } from './table-rows.ts'
import type { KnownOrder, RowRequest, ReportProblem } from './verdict.ts'

// Which units of its order a row ships, after the rows above it.

/** What earlier rows take of an order: the number of the parcel that takes the rest, all numbers, and units by line. */
export interface ClaimedUnits {
  rest: string | null
  numbers: Set<string>
  units: Map<number, number>
}

/** What earlier rows take: by order, and units by order, number and line. */
export interface PrecedingRows {
  taken: Map<string, ClaimedUnits>
  claimed: Map<string, Map<number, number>>
}

interface OrderSoFar {
  order: string
  known: KnownOrder
  before: ClaimedUnits
}

export function validateRemaining(
  row: FileRow,
  order: OrderSoFar,
  wrong: ReportProblem,
): RowRequest['contents'] | undefined {
  const { known } = order
  if (known.delivery !== 'SHIP') return wrong('order', 'no-parcel')
  if (isUnshipped(known.status)) return validateContents(row, order, wrong)
  const gone = known.status === 'SHIPPED' || known.status === 'DELIVERED'
  return gone ? wrong('order', 'nothing-left') : wrong('order', 'not-possible', { status: known.status })
}

export function validateParcelMatch(
  row: FileRow,
  {
    order,
    known,
    tracking,
    preceding,
  }: { order: string; known: KnownOrder; tracking: string; preceding: PrecedingRows },
): ParcelMatch {
  const number = plainNumber(tracking)
  const inside = known.parcels.get(number)
  if (!inside) return { is: 'none' }
  const before = preceding.taken.get(order)
  const isOver = Boolean(before?.rest) || !isUnshipped(known.status)
  const left = (line: LineUnits) => (isOver ? 0 : openUnits(line) - (before?.units.get(line.line) ?? 0))
  const lines = namedLines(row.cells, order, known.lines)?.named
  if (!lines) return matchWholeOrder(known.lines, left)
  const units = parseUnits(row.cells)
  if (units === 0) return { is: 'none' }
  const name = `${order} ${number}`
  const claimed = preceding.claimed.get(name) ?? new Map<number, number>()
  preceding.claimed.set(name, claimed)
  return matchOrderLine({ lines, units }, { inside, claimed, left })
}

/**
 * Contents of a row: the given units of its line or all unshipped ones; without a line, the whole order. Of several
 * candidate lines, the first with units left.
 */
function validateContents(
  row: FileRow,
  { order, known, before }: OrderSoFar,
  wrong: ReportProblem,
): RowRequest['contents'] | undefined {
  const found = namedLines(row.cells, order, known.lines)
  if (!found) return null
  const { kind, named } = found
  const line =
    named.find((each) => openUnits(each) > (before.units.get(each.line) ?? 0)) ??
    named.find((each) => openUnits(each) > 0) ??
    named[0]
  if (!line) return wrong(kind, 'item-unknown')
  const left = openUnits(line)
  if (left === 0) return wrong(kind, 'nothing-left')
  const units = parseUnits(row.cells) ?? left
  if (units < 1 || units > left) return wrong('units', 'units', { left })
  return [{ line: line.line, units }]
}

/** Rejects units that earlier rows already take. */
export function takeUnits(
  before: ClaimedUnits,
  { tracking, contents, known }: { tracking: string; contents: RowRequest['contents']; known: KnownOrder },
  wrong: ReportProblem,
): undefined {
  if (before.rest !== null) return before.rest === tracking ? undefined : wrong('tracking', 'nothing-left')
  if (contents === null) {
    const isLeft = known.lines.some((line) => openUnits(line) > (before.units.get(line.line) ?? 0))
    // An addition to an existing parcel may be empty.
    if (!isLeft && !before.numbers.has(tracking)) return wrong('tracking', 'nothing-left')
    before.rest = tracking
    return
  }
  before.numbers.add(tracking)
  for (const { line, units } of contents) {
    const open = assertDefined(
      known.lines.find((each) => each.line === line),
      'it was read as a line of this order',
    )
    const left = openUnits(open) - (before.units.get(line) ?? 0)
    if (units > left) return wrong('units', 'units', { left })
    before.units.set(line, (before.units.get(line) ?? 0) + units)
  }
}

interface Named {
  /** Candidate lines; the row means one of them. */
  lines: readonly LineUnits[]
  /** Null: any number. */
  units: number | null
}

/** Units of a line that are unshipped and not taken by earlier rows. */
type Left = (line: LineUnits) => number

/** Contents of an order's parcels under one number, by line. */
interface Known {
  inside: ReadonlyMap<number, number>
  /** Units that earlier rows refer to, so that equal rows count separately. This row's units are added. */
  claimed: Map<number, number>
  left: Left
}

/**
 * Relation of a row to the parcel already recorded under its number. An equal number alone proves nothing: a corrected
 * row may add to it. `part`: the row omits a line or its units differ, so only its author knows what it means.
 */
type ParcelMatch = { is: 'same' } | { is: 'part'; left: number } | { is: 'none' }

function matchWholeOrder(lines: readonly LineUnits[], left: Left): ParcelMatch {
  const sum = lines.reduce((total, line) => total + left(line), 0)
  return sum === 0 ? { is: 'same' } : { is: 'part', left: sum }
}

function matchOrderLine({ lines, units }: Named, { inside, claimed, left }: Known): ParcelMatch {
  const held = ({ line }: LineUnits) => inside.get(line) ?? 0
  const free = (line: LineUnits) => held(line) - (claimed.get(line.line) ?? 0)
  const least = units ?? 1
  const own = lines.find((line) => free(line) >= least && (units !== null || left(line) === 0))
  if (own) {
    claimed.set(own.line, (claimed.get(own.line) ?? 0) + (units ?? free(own)))
    return { is: 'same' }
  }
  const open = lines.find((line) => left(line) > 0)
  // Nothing is left to ship, so surplus rows repeat the same contents.
  if (!open && lines.some((line) => held(line) >= least)) return { is: 'same' }
  const next = open ?? lines.find((line) => free(line) > 0)
  return next && free(next) > 0 ? { is: 'part', left: left(next) } : { is: 'none' }
}
