import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { expectForAll } from '#lib/testing-property.ts'
import { evaluateFormula, readFormula, type FormulaField } from './formula.ts'
import { ratio, roundRatio } from './ratio.ts'

const names = new Map<string, FormulaField>([
  ['price', 'price'],
  ['preis', 'price'],
  ['cost', 'cost'],
  ['quantity', 'quantity'],
  ['median', 'median'],
])

/** The price in pence after a formula; `cost` is 4.00, `median` 9.50. */
function priceAfter(formula: string, minor: number, grouping: ',' | '.' = ','): number | null {
  const read = readFormula(formula, { grouping, names })
  if (!read.ok) throw new Error(`${read.problem} at ${read.at}`)
  const values = { price: ratio(minor, 100), cost: ratio(400, 100), quantity: null, median: ratio(950, 100) }
  const result = evaluateFormula(read.formula, values.price, (name) => values[name])
  return result && Number(roundRatio({ n: result.n * 100n, d: result.d }))
}

describe('a formula', () => {
  it.each([
    ['price * 0.95', 127_500, 121_125],
    ['= price * 0.95', 56_500, 53_675],
    ['* 0.95', 56_500, 53_675],
    ['+5', 1000, 1500],
    ['+ 5', 1000, 1500],
    ['- 10 %', 1000, 900],
    ['−10%', 1000, 900],
    ['price + 10 % - 1', 1000, 1000],
    ['/ 3', 1000, 333],
    ['÷ 6', 1000, 167],
    ['12.50', 1000, 1250],
    ['1,250', 1000, 125_000],
    ['cost * 2', 1000, 800],
    ['(price + cost) / 2', 1000, 700],
    ['price - cost * 2', 1000, 200],
    ['(-price + 2) * 2', 1000, -1600],
    ['min 20', 1000, 2000],
    ['max 5', 1000, 500],
    ['price * 0.95 min 20 max 100', 1000, 2000],
    ['round to 0.50', 1030, 1050],
    ['price * 1.1, round 0.05', 1013, 1115],
    ['20 % * price', 1000, 200],
  ])('%s of %i is %i', (formula, before, after) => expect(priceAfter(formula, before)).toBe(after))

  it('reads numbers and words as the reader writes them', () => {
    expect(priceAfter('preis * 0,95', 1000, '.')).toBe(950)
    expect(priceAfter('1.250,50', 1000, '.')).toBe(125_050)
    expect(priceAfter('* 2 mindestens 30 runden auf 0,50', 1000, '.')).toBe(3000)
  })

  it.each([
    ['', 'empty', 0],
    ['price *', 'incomplete', 7],
    ['price * (2 + 1', 'incomplete', 14],
    ['price ** 2', 'unexpected', 7],
    ['price 2', 'unexpected', 6],
    ['prize * 2', 'unknownWord', 0],
    ['price * two', 'unknownWord', 8],
    ['price * 1,2,34', 'number', 8],
    ['price / 0', 'divideByZero', 8],
    ['round to 0', 'divideByZero', 9],
    ['price * 2 £', 'unexpected', 10],
  ])('%j: %s at %i', (formula, problem, at) =>
    expect(readFormula(formula, { grouping: ',', names })).toMatchObject({ ok: false, problem, at }),
  )

  it('has a floor and a ceiling that depend on the listing, and ignores those that are unknown', () => {
    expect(priceAfter('median - 2 %', 1000)).toBe(931)
    expect(priceAfter('median min cost * 2.5', 1000)).toBe(1000)
    expect(priceAfter('median min cost * 1.1 max 9', 1000)).toBe(900)
    expect(priceAfter('median min quantity', 1000)).toBe(950)
  })

  it('has no result without a value that it uses', () => {
    expect(priceAfter('quantity * 2', 1000)).toBeNull()
    expect(priceAfter('cost / (price - 10)', 1000)).toBeNull()
  })

  it('is exact: no digit is lost, and a sum is the sum of its parts', () => {
    const minor = fc.integer({ min: 0, max: 99_999_999_999 })
    expectForAll(minor, minor, (price, more) => {
      const decimal = `${Math.floor(more / 100)}.${String(more % 100).padStart(2, '0')}`
      expect(priceAfter(`+ ${decimal}`, price)).toBe(price + more)
      expect(priceAfter(`price + ${decimal} - ${decimal}`, price)).toBe(price)
      expect(priceAfter('price * 3 / 3', price)).toBe(price)
      expect(priceAfter('price - 100 %', price)).toBe(0)
    })
  })

  it('never fails otherwise than with the position of its error', () => {
    const text = fc.stringMatching(/^[a-z0-9 .,+*/%()=-]{0,30}$/)
    expectForAll(fc.oneof(text, fc.string()), (formula) => {
      const read = readFormula(formula, { grouping: ',', names })
      if (!read.ok) expect(read.at).toBeLessThanOrEqual(formula.length)
      else evaluateFormula(read.formula, ratio(5), () => ratio(7))
    })
  })
})
