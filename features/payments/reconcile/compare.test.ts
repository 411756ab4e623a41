import { setImmediate } from 'node:timers/promises'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { locales } from '#texts/texts.ts'
import { textsFor } from '#texts/catalogues.server.ts'
import { transactionKinds } from '../transactions/transaction.ts'
import { compareItems, type BookItem, type Compared, type ReportItem } from './compare.ts'
import { foldCredits } from './compare-report.server.ts'
import { readReportKind } from './report-kinds.ts'

const base = { kind: 'SALE', order: '12-00000-00001', day: '2026-07-21', currency: 'USD', references: [] } as const

const there = (netMinor: number, change: Partial<ReportItem> = {}): ReportItem => ({
  ...base,
  row: 1,
  netMinor,
  feesMinor: null,
  ...change,
})

const here = (netMinor: number, change: Partial<BookItem> = {}): BookItem => ({
  ...base,
  number: 'aaaaaaaaaaaa',
  isExpected: true,
  netMinor,
  feesMinor: 0,
  ...change,
})

const said = (all: readonly Compared[]) =>
  all.map(({ verdict, differenceMinor, reasons }) => [
    verdict,
    differenceMinor,
    ...reasons.map(({ rule, minor }) => (minor === null ? rule : `${rule} ${minor}`)),
  ])

describe('comparing a report with the books', () => {
  it.each<[string, ReportItem[], BookItem[], ReturnType<typeof said>]>([
    ['the same', [there(5_092, { feesMinor: -848 })], [here(5_092, { feesMinor: -848 })], [['MATCHED', 0]]],
    ['a day apart', [there(5_092, { day: '2026-07-22' })], [here(5_092)], [['MATCHED', 0]]],
    ['days apart', [there(5_092, { day: '2026-07-24' })], [here(5_092)], [['DIFFERENT', 0, 'date']]],
    [
      'another fee',
      [there(5_091, { feesMinor: -849 })],
      [here(5_092, { feesMinor: -848 })],
      [['DIFFERENT', -1, 'fee -1']],
    ],
    [
      'another amount',
      [there(5_192, { feesMinor: -848 })],
      [here(5_092, { feesMinor: -848 })],
      [['DIFFERENT', 100, 'amount 100']],
    ],
    [
      'both, which outweigh each other',
      [there(5_092, { feesMinor: -800 })],
      [here(5_092, { feesMinor: -848 })],
      [['DIFFERENT', 0, 'fee 48', 'amount -48']],
    ],
    ['another currency', [there(5_092)], [here(5_092, { currency: 'GBP' })], [['DIFFERENT', null, 'currency']]],
    ['only there', [there(5_092)], [], [['MISSING_HERE', 5_092]]],
    ['only here', [], [here(5_092)], [['MISSING_THERE', -5_092]]],
    ['only here, beyond the report', [], [here(5_092, { isExpected: false })], []],
    ['a row for each item', [there(3_000), there(2_092, { row: 2 })], [here(5_092)], [['MATCHED', 0]]],
    [
      'the same row twice',
      [there(5_092), there(5_092, { row: 2 })],
      [here(5_092)],
      [
        ['MATCHED', 0],
        ['MISSING_HERE', 5_092, 'twice'],
      ],
    ],
    ['two equal items', [there(2_546), there(2_546, { row: 2 })], [here(5_092)], [['MATCHED', 0]]],
    [
      'a refund twice',
      [there(-500, { kind: 'REFUND' }), there(-500, { kind: 'REFUND', row: 2 })],
      [here(-500, { kind: 'REFUND' })],
      [
        ['MATCHED', 0],
        ['MISSING_HERE', -500, 'twice'],
      ],
    ],
    [
      'a refund in two rows',
      [there(-400, { kind: 'REFUND' }), there(-100, { kind: 'REFUND', row: 2 })],
      [here(-500, { kind: 'REFUND' })],
      [['MATCHED', 0]],
    ],
    [
      'refunds that do not add up',
      [there(-401, { kind: 'REFUND' }), there(-100, { kind: 'REFUND', row: 2 })],
      [here(-400, { kind: 'REFUND' })],
      [
        ['DIFFERENT', -1, 'amount -1'],
        ['MISSING_HERE', -100],
      ],
    ],
    [
      'two refunds in one row',
      [there(-500, { kind: 'REFUND' })],
      [here(-400, { kind: 'REFUND' }), here(-100, { kind: 'REFUND', number: 'b' })],
      [['MATCHED', 0]],
    ],
    ['lines added to the order', [there(5_092)], [here(3_000), here(2_092, { number: 'b' })], [['MATCHED', 0]]],
    [
      'another kind',
      [there(-500, { kind: 'REFUND' })],
      [here(5_092)],
      [
        ['MISSING_HERE', -500],
        ['MISSING_THERE', -5_092],
      ],
    ],
  ])('says of %s what it is', async (_what, report, books, expected) => {
    expect(said(await compareItems(report, books))).toEqual(expected)
  })

  it('pairs several refunds of an order by their amounts, whatever their order', async () => {
    const kind = 'REFUND'
    const report = [there(-200, { kind, row: 1 }), there(-100, { kind, row: 2 })]
    const books = [here(-100, { kind, number: 'first' }), here(-210, { kind, number: 'second' })]
    const compared = await compareItems(report, books)
    expect(compared.map(({ report: item, book }) => [item?.row, book?.number])).toEqual([
      [1, 'second'],
      [2, 'first'],
    ])
    expect(said(compared)).toEqual([
      ['DIFFERENT', 10, 'amount 10'],
      ['MATCHED', 0],
    ])
  })

  it('joins what belongs to no order by its reference, else by amount and day', async () => {
    const alone = { kind: 'CHARGE', order: null } as const
    const report = [
      there(-300, { ...alone, references: ['ad-7'] }),
      there(-100, { ...alone, row: 2 }),
      there(-100, { ...alone, row: 3, day: '2026-01-01' }),
    ]
    const books = [here(-350, { ...alone, references: ['ad-7'] }), here(-100, alone)]
    expect(said(await compareItems(report, books))).toEqual([
      ['DIFFERENT', 50, 'amount 50'],
      ['MATCHED', 0],
      ['MISSING_HERE', -100],
    ])
  })

  it('loses no cent and no row: the differences are what the sums differ by', async () => {
    const kind = fc.constantFrom('SALE' as const, 'REFUND' as const, 'CHARGE' as const)
    const order = fc.constantFrom(null, '12-00000-00001', '12-00000-00002')
    const netMinor = fc.integer({ min: -3, max: 3 })
    const day = fc.constantFrom('2026-07-20', '2026-07-21', '2026-07-25')
    const rows = fc.array(fc.record({ kind, order, netMinor, day }))
    await fc.assert(
      fc.asyncProperty(rows, rows, async (theirs, ours) => {
        const report = theirs.map((item, row) => there(item.netMinor, { ...item, row }))
        const books = ours.map((item, at) => here(item.netMinor, { ...item, number: String(at) }))
        const compared = await compareItems(report, books)
        const sum = (all: readonly { netMinor: number }[]) => all.reduce((total, one) => total + one.netMinor, 0)
        expect(compared.reduce((total, { differenceMinor }) => total + (differenceMinor ?? 0), 0)).toBe(
          sum(report) - sum(books),
        )
        const numbers = compared.flatMap(({ book }) => book?.number ?? [])
        expect(new Set(numbers).size).toBe(numbers.length)
        // Sales of an order are one line; so are refunds that add up to those of the other side.
        const isJoined = ({ kind: of, order: number }: BookItem) => number !== null && of !== 'CHARGE'
        for (const each of books) if (!isJoined(each)) expect(numbers).toContain(each.number)
        const sumsOf = (all: readonly (BookItem | null)[]) =>
          sum(all.flatMap((item) => (item && isJoined(item) ? [item] : [])))
        expect(sumsOf(compared.map(({ book }) => book))).toBe(sumsOf(books))
        for (const { verdict, differenceMinor } of compared) if (verdict === 'MATCHED') expect(differenceMinor).toBe(0)
      }),
    )
  })

  it('compares 10,000 charges of no order in a moment', async () => {
    const many = Array.from({ length: 10_000 }, (_, index) => index + 1)
    const alone = { kind: 'CHARGE', order: null } as const
    const report = many.map((row) => there(-row, { ...alone, row }))
    const books = many.toReversed().map((row) => here(-row, alone))
    expect(new Set((await compareItems(report, books)).map(({ verdict }) => verdict))).toEqual(new Set(['MATCHED']))
    // Also of one amount: each is paired with one of its day.
    const dayOf = (row: number) => `2026-07-${String(1 + (row % 28)).padStart(2, '0')}`
    const equal = await compareItems(
      many.map((row) => there(-35, { ...alone, row, day: dayOf(row) })),
      many.toReversed().map((row) => here(-35, { ...alone, day: dayOf(row) })),
    )
    expect(equal.filter(({ report: item, book }) => item?.day === book?.day)).toHaveLength(many.length)
  })
})

it.each([
  ['of orders', (row: number) => ({ order: `12-00000-${row}` })],
  ['of charges', () => ({ kind: 'CHARGE', order: null }) as const],
])('a long comparison %s leaves the process time for others', async (_of, of) => {
  const many = Array.from({ length: 20_000 }, (_, index) => index + 1)
  const compared = compareItems(
    many.map((row) => there(row, { ...of(row), row })),
    many.map((row) => here(row, of(row))),
  )
  const seen = { turns: 0, isOver: false }
  void compared.then(() => (seen.isOver = true))
  for (; !seen.isOver; seen.turns += 1) await setImmediate()
  expect(seen.turns).toBeGreaterThan(10)
  expect(new Set((await compared).map(({ verdict }) => verdict))).toEqual(new Set(['MATCHED']))
})

describe('fees that a cancelled order got back', () => {
  it('are part of its refund', () => {
    const books = [
      here(-5_000, { kind: 'REFUND', feesMinor: 800, number: 'refund' }),
      here(40, { kind: 'FEE_CREDIT', feesMinor: 40, number: 'credit' }),
    ]
    expect(foldCredits(books)).toMatchObject([{ number: 'refund', netMinor: -4_960, feesMinor: 840 }])
  })

  it('stay a row if the order has no refund', () => {
    expect(foldCredits([here(40, { kind: 'FEE_CREDIT' })])).toMatchObject([{ kind: 'REFUND', netMinor: 40 }])
  })
})

it.each(locales)('the kinds of the hub’s own file are read, in %s', (locale) => {
  const { t } = textsFor(locale, 'UTC')
  const read = transactionKinds.map((kind) =>
    readReportKind(t(`payments.kind.${kind}`), { minor: kind === 'SALE' ? 1 : -1, order: 'other' }),
  )
  expect(read).toEqual(transactionKinds.map((kind) => (kind === 'OWN_PAYMENT' ? 'MOVE' : kind)))
})
