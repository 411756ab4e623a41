import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { expectForAll } from '#lib/testing-property.ts'
import { dueBounds, dueState } from '#features/core/order/order.ts'
import { hour } from '#lib/duration.ts'
import { addMinor } from '#lib/exact-sums.ts'
import type { MoneySum } from '#lib/money.ts'
import { arrangeTasks, countOf, moneyOf, sumsOf, tasksNeeded, type Task } from './task.ts'

const now = new Date('2026-11-20T12:00:00Z')
const zone = 'Europe/London'
const bounds = dueBounds(now, zone)
const at = (hours: number) => new Date(now.getTime() + hours * hour)
const single = { all: 3, first: 2 }

let lastKey = 0
function task(kind: string, hours: number | null, minor = 100, currency = 'GBP'): Task {
  const dueAt = hours === null ? null : at(hours)
  const due = dueState(dueAt, bounds) ?? 'later'
  lastKey += 1
  return {
    kind,
    key: String(lastKey),
    dueAt,
    due,
    bundle: kind === 'ship' && due !== 'overdue' ? (dueAt?.toISOString().slice(0, 10) ?? null) : null,
    money: { minor, currency },
    orderNumber: '12-34567-89012',
    buyer: 'm.tanaka',
    title: 'Leica M3',
    lines: 1,
    detail: null,
  }
}

/** What the database returns for these tasks. */
function asked(tasks: readonly Task[]) {
  const value = ({ dueAt }: Task) => dueAt?.getTime() ?? Infinity
  const sorted = tasks.toSorted((a, b) => value(a) - value(b))
  const sums = sumsOf(sorted)
  const read = [...Map.groupBy(sorted, ({ kind, due, bundle }) => [kind, due, bundle].join()).values()].flatMap((own) =>
    own.slice(0, own[0]!.bundle === null ? tasksNeeded(own.length, single) : 1),
  )
  return { sums, sections: arrangeTasks(sums, read, single) }
}

const spoken = (tasks: readonly Task[]) =>
  asked(tasks).sections.map(({ due, tasks: n, entries }) => [
    due,
    n,
    ...entries.map((entry) =>
      entry.type === 'one' ? `${entry.task.kind} ${entry.task.key}` : `${entry.kind} ${entry.tasks} of ${entry.all}`,
    ),
  ])

describe('arrangeTasks', () => {
  it('groups tasks as late, today, tomorrow and later, soonest first, those without a time last', () => {
    lastKey = 0
    expect(
      spoken([
        task('cancellation', 5),
        task('ship', -3),
        task('ship', 2),
        task('cancellation', 30),
        task('unpaid', null),
      ]),
    ).toEqual([
      ['overdue', 1, 'ship 2'],
      ['today', 2, 'ship 3', 'cancellation 1'],
      ['tomorrow', 1, 'cancellation 4'],
      ['later', 1, 'unpaid 5'],
    ])
  })

  it('combines the parcels of one day in one line, and shows only the first of many single tasks', () => {
    lastKey = 0
    const late = [-50, -40, -30, -20, -10].map((hours) => task('ship', hours, 1000))
    const today = [task('ship', 5, 300), task('ship', 6, 98_000, 'JPY'), task('ship', 5, 400)]
    expect(spoken([...late, ...today])).toEqual([
      ['overdue', 5, 'ship 1', 'ship 2', 'ship 3 of 5'],
      ['today', 3, 'ship 3 of 3'],
    ])
    const [overdue, day] = asked([...late, ...today]).sections
    expect(overdue!.entries[2]).toMatchObject({ dueAt: at(-30), money: [{ minor: 3000, currency: 'GBP' }] })
    expect(day!.entries[0]).toMatchObject({
      dueAt: at(5),
      money: [
        { minor: 700, currency: 'GBP' },
        { minor: 98_000, currency: 'JPY' },
      ],
    })
    // One more than fits is listed itself, since "1 more" takes the same space.
    expect(asked(late.slice(0, 4)).sections[0]!.entries.map(({ type }) => type)).toEqual(['one', 'one', 'one', 'one'])
  })

  it('loses no task and no money, stays short and in order', () => {
    const any = fc
      .tuple(
        fc.constantFrom('ship', 'cancellation', 'unpaid'),
        fc.option(fc.integer({ min: -100, max: 100 })),
        fc.integer({ min: 0, max: 10_000 }),
        fc.constantFrom('GBP', 'EUR', 'JPY'),
      )
      .map((of) => task(...of))
    const sum = (list: readonly MoneySum[], currency: string) =>
      list
        .filter((part) => part.currency === currency)
        .reduce<number | bigint>((total, part) => addMinor(total, part.minor), 0)
    expectForAll(fc.array(any, { maxLength: 60 }), (tasks) => {
      const { sums, sections } = asked(tasks)
      const entries = sections.flatMap((section) => section.entries)
      expect(entries.reduce((n, entry) => n + (entry.type === 'one' ? 1 : entry.tasks), 0)).toBe(tasks.length)
      expect([countOf(sums), countOf(sections)]).toEqual([tasks.length, tasks.length])
      const money = entries.flatMap((entry) => (entry.type === 'one' ? [entry.task.money] : entry.money))
      for (const currency of ['GBP', 'EUR', 'JPY']) {
        const all = sum(
          tasks.map((own) => own.money),
          currency,
        )
        expect(sum(money, currency)).toBe(all)
        expect(sum(moneyOf(sums), currency)).toBe(all)
      }
      const times = entries.map((entry) => (entry.type === 'one' ? entry.task : entry).dueAt?.getTime() ?? Infinity)
      expect(times).toEqual(times.toSorted((a, b) => a - b))
      for (const { entries: own } of sections) expect(own.length).toBeLessThanOrEqual(3 * (single.all + 1) + 5)
    })
  })
})
