import { parse } from 'csv-parse/sync'
import fc from 'fast-check'
import { readXlsx } from 'hucre/xlsx'
import { describe, expect, it } from 'vitest'
import { csvText } from '#lib/csv.ts'
import type { FileContent } from './file-content.ts'
import type { FileFormat } from './file-run.ts'
import { writeFile } from './write-file.ts'

/** A record: a SKU or other text, an amount with two decimals, and a time of the shop's clock. */
interface Sample {
  text: string
  minor: number
  at: Date
}

const clockOf = (at: Date) => at.toISOString().slice(0, 19).replace('T', ' ')
const decimal = (minor: number) => (minor / 100).toFixed(2)

const contentOf = (samples: readonly Sample[]): FileContent => ({
  sheet: 'Orders',
  header: ['SKU', 'Total', 'Placed'],
  parts: async function* (cells) {
    // Parts of three records, as a cursor delivers them.
    for (let from = 0; from < samples.length; from += 3)
      yield samples
        .slice(from, from + 3)
        .map(({ text, minor, at }) => [cells.text(text), cells.number(decimal(minor)), cells.time(clockOf(at))])
  },
})

async function written(format: FileFormat, samples: readonly Sample[]): Promise<Buffer> {
  const parts: Uint8Array[] = []
  for await (const part of writeFile(format, contentOf(samples))) parts.push(part)
  return Buffer.concat(parts)
}

const words = [
  '0042',
  '4.50',
  '1e5',
  ' lead',
  'a;b',
  'a,b',
  'tab\there',
  'two\nlines',
  '"quoted"',
  'Ünïcode 🧵',
  'x',
] as const
const texts = fc.array(fc.constantFrom(...words), { minLength: 1, maxLength: 3 }).map((parts) => parts.join(''))
const samples = fc.array(
  fc.record({
    text: texts,
    minor: fc.integer({ min: -99_999_999, max: 99_999_999 }),
    at: fc
      .date({ min: new Date('2001-01-01'), max: new Date('2060-01-01'), noInvalidDate: true })
      .map((at) => new Date(Math.floor(at.getTime() / 1000) * 1000)),
  }),
  { maxLength: 8 },
)

describe('a written file reads back the same', () => {
  it.each([
    ['CSV', ',', '.'],
    ['CSV_SEMICOLON', ';', ','],
    ['TSV', '\t', '.'],
  ] as const)('%s', async (format, delimiter, point) => {
    await fc.assert(
      fc.asyncProperty(samples, async (given) => {
        const [header, ...records] = parse(await written(format, given), { bom: true, delimiter })
        expect(header).toEqual(['SKU', 'Total', 'Placed'])
        expect(records).toEqual(
          given.map(({ text, minor, at }) => [text, decimal(minor).replace('.', point), clockOf(at)]),
        )
      }),
    )
  })

  it('XLSX, where amounts are numbers, times are times, and all else is text', async () => {
    await fc.assert(
      fc.asyncProperty(samples, async (given) => {
        const { sheets } = await readXlsx(await written('XLSX', given))
        expect(sheets.map(({ name }) => name)).toEqual(['Orders'])
        const [header, ...records] = sheets[0]?.rows ?? []
        expect(header).toEqual(['SKU', 'Total', 'Placed'])
        expect(records).toEqual(given.map(({ text, minor, at }) => [text, minor / 100, at]))
      }),
      { numRuns: 30 },
    )
  })
})

it('a text that a spreadsheet would run is marked in text files, and stays as it is in a workbook', async () => {
  const sample = [{ text: '=1+1', minor: 0, at: new Date('2026-11-20T14:30:00Z') }]
  expect((await written('CSV', sample)).toString()).toContain(`\n${csvText('=1+1')},0.00,`)
  const { sheets } = await readXlsx(await written('XLSX', sample))
  expect(sheets[0]?.rows[1]?.[0]).toBe('=1+1')
})
