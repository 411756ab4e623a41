import { writeXlsx } from 'hucre/xlsx'
import { describe, expect, it } from 'vitest'
import { tableRecords, openTable } from '#lib/table-file.ts'
import { readWorkbook } from './read-workbook.server.ts'

type Cell = string | number | boolean | Date | null

const workbook = (sheets: Record<string, Cell[][]>) =>
  writeXlsx({ sheets: Object.entries(sheets).map(([name, rows]) => ({ name, rows })) })

/** Sheets with their records: line and fields. */
async function read(bytes: Uint8Array) {
  const found = await readWorkbook(bytes)
  if (!found?.ok) return found
  const sheets: [string, string[][]][] = []
  for (const sheet of found.sheets) {
    const opened = await openTable(sheet.bytes, (fields) => fields.length)
    const records: string[][] = []
    if (opened.ok)
      for await (const part of tableRecords([sheet.bytes], { ...opened.file, skipped: 0 }))
        records.push(...part.map(({ line, fields }) => [String(line), ...fields]))
    sheets.push([sheet.name, records])
  }
  return sheets
}

describe('a workbook', () => {
  it('has the texts that its rows would have as CSV', async () => {
    const rows = [
      ['SKU', 'Price', 'Tracking number', 'Shipped', 'Sold', 'Note'],
      ['0012', 12.500000000000002, '00340434161094021507', new Date('2026-11-24T00:00:00Z'), true, 'a "b"\nc'],
      ['007', 0.1 + 0.2, Number('9400111899223100000017'), new Date('2026-11-24T13:05:00Z'), false, null],
      ['A;B|C', 1e-7, 123456789012345, null, null, 'x,y'],
    ]
    expect(await read(await workbook({ Stock: rows }))).toEqual([
      [
        'Stock',
        [
          ['1', 'SKU', 'Price', 'Tracking number', 'Shipped', 'Sold', 'Note'],
          ['2', '0012', '12.5', '00340434161094021507', '2026-11-24', 'TRUE', 'a "b"\nc'],
          ['4', '007', '0.3', '9400111899223100000000', '2026-11-24 13:05:00', 'FALSE', ''],
          ['5', 'A;B|C', '0.0000001', '123456789012345', '', '', 'x,y'],
        ],
      ],
    ])
  })

  it('writes numbers as the texts of their column, where some of its amounts are text', async () => {
    const rows = [['SKU', 'Preis', 'Price'], ['A', 12.5, 12.5], ['B', '1.249,00 €', '£1,249.00'], ['C', 1249.75, 3]] // prettier-ignore
    const [[, records] = ['', []]] = (await read(await workbook({ Stock: rows }))) as [string, string[][]][]
    expect(records.slice(1)).toEqual([['2', 'A', '12,5', '12.5'], ['3', 'B', '1.249,00 €', '£1,249.00'], ['4', 'C', '1249,75', '3']]) // prettier-ignore
  })

  it('keeps the numbers of its rows, and columns whose values have many separators', async () => {
    const rows = [[], ['SKU', 'Options'], [], ['A', 'Size=S;Colour=Red;Fit=Slim'], ['B', 'Size=M;Colour=Red;Fit=Slim']]
    expect(await read(await workbook({ Stock: rows }))).toEqual([
      [
        'Stock',
        [
          ['2', 'SKU', 'Options'],
          ['4', 'A', 'Size=S;Colour=Red;Fit=Slim'],
          ['5', 'B', 'Size=M;Colour=Red;Fit=Slim'],
        ],
      ],
    ])
  })

  it('gives the sheets with rows, and the only row of a sheet if there are no others', async () => {
    const table = [['SKU', 'Stock'], ['A', 1]] // prettier-ignore
    const names = async (sheets: Record<string, Cell[][]>) =>
      ((await read(await workbook(sheets))) as [string, unknown][]).map(([name]) => name)
    expect(await names({ Read: [['Fill in the sheet Data.']], Data: table, Empty: [] })).toEqual(['Data'])
    expect(await names({ One: table, Two: table })).toEqual(['One', 'Two'])
    expect(await names({ One: [['A-1']], Two: [] })).toEqual(['One'])
  })

  it('has the last values of its formulas, and leaves hidden sheets out', async () => {
    const cells = new Map([['1,1', { formula: 'B9*2', formulaResult: 7.5 }]])
    const rows = [['SKU', 'Price'], ['A', null]] // prettier-ignore
    const hidden = { name: 'Hidden', hidden: true, rows: [['SKU', 'Price'], ['B', 1]] } // prettier-ignore
    const bytes = await writeXlsx({ sheets: [{ name: 'Stock', rows, cells }, hidden] })
    expect(await read(bytes)).toEqual([['Stock', [['1', 'SKU', 'Price'], ['2', 'A', '7.5']]]]) // prettier-ignore
  })

  it('is refused if it is broken, or unpacks to more than fits', async () => {
    const good = await workbook({ Stock: [['SKU'], ['A']] })
    expect(await readWorkbook(good.slice(0, good.length / 2))).toEqual({ ok: false, reason: 'broken' })
    const bomb = good.slice()
    // The directory says that its first file is of four gigabytes.
    const at = bomb.findIndex((_, place) => bomb[place] === 0x50 && bomb[place + 1] === 0x4b && bomb[place + 2] === 1 && bomb[place + 3] === 2) // prettier-ignore
    new DataView(bomb.buffer, bomb.byteOffset).setUint32(at + 24, 0xfffffff0, true)
    expect(await readWorkbook(bomb)).toEqual({ ok: false, reason: 'large' })
    const wide = await workbook({ Stock: Array.from({ length: 3_000 }, () => ['x'.repeat(30_000)]) })
    expect(await readWorkbook(wide)).toEqual({ ok: false, reason: 'large' })
  })

  it('is no text', async () => expect(await readWorkbook(new TextEncoder().encode('SKU,Stock\nA,1\n'))).toBeNull())
})
