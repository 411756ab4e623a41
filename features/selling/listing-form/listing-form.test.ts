import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { expectForAll } from '#lib/testing-property.ts'
import type { ListingContent } from '#features/core/listing/listing-content.ts'
import { limits } from '#features/core/listing/listing-content.ts'
import { problemOf, publishProblems } from '#features/core/listing/publish-guards.ts'
import { readContent } from './form/read-content.ts'
import {
  differingFields,
  priceField,
  readTyped,
  typedEntries,
  typedFrom,
  typedPictures,
  typedVariation,
  withPictures,
  withRows,
  type Typed,
} from './form/typed-form.ts'
import { textsFor } from '#texts/catalogues.server.ts'
import { carryRows, combinations, readAxisValues, type TypedRow } from './form/variation-matrix.ts'

const setting = {
  currency: 'GBP',
  grouping: ',' as const,
  zone: 'Europe/London',
  limits: { priceMinor: 99_999_999_999, quantity: 1_000_000 },
}
const read = (typed: Typed) => readContent(typed, setting)

describe('variations', () => {
  const axis = (name: string, ...values: string[]) => ({ name, values })
  const row = (values: string[], sku = '', price = '', quantity = ''): TypedRow => ({ values, sku, price, quantity })

  it('are every combination, the last axis fastest', () => {
    expect(combinations([axis('Colour', 'Red', 'Blue'), axis('Size', 'S', 'M')])).toEqual([
      ['Red', 'S'],
      ['Red', 'M'],
      ['Blue', 'S'],
      ['Blue', 'M'],
    ])
    expect([combinations([]), combinations([axis('Colour')])]).toEqual([[], []])
  })
  it('put a suggested price in the chosen row, else in the first without one', () => {
    const rows = { 'axis1.name': 'Rolls', 'axis1.values': '1, 5', 'row.0.values': '1', 'row.1.values': '5' }
    const first = { field: 'row.0.price', variation: '1' }
    const second = { field: 'row.1.price', variation: '5' }
    expect(priceField({ price: '5' }, 1)).toEqual({ field: 'price', variation: null })
    expect([null, 0, 1, 2].map((chosen) => priceField(rows, chosen))).toEqual([first, first, second, first])
    expect(priceField({ ...rows, 'row.0.price': '5' }, null)).toEqual(second)
    expect(priceField({ ...rows, 'row.0.price': '5' }, 0)).toEqual(first)
    expect(priceField({ 'axis1.values': '1, 5' }, null)).toBeNull()
  })
  it('are told apart by both of their axes', () => {
    const forms: Typed[] = [{}, { 'axis1.values': 'S' }, { 'axis1.values': 'S, M', 'axis2.values': 'Red' }]
    expect(forms.map(typedVariation)).toEqual([null, 'S', 'S, M; Red'])
  })
  it('have each value once, whatever its case', () =>
    expect(readAxisValues(' Red, blue,\nRED ,, light  green')).toEqual(['RED', 'blue', 'light green']))
  it('keep typed values when an axis gets another value', () => {
    const before = [row(['Red'], 'R', '10', '1'), row(['Blue'], 'B', '12', '2')]
    expect(carryRows(before, [axis('Colour', 'Blue', 'Red', 'Green')])).toEqual([
      row(['Blue'], 'B', '12', '2'),
      row(['Red'], 'R', '10', '1'),
      row(['Green']),
    ])
  })
  it('copy price and quantity to a further axis, and the SKU if it stays unique', () => {
    const before = [row(['Red'], 'R', '10', '1')]
    expect(carryRows(before, [axis('Colour', 'Red'), axis('Size', 'S')])).toEqual([row(['Red', 'S'], 'R', '10', '1')])
    expect(carryRows(before, [axis('Colour', 'Red'), axis('Size', 'S', 'M')])).toEqual([
      row(['Red', 'S'], '', '10', '1'),
      row(['Red', 'M'], '', '10', '1'),
    ])
    expect(carryRows([row(['Red', 'S'], 'RS', '10', '1')], [axis('Colour', 'Red')])).toEqual([
      row(['Red'], 'RS', '10', '1'),
    ])
  })
  it('leave out a combination that only lacks its row, also among many values', () => {
    const [first, second, third] = [row(['Red', 'S'], 'RS'), row(['Red', 'M'], 'RM'), row(['Blue', 'S'], 'BS')]
    const before = [first, second, third]
    expect(carryRows(before, [axis('Colour', 'Red', 'Blue'), axis('Size', 'S', 'M')])).toEqual(before)
    expect(carryRows(before, [axis('Colour', 'Red', 'Blue'), axis('Size', 'S', 'M', 'L')])).toEqual([
      first,
      second,
      row(['Red', 'L']),
      third,
      row(['Blue', 'L']),
    ])
    const words = Array.from({ length: 60 }, (_, index) => `n${index}`)
    const diagonal = words.map((word) => row([word, word], word))
    expect(carryRows(diagonal, [axis('N', ...words), axis('M', ...words)])).toEqual(diagonal)
  })
  it('that are too many are cut off, not left out', () => {
    const words = Array.from({ length: 11 }, (_, index) => `n${index}`)
    const before = carryRows([], [axis('N', ...words), axis('M', ...words)])
    const fewer = [axis('N', ...words.slice(0, 10)), axis('M', ...words.slice(1))]
    expect(carryRows(before, fewer)).toHaveLength(100)
  })
  it('stop one above the limit', () => {
    const many = axis('N', ...Array.from({ length: 20 }, (_, index) => `n${index}`))
    expect(carryRows([], [many, { ...many, name: 'M' }])).toHaveLength(limits.rows + 1)
  })
  it('are limited to the used ones, however many values are typed', () => {
    const values = Array.from({ length: 1_500 }, (_, index) => `n${index}`)
    const typed = { 'axis1.name': 'N', 'axis1.values': values.join(), 'axis2.name': 'M', 'axis2.values': values.join() }
    expect(readAxisValues(`${values.join()},N0`)).toEqual(['N0', ...values.slice(1, limits.rows + 1)])
    const rows = values.slice(0, limits.rows + 1).map((value) => ['n0', value])
    expect(combinations([axis('N', ...values), axis('M', ...values)])).toEqual(rows)
    const { content } = read(typed)
    expect(content.variations.map((each) => each.values)).toEqual(rows)
    const facts = { requiredAspects: [], hasOtherPicture: true, now: new Date() }
    expect(publishProblems(content, facts)).toContainEqual(problemOf('axis1.values', 'rowsMany', { max: limits.rows }))
  })
  it('change nothing when nothing changes', () => {
    const words = fc.uniqueArray(fc.constantFrom('S', 'M', 'L', 'XL'), { minLength: 1 })
    expectForAll(words, words, (a, b) => {
      const axes = [axis('A', ...a), axis('B', ...b.map((value) => `b${value}`))]
      const rows = carryRows([], axes).map((each, index) => ({ ...each, sku: `S${index}`, price: String(index) }))
      expect(carryRows(rows, axes)).toEqual(rows)
    })
  })
})

describe('a form', () => {
  it('is read without the page’s own fields, with several pictures in lines', () => {
    const form = new FormData()
    const given = {
      srt: 'x',
      intent: 'publish',
      title: 'Leica',
      'aspect.Mount': 'M',
      'row.0.sku': 'A',
      'row.x.sku': 'B',
      sku: '',
    }
    for (const [name, value] of Object.entries(given)) form.append(name, value)
    const [one, two] = ['1', '2'].map((digit) => digit.repeat(32))
    form.append('picture', `${two} From the side`)
    form.append('picture', one!)
    const typed = readTyped(form)
    const picture = `${two} From the side\n${one}`
    expect(typed).toEqual({ title: 'Leica', 'aspect.Mount': 'M', 'row.0.sku': 'A', picture })
    expect(typedPictures(typed)).toEqual([
      { hash: two, alt: 'From the side' },
      { hash: one, alt: '' },
    ])
    expect(withPictures(withPictures(typed, []), typedPictures(typed))).toEqual(typed)
    const sent = new FormData()
    for (const [name, value] of typedEntries(typed)) sent.append(name, value)
    expect(readTyped(sent)).toEqual(typed)
  })
  it('is read as it looks, ignoring invisible characters', () =>
    expect(
      read({ sku: '\u200eCAM-1\u200f', title: '\u200bLeica\u00a0M3 ', price: '\u200e1.249,00\u00a0' }).content,
    ).toMatchObject({ sku: 'CAM-1', title: 'Leica M3', priceMinor: 124_900 }))
  it('reports unreadable fields and treats them as empty', () => {
    const { content, problems } = read({
      price: 'ten',
      quantity: '1.5',
      startDate: '2026-02-30',
      length: '0',
      condition: 'SHINY',
    })
    expect(problems.map(({ field, problem }) => [field, problem])).toEqual([
      ['condition', 'notChoice'],
      ['price', 'notMoney'],
      ['quantity', 'notWhole'],
      ['length', 'notSize'],
      ['startDate', 'notMoment'],
    ])
    expect(content).toMatchObject({ priceMinor: null, quantity: null, startsAt: null })
  })
  it('reads rows from the axes if they were not updated', () => {
    const typed = withRows({ 'axis1.name': 'Size', 'axis1.values': 'S, M' }, [
      { values: ['S'], sku: 'S-1', price: '5', quantity: '2' },
    ])
    expect(read(typed).content.variations).toEqual([
      { values: ['S'], sku: 'S-1', priceMinor: 500, quantity: 2 },
      { values: ['M'], sku: null, priceMinor: null, quantity: null },
    ])
  })
  it.each([
    [{ startTime: '18:00' }],
    [{ startDate: ' ', startTime: '18:00' }],
    [{ startDate: '2026-07-01', startTime: '6' }],
  ])('never reads %j as an immediate start', (typed) =>
    expect(read(typed)).toMatchObject({
      content: { startsAt: null },
      problems: [{ field: 'startDate', problem: 'notMoment' }],
    }),
  )
  it('uses the shop’s time zone for the start', () =>
    expect(read({ startDate: '2026-07-01', startTime: '09:30' }).content.startsAt).toEqual(
      new Date('2026-07-01T08:30Z'),
    ))
  it('is unchanged after writing and reading', () => {
    const maybe = <T>(value: fc.Arbitrary<T>) => fc.option(value, { nil: null })
    const word = fc.constantFrom('Leica', 'M3', 'f/2.8, 50 mm', 'größe', '🎞 film')
    const minor = maybe(fc.nat(9_999_999))
    const contents: fc.Arbitrary<ListingContent> = fc.record({
      title: word,
      sku: maybe(word),
      epid: maybe(fc.constant('1000000001')),
      category: maybe(word),
      condition: maybe(fc.constantFrom('NEW' as const, 'GOOD' as const)),
      format: fc.constantFrom('FIXED_PRICE' as const, 'AUCTION' as const),
      pictures: fc.uniqueArray(fc.constantFrom('1', '2', '3').map((digit) => digit.repeat(32))),
      description: word,
      aspects: fc.dictionary(fc.constantFrom('Brand', 'Mount type'), fc.array(word, { minLength: 1, maxLength: 3 })),
      currency: fc.constant('GBP'),
      priceMinor: minor,
      quantity: maybe(fc.nat(1000)),
      bestOffer: maybe(fc.record({ minimumMinor: minor, autoAcceptMinor: minor })),
      axes: fc.constant([]),
      variations: fc.constant([]),
      parcel: fc.record({
        weightGrams: maybe(fc.nat(30_000)),
        lengthMm: maybe(fc.integer({ min: 1, max: 9999 })),
        widthMm: fc.constant(null),
        heightMm: fc.constant(null),
        packageId: maybe(fc.constant('0123456789ab')),
      }),
      customs: fc.record({
        hsCode: maybe(fc.constantFrom('900653', '9006530000')),
        originCountry: maybe(fc.constant('JP')),
        description: maybe(word),
        valueMinor: minor,
      }),
      handlingDays: maybe(fc.nat(30)),
      policies: fc.record({ FULFILMENT: maybe(word), PAYMENT: fc.constant(null), RETURN: fc.constant('r') }),
      startsAt: fc.constant(null),
      costMinor: minor,
      postageMinor: minor,
    })
    expectForAll(contents, fc.constantFrom('en', 'de'), (content, locale) => {
      expect(read(typedFrom(content, null, textsFor(locale, 'UTC')))).toEqual({ content, problems: [] })
    })
  })
  it('reports which fields differ', () =>
    expect(differingFields({ title: 'a', sku: 's' }, { title: 'b', sku: 's', price: '1' })).toEqual(['title', 'price']))
})
