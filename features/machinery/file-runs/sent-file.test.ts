import { writeXlsx } from 'hucre/xlsx'
import { expect, it } from 'vitest'
import { openSentFile } from './sent-file.ts'

const rows = (sku: string) => [['SKU', 'Stock'], [sku, 3]] // prettier-ignore

async function open(sheets: Record<string, (string | number)[][]>) {
  const bytes = await writeXlsx({ sheets: Object.entries(sheets).map(([name, own]) => ({ name, rows: own })) })
  const opened = await openSentFile({ name: 'stock.xlsx', bytes: Uint8Array.from(bytes) })
  return opened.ok ? opened.files.map((file) => [file.name, new TextDecoder().decode(file.bytes)]) : opened.reason
}

it('a workbook is its sheets with rows', async () => {
  expect(await open({ Empty: [], Stock: rows('A') })).toEqual([['stock.xlsx', 'SKU,Stock\nA,3\n']])
  expect(await open({ Shop: rows('A'), Fair: rows('B') })).toEqual([
    ['stock.xlsx – Shop', 'SKU,Stock\nA,3\n'],
    ['stock.xlsx – Fair', 'SKU,Stock\nB,3\n'],
  ])
  expect(await open({ Stock: [] })).toBe('empty')
})

it('other files are taken as they are', async () => {
  const file = { name: 'a.csv', bytes: new TextEncoder().encode('a,b\n') }
  expect(await openSentFile(file)).toEqual({ ok: true, files: [file] })
})
