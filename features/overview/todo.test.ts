import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { timeLeft } from '#texts/time-left.ts'
import {
  arrangeTodos,
  todoBounds,
  todoKinds,
  todoOrdersNeeded,
  type TodoKind,
  type TodoOrder,
  type TodoSum,
} from './todo.ts'
import { hour } from '#lib/duration.ts'

const at = (hours: number) => new Date(Date.UTC(2026, 10, 20, 12) + hours * hour)
const now = at(0)

function order(kind: TodoKind, dueAt: Date | null, minor = 100, currency = 'GBP'): TodoOrder {
  return {
    kind,
    orderNumber: '12-34567-89012',
    buyer: 'm.tanaka',
    title: 'Leica M3',
    lines: 1,
    dueAt,
    total: { minor, currency },
  }
}

/** What the database would say of these orders. */
function ask(orders: readonly TodoOrder[]) {
  const sums = new Map<string, TodoSum>()
  for (const { kind, total, dueAt } of orders) {
    const key = `${kind} ${total.currency}`
    const sum = sums.get(key) ?? { kind, currency: total.currency, orders: 0, totalMinor: 0, late: 0 }
    sum.orders += 1
    sum.totalMinor += total.minor
    sum.late += dueAt && dueAt < now ? 1 : 0
    sums.set(key, sum)
  }
  const due = (todo: TodoOrder) => todo.dueAt?.getTime() ?? Infinity
  const first = todoKinds.flatMap((kind) =>
    orders
      .filter((todo) => todo.kind === kind)
      .toSorted((a, b) => due(a) - due(b))
      .slice(0, todoOrdersNeeded),
  )
  return arrangeTodos([...sums.values()], first)
}

describe('arrangeTodos', () => {
  it('lists few orders one by one, by due time', () => {
    const { todos, open, late } = ask([
      order('cancellation', at(5)),
      order('ship-today', at(2)),
      order('ship-overdue', at(-3)),
      order('unpaid', null),
    ])
    expect(todos.map(({ type, kind }) => `${type} ${kind}`)).toEqual([
      'order ship-overdue',
      'order ship-today',
      'order cancellation',
      'order unpaid',
    ])
    expect([open, late]).toEqual([4, 1])
  })

  it('groups many: the most urgent alone, the others together with what they come to', () => {
    const late = [-50, -40, -30, -20, -10].map((hours) => order('ship-overdue', at(hours), 1000))
    const today = [
      order('ship-today', at(5), 300),
      order('ship-today', at(6), 98_000, 'JPY'),
      order('ship-today', at(5), 400),
    ]
    const { todos } = ask([...late, ...today])
    expect(todos).toHaveLength(5)
    expect(todos[3]).toEqual({
      type: 'group',
      kind: 'ship-overdue',
      dueAt: at(-20),
      orders: 2,
      all: 5,
      totals: [{ minor: 2000, currency: 'GBP' }],
    })
    expect(todos[4]).toEqual({
      type: 'group',
      kind: 'ship-today',
      dueAt: at(5),
      orders: 3,
      all: 3,
      totals: [
        { minor: 700, currency: 'GBP' },
        { minor: 98_000, currency: 'JPY' },
      ],
    })
  })

  it('loses no order and no money, stays short and in order', () => {
    const todo = fc
      .tuple(
        fc.constantFrom(...todoKinds),
        fc.option(fc.integer({ min: -100, max: 100 })),
        fc.integer({ min: 0, max: 10_000 }),
        fc.constantFrom('GBP', 'EUR', 'JPY'),
      )
      .map(([kind, hours, minor, currency]) => order(kind, hours === null ? null : at(hours), minor, currency))
    fc.assert(
      fc.property(fc.array(todo, { maxLength: 60 }), (orders) => {
        const { todos, open } = ask(orders)
        const money = todos.flatMap((line) => (line.type === 'order' ? [line.order.total] : line.totals))
        const counts = todos.map((line) => (line.type === 'order' ? 1 : line.orders))
        expect(counts.reduce((a, b) => a + b, 0)).toBe(orders.length)
        expect(open).toBe(orders.length)
        for (const currency of ['GBP', 'EUR', 'JPY']) {
          const sum = (list: { minor: number; currency: string }[]) =>
            list.filter((part) => part.currency === currency).reduce((a, part) => a + part.minor, 0)
          expect(sum(money)).toBe(sum(orders.map(({ total }) => total)))
        }
        const due = todos.map(({ dueAt }) => dueAt?.getTime() ?? Infinity)
        expect(due).toEqual(due.toSorted((a, b) => a - b))
        expect(todos.length).toBeLessThanOrEqual(11)
      }),
    )
  })
})

describe('todoBounds', () => {
  it('takes due days by the calendar of the seller, and unpaid orders by their age: over 4 days, until the thirtieth', () => {
    const bounds = todoBounds(new Date('2026-11-20T23:30Z'), 'Europe/Berlin')
    expect(bounds.tomorrow).toEqual(new Date('2026-11-21T23:00Z'))
    expect(bounds.unpaid).toEqual({ from: new Date('2026-10-21T23:30Z'), before: new Date('2026-11-16T23:30Z') })
  })
})

describe('timeLeft', () => {
  const left = (hours: number) => {
    const { late, unit, count } = timeLeft(at(hours), now, 'Europe/London')
    return `${late ? 'late ' : ''}${count} ${unit}`
  }
  it('says what is late by the clock and what is to come by the calendar', () => {
    expect([-0.001, -0.5, -3.9, -26, -24 * 70, -24 * 800].map(left)).toEqual([
      'late 1 minute',
      'late 30 minute',
      'late 3 hour',
      'late 1 day',
      'late 2 month',
      'late 2 year',
    ])
    expect([0, 0.99, 2.5, 11.9, 12, 36, 36.1, 24 * 90].map(left)).toEqual([
      '1 minute',
      '59 minute',
      '2 hour',
      '11 hour',
      '1 tomorrow',
      '2 day',
      '2 day',
      '2 month',
    ])
  })

  it('counts hours over midnight where there are few', () => {
    expect(timeLeft(at(14), at(11), 'Europe/London')).toEqual({ late: false, unit: 'hour', count: 3 })
  })
})
