import { describe, expect, it } from 'vitest'
import { textsFor } from '#texts/catalogues.server.ts'
import { addedMinor, includedMinor, sumTaxes, taxLabel, type LineTax } from './line-tax.ts'

const tax = (name: string, rate: string | null, minor: number, included = false): LineTax => ({
  name,
  rate,
  minor,
  included,
})

describe('taxes of lines', () => {
  const state = tax('State tax', '6', 270)
  const county = tax('County tax', '2.875', 129)
  const vat = tax('VAT', '20', 750, true)

  it('are added to what the line costs, or contained in it', () => {
    expect([addedMinor([state, county, vat]), includedMinor([state, county, vat])]).toEqual([399, 750])
    expect([addedMinor(null), includedMinor([])]).toEqual([0, 0])
  })

  it('are summed by name, rate and kind', () => {
    const lines = [
      { taxes: [vat, state] },
      { taxes: null },
      { taxes: [vat, tax('VAT', '5', 20, true), tax('VAT', '20', 9)] },
    ]
    expect(sumTaxes(lines)).toEqual([
      tax('VAT', '20', 1_500, true),
      state,
      tax('VAT', '5', 20, true),
      tax('VAT', '20', 9),
    ])
  })

  it('are named with their rate', () => {
    const [english, german] = [textsFor('en', 'Europe/London'), textsFor('de', 'Europe/Berlin')]
    expect([vat, county, tax('Levy', null, 1)].map((each) => taxLabel(each, english))).toEqual([
      'VAT 20%',
      'County tax 2.875%',
      'Levy',
    ])
    expect(taxLabel(county, german).replaceAll(/\s/g, ' ')).toBe('County tax 2,875 %')
  })
})
