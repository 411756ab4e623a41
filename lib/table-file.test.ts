import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { CsvRecord } from './csv-reader.ts'
import {
  firstRecords,
  openTable,
  sampleColumns,
  shownValues,
  tableParts,
  tableRecords,
  type TableFile,
} from './table-file.ts'

const bytesOf = (text: string) => new TextEncoder().encode(text)
const named = (fields: readonly string[]) =>
  fields.filter((field) => ['Number', 'Title', 'Price'].includes(field)).length

async function open(text: string): Promise<TableFile> {
  const opened = await openTable(bytesOf(text), named)
  if (!opened.ok) throw new Error(opened.reason)
  return opened.file
}

async function readAll(parts: Iterable<Uint8Array>, file: TableFile): Promise<CsvRecord[]> {
  const found: CsvRecord[] = []
  for await (const records of tableRecords(parts, file)) found.push(...records)
  return found
}

const text = 'Report of May\r\n\r\nNumber;Title;Price\r\n1;"Cup; blue";2,50\r\n2;"Größe\nM";3,00\r\n\r\n3;Plate;4,00'

describe('a delimited file', () => {
  it('is opened below the notes of its program', async () => {
    expect(await open(text)).toMatchObject({
      header: ['Number', 'Title', 'Price'],
      skipped: 2,
      count: 3,
      sample: [{ line: 4, fields: ['1', 'Cup; blue', '2,50'] }, { line: 5 }, { line: 8 }],
    })
  })

  it('has no header if its first line is a row', async () => {
    const opened = await openTable(bytesOf('7,Cup\n8,Plate\n'), named, { isRow: ([first]) => first === '7' })
    expect(opened).toMatchObject({
      file: { header: ['', ''], skipped: 0, count: 2, sample: [{ line: 1 }, { line: 2 }] },
    })
  })

  it.each([
    ['empty', ''],
    ['noColumns', 'just a text'],
    ['noColumns', 'Number,Title\n'],
    ['tooMany', `Number,Title\n${'1,a\n'.repeat(100_001)}`],
  ] as const)('is refused: %s', async (reason, refused) =>
    expect(await openTable(bytesOf(refused), named)).toEqual({ ok: false, reason }),
  )

  it('is read in parts as it is read as a whole, wherever they are cut', async () => {
    const file = await open(text)
    const bytes = bytesOf(text)
    const whole = await readAll([bytes], file)
    expect(whole).toEqual(file.sample)
    await fc.assert(
      fc.asyncProperty(fc.array(fc.nat(bytes.length), { maxLength: 6 }), async (cuts) => {
        const ends = [...cuts.toSorted((a, b) => a - b), bytes.length]
        const parts = ends.map((end, at) => bytes.subarray(ends[at - 1] ?? 0, end))
        expect(await readAll(parts, file)).toEqual(whole)
      }),
      { numRuns: 50, seed: 1 },
    )
  })

  it('is read from each of its places on, with its rows counted from the beginning', async () => {
    const file = await open(text)
    const bytes = bytesOf(text)
    const parts = [bytes.subarray(0, 12), bytes.subarray(12, 60), bytes.subarray(60)]
    const whole = await readAll([bytes], file)
    const places = []
    for await (const { next } of tableParts(parts, file)) if (next) places.push(next)
    expect(places.map(({ line, above }) => [line, above])).toEqual([
      [5, 3],
      [8, 4],
    ])
    for (const place of places) {
      const found: CsvRecord[] = []
      let rows = 0
      for await (const part of tableParts(parts.slice(place.part), file, place)) {
        found.push(...part.records)
        rows = part.rows
      }
      expect(found).toEqual(whole.filter(({ line }) => line >= place.line))
      expect(rows).toBe(3)
    }
  })

  it('is sampled without reading more than that takes', async () => {
    const file = await open(`Number,Title\n${'1,Cup\n'.repeat(3_000)}`)
    let read = 0
    function* parts() {
      for (; read < 10; read += 1) yield bytesOf(read === 0 ? 'Number,Title\n' : '1,Cup\n'.repeat(600))
    }
    expect(await firstRecords(parts(), file)).toHaveLength(1_000)
    expect(read).toBeLessThan(5)
    expect(await firstRecords([], file)).toEqual([])
  })

  it('is sampled by fewer rows if it has many columns, which would block the process', () => {
    const tableOf = (columns: number) => ({
      header: Array.from({ length: columns }, () => ''),
      sample: Array.from({ length: 1_000 }, (_, row) => ({ line: row, fields: ['1'] })),
    })
    const rowsOf = (columns: number) => sampleColumns(tableOf(columns)).map(({ values }) => values.length)
    expect(rowsOf(50)).toEqual(Array.from({ length: 50 }, () => 1_000))
    expect(rowsOf(1_000)).toEqual(Array.from({ length: 1_000 }, () => 50))
  })

  it('shows the first different values of each column, cut short', async () => {
    const long = 'x'.repeat(50)
    const file = await open(`Number,Title,Price\n1,,${long}\n1,a,2\n2,a,2\n3,b,3\n4,c,4\n`)
    expect(shownValues(file)).toEqual([
      ['1', '2', '3'],
      ['a', 'b', 'c'],
      ['x'.repeat(40), '2', '3'],
    ])
    // Half a character would be no text that the database takes.
    const title = `${'x'.repeat(39)}📷`
    expect(shownValues(await open(`Number,Title\n1,${title}\n`))).toEqual([['1'], ['x'.repeat(39)]])
  })
})
