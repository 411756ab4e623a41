import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { expectForAll } from './testing-property.ts'
import { CsvReader, type CsvForm, type CsvRecord } from './csv-reader.ts'
import { busyFor } from './testing.ts'

function read(
  text: string,
  { columns, delimiter, piece = text.length || 1 }: CsvForm & { piece?: number } = {},
): CsvRecord[] {
  const reader = new CsvReader({ columns, delimiter })
  const records: CsvRecord[] = []
  for (let at = 0; at < text.length; at += piece) records.push(...reader.push(text.slice(at, at + piece)))
  return [...records, ...reader.end()]
}

const quoted = (field: string) => `"${field.replaceAll('"', '""')}"`

describe('CsvReader', () => {
  it('reads back what was written, wherever the chunks are cut', () => {
    const field = fc.string({ unit: fc.constantFrom('a', '"', ',', '\n', ' ', 'é', '😀'), maxLength: 8 })
    const table = fc.array(fc.tuple(field, field, field), { maxLength: 8 })
    expectForAll(table, fc.constantFrom('\n', '\r\n'), fc.integer({ min: 1, max: 9 }), (rows, newline, piece) => {
      const text = rows.map((row) => row.map(quoted).join(',') + newline).join('')
      expect(read(text, { piece, columns: 3 }).map((record) => record.fields)).toEqual(rows)
    })
  })

  it('says on which line each record starts', () => {
    expect(read('a,b\n"1\n2",3\n\n4,5')).toEqual([
      { line: 1, fields: ['a', 'b'] },
      { line: 2, fields: ['1\n2', '3'] },
      { line: 5, fields: ['4', '5'] },
    ])
  })

  it('takes a quote within an unquoted field as it is', () => {
    expect(read('d"oeste,1\n')[0]?.fields).toEqual(['d"oeste', '1'])
  })

  it.each([
    ['the next line has quotes', '"a,1\n"b",2\nc,3\n', 1],
    ['the next line has none', '"a,1\nb,2\n"c",3\n', 1],
    ['no quote follows at all', 'a,1\n"b,2\nc,3\n', 2],
    ['text follows a closing quote', 'a,1\n"b"x,2\nc,3\n', 2],
    ['two such lines follow each other', '"a,1\n"b,2\nc,3\nd,4', 1],
  ])('loses only the broken line: %s', (_, csv, line) => {
    const records = read(csv, { columns: 2 })
    expect(records.find((record) => record.problem)?.line).toBe(line)
    expect(records.map((record) => record.line)).toEqual(records.map((_record, index) => index + 1))
    const lines = csv.trimEnd().split('\n')
    const whole = lines.filter((text) => /^(?:\w|"\w"),\d$/.test(text))
    expect(records.filter((record) => !record.problem)).toHaveLength(whole.length)
  })

  it('gives up a field that never ends', () => {
    const rows = Array.from({ length: 20_000 }, (_, n) => `${n},x`)
    const records = read(['"open,1', ...rows].join('\n'), { columns: 2, piece: 5_000 })
    expect(records).toHaveLength(20_001)
    expect(records[0]).toMatchObject({ line: 1, problem: expect.stringContaining('quote') })
  })

  it('reads a field once, however many of its lines contain a possible closing quote', async () => {
    const readAll = () => read(['"open', ...Array.from({ length: 22_000 }, () => '""')].join('\n'))
    expect(readAll()).toMatchObject([{ line: 1, problem: expect.stringContaining('quote') }])
    // Re-reading from the beginning for each piece took half a minute.
    expect(await busyFor(readAll)).toBeLessThan(5_000)
  })

  it.each([
    [6_000, 0],
    [13_000, 0],
    [1_500, 20],
    [1_000, 58],
  ])('rereads little if a quote stays open on each of %d lines with %d empty ones', async (lines, empty) => {
    // Earlier input does not raise the re-read limit.
    const before = `${'x'.repeat(900_000)}\n`.repeat(10)
    const text = `a","\n${'\n'.repeat(empty)}`.repeat(lines)
    const readAll = () => read(`${before}${text}1,2\n`, { piece: 5_000 })
    const records = readAll()
    expect(records.filter(({ problem }) => problem)).toHaveLength(lines)
    expect(records.at(-1)).toEqual({ line: 10 + lines * (empty + 1) + 1, fields: ['1', '2'] })
    // Re-reading all following lines for each line took seconds.
    expect(await busyFor(readAll)).toBeLessThan(1_000)
  })

  it.each(['', '"a",'])(
    'rejects records of more than a thousand fields and lines of a million characters, and reads on: %s',
    (start) => {
      const line = (fields: number) => start + ','.repeat(fields - (start ? 2 : 1))
      const records = read(`${line(1_000)}\n${line(1_001)}\n${line(2_000_000)}\n1,2\n`, { piece: 65_536 })
      expect(records.map(({ line: at, fields, problem }) => [at, fields.length, problem])).toEqual([
        [1, 1_000, undefined],
        [2, 0, expect.stringContaining('fields')],
        [3, 0, expect.stringContaining('line')],
        [4, 2, undefined],
      ])
    },
  )

  it('accepts another delimiter than the comma', () => {
    expect(read('a;"b;""c"""\n1,5;2\n', { delimiter: ';' }).map(({ fields }) => fields)).toEqual([
      ['a', 'b;"c"'],
      ['1,5', '2'],
    ])
  })
})
