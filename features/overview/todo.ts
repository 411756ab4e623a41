import { cancellableSpan, dueBounds, type DueBounds } from '#features/orders/order.ts'
import type { Money } from '#lib/money.ts'

/** What a seller has to do about an order. */
export const todoKinds = ['ship-overdue', 'ship-today', 'ship-tomorrow', 'cancellation', 'unpaid'] as const
export type TodoKind = (typeof todoKinds)[number]

/** Days a seller has to answer a request to cancel. */
export const answerDays = 3

/** The moments between what is to do and what is not yet, by the seller's days. */
export interface TodoBounds extends DueBounds {
  /** When those unpaid orders were placed that may be cancelled now. */
  unpaid: { from: Date; before: Date }
}

export function todoBounds(now: Date, zone: string): TodoBounds {
  return { ...dueBounds(now, zone), unpaid: cancellableSpan(now) }
}

/** How many orders of a kind there are and what they come to, in one currency. */
export interface TodoSum {
  kind: TodoKind
  currency: string
  orders: number
  totalMinor: number
  /** Those whose time is over. */
  late: number
}

/** An order with something to do, among the most urgent of its kind. */
export interface TodoOrder {
  kind: TodoKind
  orderNumber: string
  buyer: string
  /** Of its first line. */
  title: string | null
  lines: number
  /** Until when; null where no time is set. */
  dueAt: Date | null
  total: Money
}

/** A line of the list: one order, or several of a kind. */
export type Todo = { dueAt: Date | null; kind: TodoKind } & (
  | { type: 'order'; order: TodoOrder }
  | {
      type: 'group'
      /** Orders of this line, and of all of the kind: single lines may stand above. */
      orders: number
      all: number
      /** What the orders of this line come to, by currency, largest count first. */
      totals: Money[]
    }
)

/** Up to so many of a kind stand as single lines; of more, only the first `head`, and the others as one line. */
const shown: Record<TodoKind, { single: number; head: number }> = {
  'ship-overdue': { single: 4, head: 3 },
  'ship-today': { single: 2, head: 0 },
  'ship-tomorrow': { single: 1, head: 0 },
  cancellation: { single: 3, head: 2 },
  unpaid: { single: 1, head: 0 },
}

/** How many orders of each kind must be known one by one: those that stand alone, and the first of the others. */
export const todoOrdersNeeded = Math.max(...todoKinds.map((kind) => shown[kind].single)) + 1

export interface TodoList {
  todos: Todo[]
  open: number
  late: number
}

/**
 * Arranges what is to do by due time, most urgent first. `orders` holds the most urgent of each kind in order, at least
 * `todoOrdersNeeded` of those that have as many; `sums` counts all of them.
 */
export function arrangeTodos(sums: readonly TodoSum[], orders: readonly TodoOrder[]): TodoList {
  const todos = todoKinds.flatMap((kind) =>
    arrangeKind(
      kind,
      sums.filter((sum) => sum.kind === kind),
      orders.filter((order) => order.kind === kind),
    ),
  )
  return {
    todos: todos.toSorted((a, b) => dueValue(a) - dueValue(b)),
    open: total(sums.map((sum) => sum.orders)),
    late: total(sums.map((sum) => sum.late)),
  }
}

function arrangeKind(kind: TodoKind, sums: readonly TodoSum[], orders: readonly TodoOrder[]): Todo[] {
  const all = total(sums.map((sum) => sum.orders))
  const { single, head } = shown[kind]
  const alone = orders.slice(0, all <= single ? single : head)
  const lines: Todo[] = alone.map((order) => ({ type: 'order', kind, dueAt: order.dueAt, order }))
  if (all <= single) return lines
  const rest = all - alone.length
  return [
    ...lines,
    { type: 'group', kind, dueAt: orders[head]?.dueAt ?? null, orders: rest, all, totals: totalsLeft(sums, alone) },
  ]
}

/** What all come to, less those that stand alone. */
function totalsLeft(sums: readonly TodoSum[], alone: readonly TodoOrder[]): Money[] {
  return sums
    .map(({ currency, orders, totalMinor }) => {
      const taken = alone.filter((order) => order.total.currency === currency)
      const minor = totalMinor - total(taken.map((order) => order.total.minor))
      return { orders: orders - taken.length, money: { minor, currency } }
    })
    .filter(({ orders }) => orders > 0)
    .toSorted((a, b) => b.orders - a.orders)
    .map(({ money }) => money)
}

function dueValue({ dueAt }: Todo): number {
  return dueAt?.getTime() ?? Number.POSITIVE_INFINITY
}

function total(numbers: readonly number[]): number {
  return numbers.reduce((sum, number) => sum + number, 0)
}
