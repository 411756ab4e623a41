import { describe, expect, it } from 'vitest'
import { formHref } from './form-href.ts'

describe('formHref', () => {
  it('trims, leaves out what is empty, and joins what is repeated', () => {
    const fields: [string, string][] = [
      ['q', ' leica '],
      ['status', ''],
      ['country', 'DE'],
      ['country', 'FR'],
      ['country', 'DE'],
      ['amountFrom', '  '],
    ]
    expect(formHref('/sh/ord', fields)).toBe('/sh/ord?q=leica&country=DE,FR')
  })

  it('is the path alone where nothing is asked', () => {
    expect(formHref('/sh/ord', [])).toBe('/sh/ord')
    expect(formHref('/sh/ord', [['q', ' ']])).toBe('/sh/ord')
  })

  it('ignores files', () => {
    expect(formHref('/sh/ord', [['file', new Blob()]])).toBe('/sh/ord')
  })
})
