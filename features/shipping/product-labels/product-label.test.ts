import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { gs1CheckDigit } from '#lib/gtin.ts'
import { expectForAll } from '#lib/testing-property.ts'
import { labelMargins } from '../printing/label-formats.ts'
import { mostLabels, productCode, productFormats, readAskedLabels, unitsField } from './product-label.ts'

const number = 'abcdefghij01'
const ask = (more: Record<string, string>) =>
  readAskedLabels(new URLSearchParams({ format: 'a4-5x13', [unitsField(number)]: '3', ...more }))

describe('the barcode of a product label', () => {
  it('is the GTIN’s own, else the SKU', () => {
    const code = (gtin: string | null) => productCode({ sku: 'CAP-1', gtin }, 'auto')
    expect(code('4006381333931')).toEqual({ symbology: 'ean13', text: '4006381333931' })
    expect(code('036000291452')).toEqual({ symbology: 'ean13', text: '0036000291452' })
    expect(code('96385074')).toEqual({ symbology: 'ean8', text: '96385074' })
    // A wrong check digit, a carton, and none.
    expect(code('4006381333930')).toEqual({ symbology: 'code128', text: 'CAP-1' })
    expect(code('10012345678902')).toEqual({ symbology: 'code128', text: 'CAP-1' })
    expect(code(null)).toEqual({ symbology: 'code128', text: 'CAP-1' })
    expect(productCode({ sku: 'CAP-1', gtin: '4006381333931' }, 'sku').text).toBe('CAP-1')
    expect(productCode({ sku: 'CAP-1', gtin: '4006381333931' }, 'qr')).toEqual({ symbology: 'qrcode', text: 'CAP-1' })
  })

  it('is never an EAN whose check digit is wrong', () => {
    expectForAll(fc.stringMatching(/^\d{8,14}$/), (gtin) => {
      const { symbology, text } = productCode({ sku: 'S', gtin }, 'auto')
      return symbology === 'code128' || Number(text.at(-1)) === gs1CheckDigit(text.slice(0, -1))
    })
  })
})

describe('what is asked for', () => {
  it('is read with the places that are used up', () => {
    expect(ask({ used: '4' })).toMatchObject({ used: 3, code: 'auto', units: new Map([[number, 3]]) })
    expect(ask({ used: '65' })).toMatchObject({ used: 64 })
  })

  it.each([
    [{ format: 'a4-9x9' }, 'format'],
    [{ used: '0' }, 'used'],
    [{ used: '66' }, 'used'],
    [{ [unitsField(number)]: '0' }, 'units'],
    [{ [unitsField(number)]: '1.5' }, 'units'],
    [{ [unitsField(number)]: '1000' }, 'units'],
  ])('%o is refused', (more, wrong) => {
    expect(ask(more)).toEqual({ wrong })
  })

  it('is at most 5,000 labels', () => {
    const many = (n: number) =>
      Object.fromEntries(
        Array.from({ length: n }, (_, at) => [unitsField(`abcdefghij${String(at).padStart(2, '0')}`), '500']),
      )
    const all = (n: number) => readAskedLabels(new URLSearchParams({ format: 'roll-57x32', ...many(n) }))
    expect(all(mostLabels / 500)).toMatchObject({ used: 0 })
    expect(all(mostLabels / 500 + 1)).toEqual({ wrong: 'many' })
  })
})

it('labels fit their paper', () => {
  for (const format of productFormats) {
    const { block, inline } = labelMargins(format)
    expect([format.id, block >= -0.01, inline >= -0.01]).toEqual([format.id, true, true])
  }
})
