import { guessCarrier, plainNumber, type Carrier } from '#features/core/carrier/carrier.ts'
import { nameCarrier, type ParcelProblem } from '#features/shipping/fulfilment/name-carrier.ts'
import type { Contents } from '#features/shipping/fulfilment/parcel.ts'
import { groupBy } from '#lib/group-by.ts'
import { pairs } from '#lib/pairs.ts'
import { trimmed, typedCode } from '#lib/trimmed.ts'
import type { Sheet, SheetRow } from './sheet.ts'

// Computes the result of each row, in the browser while typing and on the server when sent.

export interface OpenLine {
  line: number
  title: string
  units: number
}

export type RowProblem =
  | ParcelProblem
  /** Units of a line are not a number, exceed the unshipped units (`units`), or are zero for every line. */
  | { field: 'units'; line: number; kind: 'units'; units: number }
  | { field: 'units'; line: number; kind: 'empty' }
  /** The order's other parcels contain everything. */
  | { field: 'tracking'; kind: 'nothing-left' }

export type RowPlan =
  | { is: 'out' }
  /** Nothing typed: not shipped. */
  | { is: 'empty' }
  /** `guessed`: the carrier was derived from the number; `other` also matches. */
  | { is: 'ready'; carrier: string; guessed: boolean; other: string | null; contents: Contents }
  | { is: 'untracked'; carrier: string; contents: Contents }
  /** Another parcel of the order has an error; they ship together. */
  | { is: 'waits' }
  | { is: 'problem'; problem: RowProblem }

/** Unshipped lines by order. For an absent order, each parcel takes everything. */
export type LinesOf = ReadonlyMap<string, readonly OpenLine[]>

/** Plans each row. The parcels of an order ship all or none. */
export function planSheet(sheet: Sheet, carriers: readonly Carrier[], lines: LinesOf): ReadonlyMap<string, RowPlan> {
  const plans = new Map<string, RowPlan>()
  for (const [order, rows] of groupBy(sheet, (row) => row.order)) {
    const own = planOrder(rows, carriers, lines.get(order) ?? [])
    const stops = own.some(({ is }) => is === 'problem')
    for (const [{ id }, plan] of pairs(rows, own)) plans.set(id, stops && isShippable(plan) ? { is: 'waits' } : plan)
  }
  return plans
}

export const isShippable = (plan: RowPlan): plan is RowPlan & { is: 'ready' | 'untracked' } =>
  plan.is === 'ready' || plan.is === 'untracked'

function planOrder(
  rows: readonly [SheetRow, ...SheetRow[]],
  carriers: readonly Carrier[],
  lines: readonly OpenLine[],
): RowPlan[] {
  if (rows.length === 1 || lines.length === 0) return rows.map((row) => planRow(row, carriers, 'rest'))
  const left = new Map(lines.map(({ line, units }) => [line, units]))
  const added = rows.slice(1).map((row): RowPlan => {
    const taken = takeUnits(row, lines, left)
    const plan = planRow(row, carriers, taken.contents)
    return taken.problem && isShippable(plan) ? { is: 'problem', problem: taken.problem } : plan
  })
  const rest = new Map([...left].filter(([, units]) => units > 0))
  const first = planRow(rows[0], carriers, rest)
  const isNothing = isShippable(first) && rest.size === 0
  return [isNothing ? { is: 'problem', problem: { field: 'tracking', kind: 'nothing-left' } } : first, ...added]
}

/** Deducts the units of an added parcel from `left`. */
function takeUnits(row: SheetRow, lines: readonly OpenLine[], left: Map<number, number>) {
  const contents = new Map<number, number>()
  let problem: RowProblem | null = null
  for (const { line } of lines) {
    const text = row.units[line] ?? ''
    const units = /^\d{0,6}$/.test(text) ? Number(text) : -1
    const most = left.get(line) ?? 0
    if (units < 0 || units > most) problem ??= { field: 'units', line, kind: 'units', units: most }
    else if (units > 0) {
      contents.set(line, units)
      left.set(line, most - units)
    }
  }
  if (contents.size === 0) problem ??= { field: 'units', line: lines[0]?.line ?? 1, kind: 'empty' }
  return { contents, problem }
}

function planRow(row: SheetRow, carriers: readonly Carrier[], contents: Contents): RowPlan {
  if (!row.isTaken) return { is: 'out' }
  const [carrier, tracking] = [trimmed(row.carrier), typedCode(row.tracking)]
  if (!carrier && !tracking) return { is: 'empty' }
  const named = nameCarrier({ carrier, tracking }, carriers)
  if (!named.ok) return { is: 'problem', problem: named.problem }
  if (!tracking) return { is: 'untracked', carrier: named.carrier, contents }
  const guessed = carrier === ''
  const [, other = null] = guessed ? guessCarrier(carriers, tracking).carriers : []
  return { is: 'ready', carrier: named.carrier, guessed, other, contents }
}

/** Rows by tracking number, for numbers used by several orders. */
export function sharedNumbers(sheet: Sheet): ReadonlyMap<string, readonly string[]> {
  const taken = sheet.filter(({ isTaken, tracking }) => isTaken && tracking !== '')
  const byNumber = groupBy(taken, ({ tracking }) => plainNumber(tracking))
  return new Map(
    [...byNumber]
      .map(([number, rows]) => [number, [...new Set(rows.map(({ order }) => order))]] as const)
      .filter(([, orders]) => orders.length > 1),
  )
}
