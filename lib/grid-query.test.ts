import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { expectForAll } from './testing-property.ts'
import {
  changeGridQuery,
  filterRange,
  filterValues,
  formatGridQuery,
  gridHref,
  gridLimits,
  isNarrowed,
  matchText,
  shownColumns,
  withFilter,
  type GridDefinition,
  type GridQuery,
} from './grid-query.ts'
import { maxSearchLength, parseGridQuery } from './read-grid-query.ts'
import { anyCharacter } from './testing.ts'
import { trimmed } from './trimmed.ts'

const orders: GridDefinition = {
  columns: [
    { id: 'order', sort: 'ascending', required: true },
    { id: 'shipBy', sort: 'ascending' },
    { id: 'buyer' },
    { id: 'total', sort: 'descending' },
    { id: 'tracking', shown: false },
  ],
  filters: {
    status: { kind: 'choice', values: ['AWAITING_PAYMENT', 'SHIPPED'] },
    country: { kind: 'choice', pattern: /[A-Z]{2}/, many: true },
    paid: { kind: 'date', periods: ['today', '7d'] },
    amount: { kind: 'amount' },
    several: { kind: 'toggle' },
  },
  defaultSort: { column: 'shipBy', descending: false },
}

const parse = (search: string) => parseGridQuery(new URLSearchParams(search), orders)
const query = (search: string) => parse(search).query

const day = fc
  .date({ min: new Date('1990-01-01'), max: new Date('2100-01-01'), noInvalidDate: true })
  .map((date) => date.toISOString().slice(0, 10))
const decimal = fc
  .tuple(fc.nat(999_999), fc.nat(9))
  .map(([whole, tenth]) => (tenth === 0 ? `${whole}` : `${whole}.${tenth}`))
const range = (end: fc.Arbitrary<string>, compare: (a: string, b: string) => number) =>
  fc
    .tuple(fc.option(end, { nil: '' }), fc.option(end, { nil: '' }))
    .filter(([from, to]) => from !== '' || to !== '')
    .map(([from, to]) => (from !== '' && to !== '' ? [from, to].toSorted(compare) : [from, to]))

const filters = fc.record(
  {
    status: fc.constantFrom(['AWAITING_PAYMENT'], ['SHIPPED']),
    country: fc.uniqueArray(fc.stringMatching(/^[A-Z]{2}$/), { minLength: 1, maxLength: 5 }),
    paid: fc.oneof(
      fc.constantFrom(['today'], ['7d']),
      range(day, (a, b) => (a < b ? -1 : 1)),
    ),
    amount: range(decimal, (a, b) => Number(a) - Number(b)),
    several: fc.constant(['1']),
  },
  { requiredKeys: [] },
)
const columns = fc.shuffledSubarray(['shipBy', 'buyer', 'total', 'tracking']).map((ids) => ['order', ...ids])
const anyQuery: fc.Arbitrary<GridQuery> = fc.record({
  q: fc
    .string({ unit: 'grapheme', maxLength: 30 })
    // eslint-disable-next-line no-control-regex -- searches never contain control characters
    .map((text) => text.replaceAll(/[\u0000-\u001f\u007f]+/g, ' '))
    // Invisible characters around words are dropped too.
    .map((text) => text.replaceAll(/\S+/g, trimmed).trim()),
  filters,
  sort: fc.record({ column: fc.constantFrom('order', 'shipBy', 'total'), descending: fc.boolean() }),
  limit: fc.constantFrom(...gridLimits),
  offset: fc.nat(10_000_000),
  cols: fc.option(columns, { nil: null }).map((ids) => (ids?.join() === 'order,shipBy,buyer,total' ? null : ids)),
  view: fc.option(fc.stringMatching(/^[\w-]{1,64}$/), { nil: null }),
})

describe('the query of a grid', () => {
  it('is read back from its URL', () => {
    expectForAll(anyQuery, (given) => {
      const search = formatGridQuery(given, orders)
      expect(parse(search)).toEqual({ query: given, problems: [] })
      expect(formatGridQuery(query(search), orders)).toBe(search)
    })
  })

  it('is parsed from any text without throwing, and is stable at once', () => {
    const key = fc.constantFrom(
      'q',
      'status',
      'country',
      'paid',
      'paidFrom',
      'paidTo',
      'amountFrom',
      'several',
      'sort',
      'limit',
      'offset',
      'cols',
      'view',
      'x',
    )
    expectForAll(fc.array(fc.tuple(key, fc.string({ unit: anyCharacter }))), (pairs) => {
      const first = parseGridQuery(new URLSearchParams(pairs), orders).query
      expect(parse(formatGridQuery(first, orders))).toEqual({ query: first, problems: [] })
    })
  })

  it('omits defaults and keeps the keys in order', () => {
    expect(formatGridQuery(query(''), orders)).toBe('')
    expect(gridHref('/sh/ord', query('sort=shipBy&limit=50&offset=0&cols=order,shipBy,buyer,total'), orders)).toBe(
      '/sh/ord',
    )
    expect(gridHref('/sh/ord', query('limit=25&country=FR&country=DE&q=+leica%E2%80%8E+'), orders)).toBe(
      '/sh/ord?q=leica&country=FR,DE&limit=25',
    )
  })

  it('reads a form without script: repeated keys, empty fields, surrounding blanks', () => {
    const { query: read, problems } = parse(
      'q=&country=+DE&country=FR,DE&amountFrom=+10,50+&amountTo=&paid=&sort=&limit=&cols=&view=',
    )
    expect(problems).toEqual([])
    expect(read).toEqual({ ...query(''), filters: { country: ['DE', 'FR'], amount: ['10.5', ''] } })
  })

  it.each([
    ['1,000', '1000'],
    ['1.000', '1000'],
    ['2,500.50', '2500.5'],
    ['1.250,00', '1250'],
    ['007', '7'],
    ['0,125', '0.1250'],
    ['12.3450', '12.3450'],
  ])('reads the amount %s as %s, and that as itself', (text, read) => {
    for (const given of [text, read])
      expect(parse(`amountFrom=${given}`)).toMatchObject({ query: { filters: { amount: [read, ''] } }, problems: [] })
  })

  it.each([
    ['3.702', '3.7020', '3702'],
    ['3,702', '3.7020', '3702'],
    ['1.000', '1', '1000'],
    ['3,702.5', '3702.5', '3702.5'],
  ])('reads the amount %s of a currency with three decimals as %s, and a number as %s', (text, money, number) => {
    const ofDinars = {
      ...orders,
      filters: { total: { kind: 'amount', isMoney: true }, units: { kind: 'amount' } },
    } as const
    const read = (params: string, currency?: string) =>
      parseGridQuery(new URLSearchParams(params), ofDinars, currency).query.filters
    expect(read(`totalFrom=${text}&unitsFrom=${text}`, 'TND')).toEqual({ total: [money, ''], units: [number, ''] })
    // Formatted queries read the same for every reader.
    expect([read(`totalFrom=${money}`, 'TND'), read(`totalFrom=${money}`)]).toEqual([
      { total: [money, ''] },
      { total: [money, ''] },
    ])
  })

  it.each([
    ['£12.50', 'GBP', true],
    ['12,50 €', 'EUR', true],
    ['EUR 12.50', 'EUR', true],
    ['€12.50', 'GBP', false],
  ])('reads the amount %s in a shop of %s: %s', (text, currency, is) => {
    const ofMoney = {
      ...orders,
      filters: { total: { kind: 'amount', isMoney: true }, units: { kind: 'amount' } },
    } as const
    const read = (name: string) =>
      parseGridQuery(new URLSearchParams({ [`${name}From`]: text }), ofMoney, currency).query.filters
    expect([read('total'), read('units')]).toEqual([is ? { total: ['12.5', ''] } : {}, {}])
  })

  it('starts at the first page after any change of filter, search, sort or limit', () => {
    expectForAll(anyQuery, filters, (given, other) => {
      expect(changeGridQuery(given, { filters: other }).offset).toBe(0)
      expect(changeGridQuery(given, { q: 'x' }).offset).toBe(0)
      expect(changeGridQuery(given, { limit: 25 }).offset).toBe(0)
      expect(withFilter(given, 'status', ['SHIPPED']).offset).toBe(0)
      expect(withFilter(given, 'status', []).filters).not.toHaveProperty('status')
      expect(changeGridQuery(given, { cols: ['order'] }).offset).toBe(given.offset)
      expect(changeGridQuery(given, { filters: other })).toMatchObject({
        limit: given.limit,
        cols: given.cols,
        view: given.view,
      })
    })
  })

  it.each([
    ['status=LOST', 'status', 'not-a-choice', 'LOST'],
    ['status=SHIPPED,AWAITING_PAYMENT', 'status', 'not-a-choice', 'AWAITING_PAYMENT'],
    ['country=Germany', 'country', 'not-a-choice', 'Germany'],
    ['paid=soon', 'paid', 'not-a-choice', 'soon'],
    ['paidFrom=2026-02-30', 'paid', 'not-a-date', '2026-02-30'],
    ['paidFrom=2026-03-02&paidTo=2026-03-01', 'paid', 'range-reversed', '2026-03-02..2026-03-01'],
    ['amountFrom=ten', 'amount', 'not-an-amount', 'ten'],
    ['amountFrom=-1', 'amount', 'not-an-amount', '-1'],
    ['amountFrom=2147483648', 'amount', 'not-an-amount', '2147483648'],
    ['amountTo=2147483647.01', 'amount', 'not-an-amount', '2147483647.01'],
    ['amountFrom=1&amountTo=2147483647', null, null, null],
    ['amountFrom=9&amountTo=10&amountTo=8', null, null, null],
    ['amountFrom=10&amountTo=9', 'amount', 'range-reversed', '10..9'],
    ['several=yes', 'several', 'not-a-choice', 'yes'],
    ['sort=buyer', 'sort', 'not-sortable', 'buyer'],
    ['sort=-', 'sort', 'not-sortable', '-'],
    ['limit=1000000', 'limit', 'not-a-limit', '1000000'],
    ['offset=-50', 'offset', 'not-an-offset', '-50'],
    ['offset=99999999', 'offset', 'not-an-offset', '99999999'],
    ['cols=order,password', 'cols', 'not-a-column', 'password'],
    ["view=1'--", 'view', 'not-a-view', "1'--"],
  ])('reports what it ignores: %s', (search, field, rule, value) => {
    const { problems } = parse(search)
    expect(problems).toEqual(field === null ? [] : [{ field, rule, value }])
  })

  it('shortens a search that is too long, never within a character', () => {
    const { query: read, problems } = parse(`q=${'a'.repeat(maxSearchLength - 1)}${encodeURIComponent('📷📷')}`)
    expect(read.q).toBe('a'.repeat(maxSearchLength - 1))
    expect(problems[0]?.rule).toBe('too-long')
    expect(query('q=a%00b%0A').q).toBe('a b')
  })

  it('never hides a required column', () => {
    expect(shownColumns(query('cols=buyer'), orders)).toEqual(['order', 'buyer'])
    expect(shownColumns(query(''), orders)).toEqual(['order', 'shipBy', 'buyer', 'total'])
  })

  it('returns filters in the order they were given', () => {
    const read = query('paid=7d&amountTo=20&country=DE')
    expect(filterRange(read, 'paid')).toEqual({ period: '7d', from: null, to: null })
    expect(filterRange(read, 'amount')).toEqual({ period: null, from: null, to: '20' })
    expect(filterRange(read, 'status')).toEqual({ period: null, from: null, to: null })
    expect(filterValues(read, 'country')).toEqual(['DE'])
    expect(filterRange(query('paid=7d&paidFrom=2026-01-01'), 'paid').period).toBe('7d')
  })

  it('identifies matching rows whatever page, order and columns are shown', () => {
    expect(matchText(query('q=x&status=SHIPPED&sort=-total&limit=25&offset=50&cols=buyer&view=3'), orders)).toBe(
      'q=x&status=SHIPPED',
    )
    expect(isNarrowed(query('status=SHIPPED'), ['status'])).toBe(false)
    expect(isNarrowed(query('status=SHIPPED&several=1'), ['status'])).toBe(true)
    expect(isNarrowed(query('q=x'))).toBe(true)
  })
})
