import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { maxBinLength, maxSkuLength, readBins, writeBins } from './bins.ts'

describe('a list of bins', () => {
  it('is read from a spreadsheet or typed, with any separator', () => {
    const { bins, problems } = readBins('\u200eCAM-0174\u200f\tA-03\r\n\r\nLEN;0098;B-11\nFLM, F-02')
    expect(problems).toEqual([])
    expect(bins).toEqual([
      { sku: 'CAM-0174', bin: 'A-03' },
      { sku: 'LEN;0098', bin: 'B-11' },
      { sku: 'FLM', bin: 'F-02' },
    ])
  })

  it('reports which line is wrong, and why', () => {
    const long = (length: number) => 'x'.repeat(length)
    const text = [
      'A',
      'B\t',
      '\tC',
      `${long(maxSkuLength + 1)}\tA`,
      `D\t${long(maxBinLength + 1)}`,
      'E\t1',
      'E\t2',
    ].join('\n')
    expect(readBins(text).problems).toEqual([
      { line: 1, problem: 'no-bin' },
      { line: 2, problem: 'no-bin' },
      { line: 3, problem: 'no-bin' },
      { line: 4, problem: 'long-sku' },
      { line: 5, problem: 'long-bin' },
      { line: 7, problem: 'twice' },
    ])
    expect(readBins(`${long(maxSkuLength)}\t${long(maxBinLength)}`).problems).toEqual([])
  })

  it('is read back as it is shown', () => {
    const word = (maxLength: number) =>
      fc
        .string({ minLength: 1, maxLength, unit: fc.constantFrom(...'AZaz09-_,; é漢') })
        .filter((text) => text.trim() === text)
    const bins = fc.uniqueArray(fc.record({ sku: word(maxSkuLength), bin: word(maxBinLength) }), {
      selector: ({ sku }) => sku,
    })
    fc.assert(
      fc.property(bins, (list) => {
        expect(readBins(writeBins(list))).toEqual({ bins: list, problems: [] })
      }),
    )
  })
})
