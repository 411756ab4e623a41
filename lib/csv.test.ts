import { parse } from 'csv-parse/sync'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { csvRecord } from './csv.ts'

describe('csvRecord', () => {
  it('is read back as it was written, by any reader of RFC 4180', () => {
    const fields = fc.array(fc.string({ unit: 'grapheme' }), { minLength: 1, maxLength: 5 })
    fc.assert(
      fc.property(fields, (texts) => {
        const [read] = parse(csvRecord([...texts, 'end']), { relax_column_count: true })
        expect(read!.slice(0, -1)).toEqual(texts.map((text) => (/^[=+\-@\t\r\n]/.test(text) ? `'${text}` : text)))
      }),
    )
  })

  it('lets no field begin as a formula', () => {
    for (const text of ['=1+1', '+49 30', '-1', '@SUM(A1)', '\t=1', '\r=1', '\n=1'])
      expect(csvRecord([text]).replaceAll('"', '')).toMatch(/^'/)
    expect(csvRecord([{ number: '-1.50' }, null, 'a"b', 'c,d'])).toBe('-1.50,,"a""b","c,d"\r\n')
  })
})
