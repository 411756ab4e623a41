import { addRows } from '#db/testing-row.ts'
import { describe, expect, it } from 'vitest'
import { readBatchPart } from '#db/read-batch.ts'
import { testDatabase } from '#db/testing.ts'
import { addSeller } from '#db/testing-seller.ts'
import { rowsOf, readTotals } from '#features/machinery/grid/list-db.server.ts'
import { openList } from '#features/machinery/grid/list-query.ts'
import { cancellableSpan, dueState, type DueState } from '#features/core/order/order.ts'
import { countOrders } from '#features/orders/order-list/order-counts-db.server.ts'
import { ordersList } from '#features/orders/order-list/orders-list.server.ts'
import { addOrders, type KnownOrder } from '#features/orders/order-list/testing.ts'
import { testPolicyPack as policyPack } from '#features/core/policy-pack/testing.ts'
import { dateAt } from '#lib/zoned-time.ts'
import { textsFor } from '#texts/catalogues.server.ts'
import { taskKinds } from './kinds.server.ts'
import type { TaskShowing } from '#features/core/task/task-kind.ts'
import { arrangeTasks, countOf, tasksNeeded } from '#features/core/task/task.ts'
import { dueTasks, readDearestTasks, readSoonestTasks } from './tasks-db.server.ts'
import { readFirstTasks, readTasksPage, taskReader } from './tasks-read.server.ts'
import { lineModel, readTasksQuery } from './tasks-view.server.ts'

const now = new Date('2026-10-27T14:30:00Z')
const zone = 'Europe/London'
const texts = textsFor('en', zone)
const owner: TaskShowing = { texts, role: 'owner' }
const single = { all: 4, first: 2 }

/** Response deadline of each cancellation request. */
const respondBy = new Map<number, Date>()

const db = await testDatabase()
const seller = await addSeller(db, 'ann')
const known = await addOrders(db, { sellerId: seller, count: 300, now, seed: 'york' })
const other = await addSeller(db, 'bob')
/** Orders of the other seller. */
const few = await addOrders(db, { sellerId: other, count: 9, now, seed: 'other' })
const requested = new Date('2026-10-25T09:00Z')
const cancelRequested = known.filter((order) => order.status === 'CANCELLATION_REQUESTED')
cancelRequested.forEach(({ id }, index) =>
  respondBy.set(
    id,
    index % 3 === 0 ? new Date(now.getTime() + (index - 5) * 7_200_000) : new Date('2026-10-28T09:00Z'),
  ),
)
await addRows(
  db.owner,
  'cancellations',
  cancelRequested.map(({ id }, index) => ({
    seller_id: seller,
    order_id: id,
    initiator: 'BUYER' as const,
    reason: 'ORDER_MISTAKE' as const,
    state: 'REQUESTED' as const,
    requested_at: requested,
    // Without a deadline in the request, the marketplace's three days apply.
    respond_by: index % 3 === 0 ? respondBy.get(id)! : null,
  })),
)
await addRows(
  db.owner,
  'payments',
  cancelRequested.map(({ id, currency, totalMinor, placedAt }) => ({
    seller_id: seller,
    order_id: id,
    method: 'CARD' as const,
    state: 'PAID' as const,
    currency,
    amount_minor: totalMinor,
    paid_at: placedAt,
  })),
)

const reader = () => taskReader({ id: seller, timeZone: zone, role: 'owner' }, { now, deadlines: policyPack.deadlines })
const read = <T>(work: Parameters<typeof db.asSeller<T>>[2]) => db.asSeller(seller, 'read', work)

/** The task of an order, computed without the database. */
function taskOf({ id, status, shipBy, placedAt }: KnownOrder): { kind: string; dueAt: Date } | null {
  const { from, before } = cancellableSpan(now, policyPack.deadlines)
  if (status === 'CANCELLATION_REQUESTED') return { kind: 'cancellation', dueAt: respondBy.get(id)! }
  if (status === 'AWAITING_PAYMENT')
    return placedAt >= from && placedAt < before
      ? { kind: 'unpaid', dueAt: new Date(placedAt.getTime() + policyPack.deadlines.sellerCancelWindow) }
      : null
  return (status === 'AWAITING_SHIPMENT' || status === 'PARTLY_SHIPPED') && shipBy
    ? { kind: 'ship', dueAt: shipBy }
    : null
}

const due = () =>
  known.flatMap((order) => {
    const task = taskOf(order)
    return task ? [{ order, ...task, due: dueState(task.dueAt, reader())! }] : []
  })

describe('tasks', () => {
  it('are complete by the rules, for this seller, by kind, due state and currency', async () => {
    const { sums } = await read((own) => readSoonestTasks(own, reader(), { kinds: [], single }))
    const states: DueState[] = ['overdue', 'today', 'tomorrow', 'later']
    for (const { id } of taskKinds)
      for (const state of states)
        for (const currency of ['EUR', 'GBP', 'JPY']) {
          const expected = due().filter(
            (task) => task.kind === id && task.due === state && task.order.currency === currency,
          )
          const own = sums.filter((sum) => sum.kind === id && sum.due === state && sum.currency === currency)
          expect([countOf(own), own.reduce((sum, { minor }) => sum + Number(minor), 0)], `${id} ${state}`).toEqual([
            expected.length,
            expected.reduce((sum, { order }) => sum + order.totalMinor, 0),
          ])
        }
    for (const { kind, dueAt } of due()) expect(dueAt, kind).toBeInstanceOf(Date)
    expect(new Set(due().map(({ kind }) => kind)).size).toBe(3)
    const counted = await read((own) => readBatchPart(own, dueTasks, reader()))
    const count = (state: DueState) => due().filter((task) => task.due === state).length
    expect(counted).toEqual({ late: count('overdue'), today: count('today') })
  })

  it('are read soonest first, a limited number per kind', async () => {
    const { tasks } = await read((own) => readSoonestTasks(own, reader(), { kinds: taskKinds, single }))
    const late = due()
      .filter(({ kind, due: state }) => kind === 'ship' && state === 'overdue')
      .toSorted((a, b) => a.dueAt.getTime() - b.dueAt.getTime())
    const lateRead = tasks.filter(({ kind, due: state }) => kind === 'ship' && state === 'overdue')
    expect(lateRead.map(({ dueAt }) => dueAt)).toEqual(
      late.slice(0, tasksNeeded(late.length, single)).map(({ dueAt }) => dueAt),
    )
    const requests = due().filter(({ kind, due: state }) => kind === 'cancellation' && state !== 'overdue')
    const requestsRead = tasks.filter(({ kind, due: state }) => kind === 'cancellation' && state !== 'overdue')
    const perState = Map.groupBy(requests, ({ due: state }) => state)
    const needed = [...perState.values()].map((own) => tasksNeeded(own.length, single))
    expect(requestsRead).toHaveLength(needed.reduce((sum, n) => sum + n, 0))
    const first = known.find(({ number }) => number === lateRead[0]!.orderNumber)!
    expect(lateRead[0]).toMatchObject({ buyer: first.buyer, title: first.lines[0]!.title, lines: first.lines.length })
  })

  it('are grouped by the shop’s day in its time zone; a single one stands alone', async () => {
    const isParcel = ({ kind, bundle }: { kind: string; bundle: string | null }) => kind === 'ship' && bundle !== null
    // Days in Nepal begin at a quarter past an hour of UTC, in Newfoundland at half past; Lord Howe changes clocks by
    // half an hour.
    for (const timeZone of [
      'Europe/London',
      'Asia/Kathmandu',
      'America/St_Johns',
      'Australia/Lord_Howe',
      'Pacific/Chatham',
    ])
      for (const own of [seller, other]) {
        const theirs = taskReader({ id: own, timeZone, role: 'owner' }, { now, deadlines: policyPack.deadlines })
        const isToCome = (order: KnownOrder) => taskOf(order)?.kind === 'ship' && order.shipBy! >= now
        const orders = (own === seller ? known : few).filter(isToCome)
        const { sums, tasks } = await db.asSeller(own, 'read', (rows) =>
          readSoonestTasks(rows, theirs, { kinds: taskKinds, single }),
        )
        const days = Map.groupBy(orders, ({ shipBy }) => `${dueState(shipBy, theirs)} ${dateAt(shipBy!, timeZone)}`)
        const counted = Map.groupBy(sums.filter(isParcel), ({ due: state, bundle }) => `${state} ${bundle}`)
        expect(new Map([...counted].map(([day, group]) => [day, countOf(group)])), timeZone).toEqual(
          new Map([...days].map(([day, group]) => [day, group.length])),
        )
        const lone = [...days.values()].filter((group) => group.length === 1).flat()
        expect(tasks.filter(isParcel).map(({ orderNumber, bundle }) => [orderNumber, bundle])).toEqual(
          lone
            .toSorted((a, b) => a.shipBy!.getTime() - b.shipBy!.getTime())
            .map(({ number, shipBy }) => [number, dateAt(shipBy!, timeZone)]),
        )
        if (own === other) expect(lone.length).toBeGreaterThan(0)
      }
  })

  it('are read by amount, the highest first', async () => {
    const { tasks } = await read((own) => readDearestTasks(own, reader(), { kinds: taskKinds, limit: 10 }))
    const worth = ({ minor, currency }: { minor: number; currency: string }) => minor * (currency === 'JPY' ? 100 : 1)
    const all = due().map(({ order }) => worth({ minor: order.totalMinor, currency: order.currency }))
    expect(tasks.map(({ money }) => worth(money))).toEqual(all.toSorted((a, b) => b - a).slice(0, 10))
  })

  it('link to exactly the orders they stand for', async () => {
    const counts = await read((own) => countOrders(own, seller, reader()))
    const { sums, tasks } = await read((own) => readSoonestTasks(own, reader(), { kinds: taskKinds, single }))
    // Tasks due at the same time keep this order.
    const kinds = sums.map(({ kind }) => taskKinds.findIndex(({ id }) => id === kind))
    expect(kinds).toEqual(kinds.toSorted((a, b) => a - b))
    const many = arrangeTasks(sums, tasks, single)
      .flatMap(({ entries }) => entries)
      .filter((entry) => entry.type === 'many')
    expect(new Set(many.map(({ kind }) => kind)).size).toBe(3)
    for (const entry of many) {
      const { href, action } = lineModel(entry, reader(), owner)
      const when = { sellerId: seller, role: 'owner', now, zone, policyPack } as const
      const reading = openList(ordersList, new URL(href, 'http://hub'), when)
      expect(reading.problems).toEqual([])
      const facts = { counts, bounds: reader(), countries: [], tags: [] }
      const listed = rowsOf(await read((own) => readTotals(own, ordersList, reading, facts)))
      // Requests and unpaid orders are listed regardless of time, so their buttons say "all" instead of a number.
      const together = entry.kind === 'ship' ? entry.all : countOf(sums.filter(({ kind }) => kind === entry.kind))
      expect(listed, `${entry.kind} ${entry.due}`).toBe(together)
      const said = /\d+/.exec(action!.label)
      expect(said && Number(said[0]), action!.label).toBe(entry.kind === 'ship' ? entry.all : null)
    }
  })

  /** What the badge says, too. */
  const dueWords = () => {
    const of = (state: string) => due().filter((task) => task.due === state).length
    return `${of('overdue')} late, ${of('today')} today`
  }

  it('are shown with the amount at risk, by kind or by amount, and with a button only for permitted roles', async () => {
    const page = (query: string, role: TaskShowing['role'] = 'owner') =>
      read((own) => readTasksPage(own, readTasksQuery(new URLSearchParams(query), role), reader(), { texts, role }))
    const all = await page('')
    expect(all.sections.map(({ title }) => title)).toEqual(['Late', 'Today', 'Tomorrow, Wed 28 Oct', 'Later'])
    expect(all.frame.note).toBe(`${dueWords()}, times in London (GMT)`)
    expect(all.frame.chips.map(({ key, active }) => [key, active])).toEqual([
      ['all', true],
      ['ship', false],
      ['cancellation', false],
      ['unpaid', false],
    ])
    const lines = all.sections.flatMap((section) => section.lines)
    const today = lines.find(({ key }) => key === 'ship today 2026-10-27')!
    expect(today).toMatchObject({ title: expect.stringMatching(/^Ship \d+ orders by \d\d:\d\d$/) })
    expect(today.action!.label).toBe(`${today.action!.text}: ${today.title}`)
    const answers = (await page('kind=cancellation')).sections.flatMap((section) => section.lines)
    expect(answers.map(({ facts }) => facts[0])).toContain('ordered by mistake')
    expect(answers.every(({ icon }) => icon === 'cancellation')).toBe(true)
    const dearest = await page('sort=money')
    expect(dearest.sections).toHaveLength(1)
    expect(dearest.sections[0]!.lines).toHaveLength(50)
    for (const { lines: own } of (await page('', 'viewer')).sections)
      expect(own.map(({ action }) => action)).toEqual(own.map(() => null))
    const shipper = (await page('', 'shipper')).sections.flatMap((section) => section.lines)
    expect(new Set(shipper.filter(({ action }) => action).map(({ icon }) => icon))).toEqual(new Set(['parcel']))
    // Unknown values are ignored.
    expect((await page('kind=nonsense&sort=nonsense')).frame.chips[0]!.active).toBe(true)
  })

  it('appear on the overview, the most urgent of each kind', async () => {
    const first = await read((own) => readFirstTasks(own, reader(), owner))
    expect(first).toMatchObject({ count: dueWords(), all: `All ${due().length}` })
    expect(first.lines.length).toBeLessThanOrEqual(8)
    expect(new Set(first.lines.map(({ icon }) => icon)).size).toBeGreaterThan(1)
    const fresh = await addSeller(db, 'new')
    const none = taskReader({ id: fresh, timeZone: zone, role: 'owner' }, { now, deadlines: policyPack.deadlines })
    expect(await db.asSeller(fresh, 'read', (own) => readFirstTasks(own, none, owner))).toEqual({
      count: null,
      all: null,
      lines: [],
    })
  })
})
