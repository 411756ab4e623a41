import { expect, it } from 'vitest'
import { customsProblems, noCustoms, tidyCountry, tidyHsCode, type CustomsDetails } from './customs-details.ts'

it.each<[Partial<CustomsDetails>, string[]]>([
  [{}, []],
  [{ hsCode: '900653', originCountry: 'JP', description: 'Camera', valueMinor: 1 }, []],
  [{ hsCode: '90065' }, ['hsCode']],
  [{ hsCode: '9006530000001' }, ['hsCode']],
  [{ originCountry: 'UK' }, ['originCountry']],
  [{ description: 'x'.repeat(101) }, ['customsDescription']],
  [{ valueMinor: 0 }, ['customsValue']],
])('%j', (details, problems) => {
  expect(customsProblems({ ...noCustoms, ...details }, true).map(({ problem }) => problem)).toEqual(problems)
})

it('details need a SKU, and nothing needs none', () => {
  expect(customsProblems(noCustoms, false)).toEqual([])
  expect(customsProblems({ ...noCustoms, valueMinor: 5 }, false)).toEqual([
    { field: 'customsValue', problem: 'customsWithoutSku' },
  ])
})

it('codes are read as people write them', () =>
  expect([tidyHsCode('9006.53 00'), tidyCountry('jp')]).toEqual(['90065300', 'JP']))
