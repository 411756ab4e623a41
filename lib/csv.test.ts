import { parse } from 'csv-parse/sync'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { expectForAll } from './testing-property.ts'
import { csvNumber, csvRecord, csvText, noCsv } from './csv.ts'
import { busyFor } from './testing.ts'

describe('csvRecord', () => {
  it('is read back unchanged by any reader of RFC 4180', () => {
    const fields = fc.array(fc.string({ unit: 'grapheme' }), { minLength: 1, maxLength: 5 })
    expectForAll(fields, (texts) => {
      const [read] = parse(csvRecord([...texts, 'end'].map(csvText)), { relax_column_count: true })
      // The field without its formula guard.
      const bare = (text: string) => text.replaceAll("'", '')
      expect(read!.slice(0, -1).map(bare)).toEqual(texts.map(bare))
    })
  })

  it('quotes a line end of any kind', () => {
    for (const end of ['\n', '\r', '\r\n']) expect(csvRecord([csvText(`a${end}b`)])).toBe(`"a${end}b"\r\n`)
  })

  it('writes no field that a spreadsheet reads as a formula', () => {
    // Invisible characters and full-width signs do not bypass the check.
    const unseen = fc.string({
      unit: fc.constantFrom(' ', '\u00A0', '\u200B', '\uFEFF', '\u2003', '\u3000', '\0', '\t', '\u200E'),
    })
    const sign = fc.constantFrom('=', '+', '-', '@', '＝', '＋', '－', '＠')
    fc.assert(
      fc.property(unseen, sign, fc.string(), (before, first, rest) => {
        fc.pre(/[^\d\s().,/-]/.test(rest))
        expect(parse(csvRecord([csvText(before + first + rest)]))[0]![0]).toMatch(/^'/)
      }),
    )
    const run = [
      '=1+1',
      '+A1',
      '-A1',
      '+1+1',
      '-1-1',
      '+49|30',
      '+49 30;=1',
      '+49\t30',
      '-',
      '+',
      '- 5',
      '@SUM(A1)',
      '+1 555 010 9999 x5',
      '+1 555, +A1',
      '+1 ext 5+A1',
      '\t=1',
    ]
    for (const text of [...run, '\r=1', '\n=1', ' +49 30', '＋49 30'])
      expect(csvRecord([csvText(text)]).replaceAll('"', '')).toMatch(/^'/)
    // A spreadsheet that splits at semicolons ignores our quotes and the commas before them.
    const cellsOf = (text: string) => csvRecord([csvNumber(1), csvText(text)]).split(/[;\t\r\n]/)
    const piece = fc.oneof(unseen, sign, fc.constantFrom('"', ';', '\n', '1+1', "cmd|'/C calc'!A0"))
    fc.assert(
      fc.property(fc.array(piece, { maxLength: 12 }), (pieces) => {
        for (const cell of cellsOf(pieces.join(''))) expect(cell).not.toMatch(/^["\s\p{C}]*[=+\-@＝＋－＠]/u)
      }),
    )
    expect(csvRecord([csvText('a;=1;"-2\n@b; c')])).toBe(`"a;'=1;'""-2\n'@b; c"\r\n`)
    for (const text of ['a=1', 'Ａ＝1', ' a-b', "'=1", 'é', '']) expect(csvRecord([csvText(text)])).toBe(`${text}\r\n`)
    expect(csvRecord([csvNumber('-1.50'), noCsv, csvText('a"b'), csvText('c,d')])).toBe('-1.50,,"a""b","c,d"\r\n')
  })

  it('leaves numbers and phone numbers unchanged for programs that read them literally', () => {
    const phones = [
      '+380 99 345 67 89',
      '+442079460123',
      '+49 (0)30/1234-5',
      '+1 (555) 010-9999 ext. 5',
      '+49\u201130\u20111234',
      '+33\u202f1\u202f23\u202f45',
      '+44 20 7946 0123, +44 20 7946 0124',
      '+44 20 7946 0123 / +44 20 7946 0124',
    ]
    for (const text of [...phones, '-5', '+5', '-1.234,50']) expect(csvText(text).replaceAll('"', '')).toBe(text)
    const mark = fc.constantFrom(' ', '-', '/', '.', '(', ')', '\u00A0', '')
    const group = fc
      .tuple(mark, fc.integer({ min: 0, max: 99_999 }).map(String))
      .map(([before, digits]) => before + digits)
    expectForAll(fc.array(group, { minLength: 1, maxLength: 6 }), (groups) => {
      const phone = `+${groups.join('')}`
      expect(parse(csvRecord([csvText(phone)]))[0]).toEqual([phone])
    })
  })

  it('looks at each character of a long text once', async () => {
    const text = `+${'1'.repeat(200_000)}x`
    expect(await busyFor(() => csvText(text))).toBeLessThan(1_000)
    expect(csvText(text)).toBe(`'${text}`)
  })

  it('adds an apostrophe to everything that names a cell or function', () => {
    const first = fc.constantFrom('=', '+', '-', '@')
    const unit = fc.constantFrom(
      '1',
      '2',
      ' ',
      '(',
      ')',
      '.',
      ',',
      '-',
      '+',
      '/',
      '*',
      '^',
      '%',
      'A',
      'e',
      ':',
      '!',
      '|',
      '"',
      '&',
    )
    expectForAll(first, fc.string({ unit, minLength: 1, maxLength: 8 }), (sign, rest) => {
      const [[cell]] = parse(csvRecord([csvText(sign + rest), csvText('x')])) as [[string]]
      if (!cell.startsWith("'")) expect(cell).toMatch(/^[+-][\d ().,/-]+$/)
    })
  })
})
