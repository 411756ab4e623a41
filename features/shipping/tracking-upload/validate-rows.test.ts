import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { plainNumber } from '#features/core/carrier/carrier.ts'
import { openUnits } from '#features/core/order/line-units.ts'
import { testCarriers as carriers } from '#features/shipping/fulfilment/testing.ts'
import type { OrderStatus } from '#features/core/order/order.ts'
import { pairs } from '#lib/pairs.ts'
import { busyFor } from '#lib/testing.ts'
import { answersOf } from './tracking-answers.ts'
import { validateRows } from './validate-rows.ts'
import type { FileRow } from './table-rows.ts'
import type { KnownOrder, Verdict } from './verdict.ts'

const [number, other] = ['12-64120-58213', '12-64120-58214']
const [item, [a, b, c]] = ['110000000000', ['0034 1', '0034 2', '0034 3']] as const

type Cells = FileRow['cells']
type Parcels = Record<string, Record<number, number>>

/** An order with these units per line, all of one listing, and these parcels shipped. */
function orderOf(quantities: readonly number[], sent: Parcels = {}, cancelled = 0): KnownOrder {
  const parcels = Object.entries(sent).map(([tracking, contents]) => {
    const units = Object.entries(contents).map(([line, n]) => [Number(line), n] as const)
    return [plainNumber(tracking), new Map(units)] as const
  })
  const lines = quantities.map((ordered, index) => ({
    line: index + 1,
    ordered,
    shipped: parcels.reduce((sum, [, contents]) => sum + (contents.get(index + 1) ?? 0), 0),
    cancelled: index === 0 ? cancelled : 0,
    itemNumber: item,
    sku: `CAP-${index + 1}`,
  }))
  const open = lines.reduce((sum, line) => sum + openUnits(line), 0)
  const status: OrderStatus = open === 0 ? 'SHIPPED' : parcels.length > 0 ? 'PARTLY_SHIPPED' : 'AWAITING_SHIPMENT'
  return { status, delivery: 'SHIP', placedAt: new Date('2026-11-01T10:00Z'), lines, parcels: new Map(parcels) }
}

/** Checks rows against the order, or another in the same state. */
const verdictOf = (order: KnownOrder, rows: readonly Cells[]) =>
  validateRows(
    rows.map((cells, index) => ({
      row: index + 2,
      fields: [],
      cells: { order: number, carrier: 'DHL', ...cells },
      broken: null,
      edits: null,
      left: null,
    })),
    {
      orders: new Map([number, other].map((each) => [each, order])),
      ownIds: new Map(),
      recipients: new Map(),
      answers: answersOf({}, null),
      isEncodingSure: true,
      carriers,
      zone: 'Europe/London',
      now: new Date('2026-11-20T14:30Z'),
    },
  )

const briefly = (verdict: Verdict) =>
  verdict.verdict === 'SAME'
    ? 'same'
    : verdict.verdict === 'CHANGE'
      ? (verdict.request.contents?.map(({ line, units }) => `${units} of ${line}`).join() ?? 'rest')
      : verdict.problems.map(({ rule, values = {} }) => [rule, ...Object.values(values)].join(' ')).join()

/** The order after these rows are applied; rows with one number are one parcel. */
function applied(order: KnownOrder, verdicts: readonly Verdict[]): KnownOrder {
  const sent: Parcels = Object.fromEntries([...order.parcels].map(([of, inside]) => [of, Object.fromEntries(inside)]))
  const add = (of: string, line: number, units: number) => {
    const inside = (sent[of] ??= {})
    inside[line] = (inside[line] ?? 0) + units
  }
  const requests = verdicts.flatMap((each) => (each.verdict === 'CHANGE' ? [each.request] : []))
  const [rest] = requests.filter(({ contents }) => contents === null)
  const named = requests.filter(({ tracking }) => tracking !== rest?.tracking)
  for (const { tracking, contents } of named)
    for (const { line, units } of contents ?? []) add(plainNumber(tracking), line, units)
  for (const line of rest ? order.lines : []) {
    const others = named.flatMap(({ contents }) => contents?.filter((each) => each.line === line.line) ?? [])
    const left = openUnits(line) - others.reduce((sum, { units }) => sum + units, 0)
    if (left > 0) add(plainNumber(rest!.tracking), line.line, left)
  }
  return orderOf(
    order.lines.map(({ ordered }) => ordered),
    sent,
  )
}

describe('a row with a number that its order already has', () => {
  const line1 = { [a]: { 1: 1 } }
  it.each<[string, KnownOrder, Cells[], string[]]>([
    ['names a line that is inside', orderOf([1, 1], line1), [{ line: '1', tracking: a }], ['same']],
    ['names one that is not', orderOf([1, 2], line1), [{ line: '2', tracking: '00341' }], ['2 of 2']],
    ['names it by its SKU', orderOf([1, 2], line1), [{ sku: 'CAP-2', units: '1', tracking: a }], ['1 of 2']],
    [
      'names by the SKU the variation of a listing',
      orderOf([1, 2], line1),
      [{ item, sku: 'CAP-2', tracking: a }],
      ['2 of 2'],
    ],
    [
      'has others of that listing beside it',
      orderOf([1, 2], line1),
      [
        { item, tracking: a },
        { item, tracking: a },
      ],
      ['same', '2 of 2'],
    ],
    [
      'names what another number has',
      orderOf([1, 1], { [a]: { 1: 1 }, [b]: { 2: 1 } }),
      [{ line: '2', tracking: a }],
      ['nothing-left'],
    ],
    ['names what the order has not', orderOf([1, 1], line1), [{ sku: 'BAG', tracking: a }], ['item-unknown']],
    ['names the order, all of which is sent', orderOf([1], line1), [{ tracking: a }], ['same']],
    ['names an order with more to send', orderOf([1, 3], line1), [{ tracking: a }], ['part-inside 3']],
    [
      'names the order behind a row that sends what is left',
      orderOf([1, 3], line1),
      [{ line: '2', tracking: b }, { tracking: a }],
      ['3 of 2', 'same'],
    ],
    ['says of an order how many, which is not read', orderOf([1], line1), [{ units: '2 pcs', tracking: a }], ['same']],
    ['names a line with more to send', orderOf([3], line1), [{ line: '1', tracking: a }], ['part-inside 2']],
    ['says as many as are inside', orderOf([3], line1), [{ line: '1', units: '1', tracking: a }], ['same']],
    ['says more', orderOf([3], line1), [{ line: '1', units: '2', tracking: a }], ['part-inside 2']],
    ['says more than there are', orderOf([2], line1, 1), [{ line: '1', units: '2', tracking: a }], ['part-inside 0']],
    ['says no number', orderOf([3], line1), [{ line: '1', units: 'two', tracking: a }], ['units 2']],
    [
      'has its like beside it, of one unit each',
      orderOf([3], line1),
      Array.from({ length: 2 }, () => ({ line: '1', units: '1', tracking: a })),
      ['same', '1 of 1'],
    ],
    [
      'has two of them beside it',
      orderOf([4], { [a]: { 1: 2 } }),
      Array.from({ length: 3 }, () => ({ line: '1', units: '1', tracking: a })),
      ['same', 'same', '1 of 1'],
    ],
    [
      'has its like of another number and of another order beside it',
      orderOf([4], { [a]: { 1: 1 }, [b]: { 1: 1 } }),
      [a, b, a].map((tracking, index) => ({ order: index < 2 ? number : other, line: '1', units: '1', tracking })),
      ['same', 'same', 'same'],
    ],
    [
      'names the order behind a row of another number that does, too',
      orderOf([1, 3], line1),
      [{ tracking: b }, { tracking: a }],
      ['rest', 'same'],
    ],
    [
      'names an order of which nothing can be sent now',
      { ...orderOf([1, 3], line1), status: 'CANCELLATION_REQUESTED' },
      [{ tracking: a }, { line: '2', tracking: a }],
      ['same', 'not-possible CANCELLATION_REQUESTED'],
    ],
    [
      'is there twice, where all is sent',
      orderOf([1], line1),
      Array.from({ length: 2 }, () => ({ line: '1', units: '1', tracking: a })),
      ['same', 'same'],
    ],
  ])('%s', async (_, order, rows, expected) => {
    expect((await verdictOf(order, rows)).map(briefly)).toEqual(expected)
  })

  it('is read once, however many blanks a cell has', async () => {
    const row = { tracking: `${a}${' '.repeat(200_000)}${b}` }
    expect(await busyFor(() => verdictOf(orderOf([1]), [row]))).toBeLessThan(1_000)
    expect((await verdictOf(orderOf([1]), [row])).map(briefly)).toEqual(['tracking-form'])
  })

  it('reports all its errors at once', async () => {
    const row = { tracking: a, service: 'S'.repeat(100), shipped: 'soon' }
    expect((await verdictOf(orderOf([1, 3], line1), [row])).map(briefly)).toEqual(['service-form,part-inside 3'])
  })
})

const quantities = fc.array(fc.integer({ min: 1, max: 4 }), { minLength: 1, maxLength: 3 })
const names = fc.constantFrom<'line' | 'sku' | 'both'>('line', 'sku', 'both')
const nameOf = (how: 'line' | 'sku' | 'both', line: number): Cells =>
  how === 'line' ? { line: String(line) } : { sku: `CAP-${line}`, ...(how === 'both' ? { item } : {}) }

describe('a file', () => {
  /** Rows that describe the order's parcels; rows that are faulty at first are corrected later. */
  const files = quantities.chain((units) =>
    fc.record({
      units: fc.constant(units),
      rows: fc
        .tuple(
          ...units.map((quantity, index) =>
            fc
              .tuple(fc.array(fc.constantFrom(a, b, c), { minLength: quantity, maxLength: quantity }), names)
              .map(([numbers, how]) =>
                [...Map.groupBy(numbers, (tracking) => tracking)].map(([tracking, own], at) => ({
                  ...nameOf(how, index + 1),
                  tracking,
                  // The units may be omitted if they are the whole line.
                  ...(own.length === quantity && at === 0 && how === 'sku' ? {} : { units: String(own.length) }),
                })),
              ),
          ),
        )
        .chain((rows) => {
          const all = rows.flat()
          return fc.tuple(
            fc.shuffledSubarray(all, { minLength: all.length }),
            fc.array(fc.boolean(), { minLength: all.length, maxLength: all.length }),
          )
        }),
    }),
  )

  it('ships everything it names once its errors are corrected, whatever was applied before; sent again, nothing', async () => {
    await fc.assert(
      fc.asyncProperty(files, fc.boolean(), async ({ units, rows: [rows, isBad] }, isWhole) => {
        const order = orderOf(units)
        const badly = pairs(rows, isBad).map(([row, bad]) => (bad ? { ...row, carrier: '=1+1'.repeat(20) } : row))
        const first = await verdictOf(order, badly)
        expect(first.map(({ verdict }) => verdict)).toEqual(isBad.map((bad) => (bad ? 'PROBLEM' : 'CHANGE')))
        const half = applied(order, first)
        const mended = await verdictOf(
          half,
          rows.filter((_, index) => isWhole || isBad[index]),
        )
        const expected = isBad.filter((bad) => isWhole || bad).map((bad) => (bad ? 'CHANGE' : 'SAME'))
        expect(mended.map(({ verdict }) => verdict)).toEqual(expected)
        const whole = applied(half, mended)
        expect(whole.lines.map(openUnits)).toEqual(units.map(() => 0))
        expect(whole.parcels).toEqual(applied(order, await verdictOf(order, rows)).parcels)
        expect((await verdictOf(whole, rows)).map(briefly)).toEqual(rows.map(() => 'same'))
      }),
    )
  })

  it('ships nothing twice and no more than is left, whatever was shipped before', async () => {
    const line = fc.option(fc.integer({ min: 1, max: 3 }), { nil: null })
    const count = fc.option(fc.integer({ min: 0, max: 4 }), { nil: null })
    const row = fc.record({ line, count, tracking: fc.constantFrom(a, b, c), how: names })
    const rows = fc.uniqueArray(row, {
      maxLength: 6,
      selector: ({ line: of, tracking }) => `${of ?? 'all'} ${tracking}`,
    })
    const share = fc.tuple(fc.constantFrom(a, b), fc.integer({ min: 1, max: 3 }), fc.integer({ min: 1, max: 2 }))
    await fc.assert(
      fc.asyncProperty(quantities, fc.array(share, { maxLength: 3 }), rows, async (units, shares, all) => {
        // A line the order lacks is another marketplace's line id; the row then means the whole order.
        const asked = all.filter((each) => (each.line ?? 1) <= units.length)
        const sent: Parcels = {}
        for (const [tracking, of, n] of shares) {
          const has = Object.values(sent).reduce((sum, inside) => sum + (inside[of] ?? 0), 0)
          const inside = (sent[tracking] ??= {})
          if (has + n <= (units[of - 1] ?? 0)) inside[of] = (inside[of] ?? 0) + n
        }
        const order = orderOf(units, sent)
        const cells = asked.map(({ line: of, count: n, tracking, how }) => ({
          ...(of === null ? {} : nameOf(how, of)),
          ...(n === null ? {} : { units: String(n) }),
          tracking,
        }))
        const first = await verdictOf(order, cells)
        for (const [{ line: of, count: n, tracking }, { verdict }] of pairs(asked, first)) {
          const inside = order.parcels.get(plainNumber(tracking))
          if (verdict === 'SAME') expect(of === null || (inside?.get(of) ?? 0) >= (n ?? 1)).toBe(true)
        }
        const after = applied(order, first)
        for (const each of after.lines) expect(openUnits(each)).toBeGreaterThanOrEqual(0)
        const again = await verdictOf(after, cells)
        for (const [before, now] of pairs(first, again))
          if (before.verdict !== 'PROBLEM') expect(now.verdict).not.toBe('CHANGE')
      }),
    )
  })
})
