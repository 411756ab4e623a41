import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { expectForAll } from './testing-property.ts'
import { assign, kindOfHeader, matchColumns, plainHeader, scoreColumn, type Meaning } from './match-columns.ts'

type Kind = 'invoice' | 'price' | 'note'

const meanings: Meaning<Kind>[] = [
  { kind: 'invoice', names: ['invoice', 'number'], weigh: (value) => (/^IN-\d{4}$/.test(value) ? 1 : 0) },
  { kind: 'price', names: ['price', 'amount'], weigh: (value) => (/^\d+\.\d\d$/.test(value) ? 0.6 : 0) },
  { kind: 'note', names: ['note'] },
]

const match = (columns: Record<string, string[]> | [string, string[]][]) => {
  const list = Array.isArray(columns) ? columns : Object.entries(columns)
  const found = matchColumns(
    list.map(([header, values]) => ({ header, values })),
    meanings,
  )
  return Object.fromEntries(Object.entries(found).map(([kind, { at }]) => [kind, at]))
}

describe('matchColumns', () => {
  it('prefers values to a contradicting header', () =>
    expect(match({ Invoice: ['1.20', '3.50'], Price: ['IN-0001', 'IN-0002'] })).toEqual({ invoice: 1, price: 0 }))

  it('accepts a named column with inconclusive values unless another column has better ones', () =>
    expect(match({ Number: ['?'], Note: ['hello'], Other: ['x'] })).toEqual({ invoice: 0, note: 1 }))

  it('prefers the filled one of two columns with the same name, else the first', () => {
    expect(match([['Invoice', ['', '']], ['Invoice', ['IN-0001', '']]])).toEqual({ invoice: 1 }) // prettier-ignore
    expect(match([['Note', ['a']], ['Note', ['b']]])).toEqual({ note: 0 }) // prettier-ignore
  })

  it('requires at least half of the values to match if there is no name', () => {
    expect(match({ a: ['IN-0001', 'x'] })).toEqual({ invoice: 0 })
    expect(match({ a: ['IN-0001', 'x', 'y'] })).toEqual({})
  })

  it('gives the reason', () => {
    expect(matchColumns([{ header: 'Invoice', values: ['IN-0001', 'x', ' '] }], meanings).invoice?.evidence).toEqual({
      fits: 1,
      filled: 2,
      isNamed: true,
    })
  })

  it('takes a price with tax for the price, and one without for none', () => {
    const kinds = ['Price gross', 'Price brutto', 'price_incl._vat', 'Price net'].map((name) => kindOfHeader(name, meanings)) // prettier-ignore
    expect(kinds).toEqual(['price', 'price', 'price', null])
  })

  it('compares names whether their words are joined or not', () => {
    const unitPrice = [{ kind: 'price', names: ['Unit price'] }]
    for (const name of ['UnitPrice', 'unitprice', 'UNIT_PRICE', 'Unit-Price (gross)'])
      expect(kindOfHeader(name, unitPrice), name).toBe('price')
    expect(kindOfHeader('UnitPrices', unitPrice)).toBeNull()
  })

  it('ignores values that are prose', () => {
    const weigh = () => 1
    const { evidence } = scoreColumn(
      { header: 'x', values: ['a'.repeat(201), 'a'] },
      { kind: 'note', names: [], weigh },
    )
    expect(evidence).toEqual({ fits: 1, filled: 2, isNamed: false })
  })

  it('gives no column two meanings, whatever the order of the columns', () =>
    expectForAll(
      fc.uniqueArray(
        fc.record({
          header: fc.constantFrom('Invoice', 'Number', 'Price', 'Amount', 'Note', 'Other', ''),
          values: fc.array(fc.constantFrom('IN-0001', '1.20', 'text', ''), { maxLength: 4 }),
        }),
        { maxLength: 6, selector: ({ header, values }) => JSON.stringify([header, values]) },
      ),
      (columns) => {
        const found = matchColumns(columns, meanings)
        const places = Object.values(found).map(({ at }) => at)
        expect(new Set(places).size).toBe(places.length)
        const reversed = matchColumns(columns.toReversed(), meanings)
        const total = (matches: typeof found, list: typeof columns) =>
          meanings.reduce((sum, meaning) => {
            const column = list[matches[meaning.kind]?.at ?? -1]
            return sum + (column ? scoreColumn(column, meaning).score : 0)
          }, 0)
        expect(total(reversed, columns.toReversed())).toBeCloseTo(total(found, columns), 4)
      },
    ))
})

/** The highest sum, by exhaustive search. */
function bestSum(scores: readonly (readonly number[])[], row = 0, used: ReadonlySet<number> = new Set()): number {
  const own = scores[row]
  if (!own) return 0
  const without = bestSum(scores, row + 1, used)
  const sums = own.map((score, at) => (used.has(at) ? 0 : score + bestSum(scores, row + 1, new Set([...used, at]))))
  return Math.max(without, ...sums)
}

describe('assign', () => {
  it('finds the assignment with the highest total', () => {
    const scores = fc.tuple(fc.integer({ min: 1, max: 4 }), fc.integer({ min: 0, max: 5 })).chain(([rows, columns]) =>
      fc.array(fc.array(fc.integer({ min: 0, max: 9 }), { minLength: columns, maxLength: columns }), {
        minLength: rows,
        maxLength: rows,
      }),
    )
    expectForAll(scores, (each) => {
      const chosen = assign(each)
      const places = chosen.filter((at) => at >= 0)
      expect(new Set(places).size).toBe(places.length)
      const sum = chosen.reduce((total, at, row) => total + (each[row]?.[at] ?? 0), 0)
      expect(sum).toBe(bestSum(each))
    })
  })

  it('prefers the earlier of equal columns', () => expect(assign([[1, 1], [1, 1]])).toEqual([0, 1])) // prettier-ignore
})

it('compares header names without marks, case and remarks', () =>
  expect(['*Order-Number', 'Order number (text)', ' ORDER_NUMBER ', 'Order #'].map(plainHeader)).toEqual([
    'order number',
    'order number',
    'order number',
    'order',
  ]))

describe('a currency in a header', () => {
  const priceAt = (headers: string[], currency: string | null = 'GBP') =>
    matchColumns(
      headers.map((header) => ({ header, values: ['9.99'] })),
      meanings,
      currency,
    ).price?.at

  it.each([
    [['Price (EUR)', 'Price (GBP)'], 1],
    [['Price €', 'Price £'], 1],
    [['Price (EUR)', 'Price'], 1],
    [['Price', 'Price (EUR)'], 0],
    [['Price (EUR)', 'Amount'], 1],
    // Alone, its rows say which currency they are in.
    [['Price (EUR)', 'Price (USD)'], 0],
    [['Price (EUR)', 'Price (GBP, not editable)'], 0],
  ])('decides between %j', (headers, at) => expect(priceAt(headers)).toBe(at))

  it('decides nothing where no currency is asked for', () =>
    expect(priceAt(['Price (EUR)', 'Price (GBP)'], null)).toBe(0))
})

describe('a remark in a header', () => {
  const stock: Meaning<'stock' | 'sku'>[] = [
    { kind: 'sku', names: ['SKU'], isKey: true },
    {
      kind: 'stock',
      names: ['Available', 'On hand (new)', 'On hand'],
      weigh: (value) => (/^\d+$/.test(value) ? 0.9 : 0),
    },
  ]
  const stockOf = (columns: [string, string[]][]) =>
    matchColumns(
      columns.map(([header, values]) => ({ header, values })),
      stock,
    ).stock?.at

  it('belongs to the name, and the exact name wins', () =>
    expect(stockOf([['On hand (current)', ['7']], ['On hand (new)', ['25']]])).toBe(1)) // prettier-ignore

  it.each([
    'Available (not editable)',
    'Available (Read-only)',
    'Available - do not edit',
    'Available (nicht bearbeitbar)',
    'Available (non modificabile)',
    'Available (schreibgeschützt)',
  ])('says that %s is no target, whatever its values', (header) =>
    expect(stockOf([[header, ['7', '8']]])).toBeUndefined(),
  )

  it('does not keep a column that only identifies from being read', () =>
    expect(matchColumns([{ header: 'SKU (read only)', values: ['A'] }], stock).sku?.at).toBe(0))

  it('may make the name another one', () => {
    for (const remark of ['sold', 'on order', 'min', 'reserviert'])
      expect(kindOfHeader(`Available (${remark})`, stock)).toBeNull()
    expect(kindOfHeader('Available (units)', stock)).toBe('stock')
  })
})
