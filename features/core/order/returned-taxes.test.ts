import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { expectForAll } from '#lib/testing-property.ts'
import { sumTaxes, taxesOfSale } from './line-tax.ts'
import { returnedTaxes, taxedExtras, type TaxedPart, type TaxedRefund } from './returned-taxes.ts'

const vat = (minor: number) => ({ name: 'VAT', rate: '20', minor, included: true })
const state = (minor: number) => ({ name: 'New York', rate: '4', minor, included: false })
const city = (minor: number) => ({ name: 'New York City', rate: '4.5', minor, included: false })

const told = (taxes: ReturnType<typeof returnedTaxes>[number]) =>
  sumTaxes([{ taxes }]).flatMap(({ name, minor }) => (minor === 0 ? [] : [[name, minor]]))
const taxable = (taxes: ReturnType<typeof returnedTaxes>[number]) => taxes.map(({ taxableMinor }) => taxableMinor)

describe('taxes that go back', () => {
  it('are the part of a price that was refunded, and those that were added with the refunded tax', () => {
    const taxes = taxesOfSale(4_500, [vat(750), state(180), city(203)])
    const order: TaxedPart[] = [{ line: 7, priceMinor: 4_500, taxes }]
    const [half, tax, rest] = returnedTaxes(order, [
      { amountMinor: 2_250, line: 7, parts: [{ line: 7, kind: 'ITEM', minor: 2_250 }] },
      { amountMinor: 100, line: 7, parts: [{ line: 7, kind: 'TAX', minor: 100 }] },
      { amountMinor: 2_533, line: null, parts: [] },
    ])
    expect(told(half!)).toEqual([['VAT', 375]])
    expect(told(tax!)).toEqual([
      ['New York', 47],
      ['New York City', 53],
    ])
    expect(told(rest!)).toEqual([
      ['VAT', 375],
      ['New York', 133],
      ['New York City', 150],
    ])
    // All three were paid on 37.50; a refund of tax alone leaves that.
    expect([half!, tax!, rest!].map(taxable)).toEqual([
      [1_875, 1_875, 1_875],
      [0, 0, 0],
      [1_875, 1_875, 1_875],
    ])
  })

  it('are those of the extras for a refund of extras, and none for shipping of the order', () => {
    const extras = taxedExtras([
      { kind: 'GIFT_WRAP', title: 'Red paper', minor: 350, taxes: [vat(58)] },
      { kind: 'TIP', title: 'Tip', minor: 200, taxes: [] },
      { kind: 'ADJUSTMENT', title: 'Loyalty', minor: -100, taxes: [] },
    ])
    expect(extras.priceMinor).toBe(450)
    const parts = (kind: 'ITEM' | 'SHIPPING', minor: number) => ({
      amountMinor: minor,
      line: null,
      parts: [{ line: null, kind, minor }],
    })
    const [shipping, all] = returnedTaxes([extras], [parts('SHIPPING', 450), parts('ITEM', 450)])
    expect([shipping!, all!].map(told)).toEqual([[], [['VAT', 58]]])
    expect([shipping!, all!].map(taxable)).toEqual([[0], [292]])
  })

  it('add up to all of them once all is refunded, and never exceed them', () => {
    const minor = fc.integer({ min: 0, max: 30_000 })
    const parts = fc.array(
      fc.record({ price: minor, included: fc.integer({ min: 0, max: 100 }), added: fc.array(minor, { maxLength: 3 }) }),
      { minLength: 1, maxLength: 4 },
    )
    const cuts = fc.array(fc.record({ of: fc.nat(3), percent: fc.integer({ min: 1, max: 100 }) }))
    expectForAll(parts, cuts, (drawn, steps) => {
      const order = drawn.map(({ price, included, added }, index): TaxedPart => ({
        line: index === 3 ? null : index + 1,
        priceMinor: price,
        taxes: taxesOfSale(price, [
          vat(Math.floor((price * included) / 100)),
          ...added.map((each, nth) => ({ ...city(each), name: `${nth}` })),
        ]),
      }))
      const addedOf = ({ taxes }: TaxedPart) => taxes.reduce((sum, tax) => (tax.included ? sum : sum + tax.minor), 0)
      const left = order.map((part) => ({ line: part.line, price: part.priceMinor, tax: addedOf(part) }))
      const refundOf = (of: typeof left, percent: number): TaxedRefund => {
        const taken = of.flatMap((part) => {
          const [price, tax] = [part.price, part.tax].map((each) => Math.ceil((each * percent) / 100)) as [
            number,
            number,
          ]
          part.price -= price
          part.tax -= tax
          return [
            { line: part.line, kind: 'ITEM' as const, minor: price },
            { line: part.line, kind: 'TAX' as const, minor: tax },
          ]
        })
        return { amountMinor: taken.reduce((sum, part) => sum + part.minor, 0), line: null, parts: taken }
      }
      const refunds = steps.map(({ of, percent }) => refundOf([left[of % left.length]!], percent))
      const whole = returnedTaxes(order, [...refunds, refundOf(left, 100)]).flat()
      for (const name of new Set(order.flatMap(({ taxes }) => taxes.map((tax) => tax.name)))) {
        const sumOf = (taxes: typeof whole, of: 'minor' | 'taxableMinor') =>
          taxes.reduce((sum, tax) => (tax.name === name ? sum + tax[of] : sum), 0)
        for (const of of ['minor', 'taxableMinor'] as const)
          expect(sumOf(whole, of)).toBe(
            sumOf(
              order.flatMap(({ taxes }) => taxes),
              of,
            ),
          )
      }
      for (const back of whole) expect(Math.min(back.minor, back.taxableMinor)).toBeGreaterThanOrEqual(0)
    })
  })
})
