import { describe, expect, it } from 'vitest'
import { readCountFile } from './count-file.server.ts'

async function counted(text: string) {
  const read = await readCountFile(new TextEncoder().encode(text))
  return read && { ...Object.fromEntries(read.counted), unread: read.unread }
}

describe('a file of counted stock', () => {
  it.each([
    ['a table by SKU', 'Title,SKU,On hand,Counted\nLens,A-1,4,3\nFilm,B-2,1,0\n', { 'A-1': 3, 'B-2': 0, unread: [] }],
    ['a German one by EAN', 'EAN;Bestand\n4006381333931;1.200\n', { '4006381333931': 1200, unread: [] }],
    ['rows that are not counted yet', 'SKU,Counted\nA-1,\nB-2,5\n', { 'B-2': 5, unread: [] }],
    ['a row for each item', 'SKU,Title\nA-1,Lens\nA-1,Lens\n', { 'A-1': 2, unread: [] }],
    ['numbers of which nothing says what they are', 'SKU,Title,Pieces found\nA-1,Lens,25\n', { unread: ['A-1,?'] }],
    ['the lines of a scanner', 'A-1\r\nB-2;12\r\nA-1\r\n', { 'A-1': 2, 'B-2': 12, unread: [] }],
    [
      "Shopify's inventory file",
      'SKU,Available (not editable),On hand (current),On hand (new)\nA-1,6,7,25\nB-2,6,6,\nC-3,not stocked,not stocked,not stocked\n',
      { 'A-1': 25, unread: [] },
    ],
    [
      'numbers that are none',
      'SKU,Counted\nA-1,-2\nB-2,1.5\nC-3,many\n',
      { unread: ['A-1,-2', 'B-2,1.5', 'C-3,many'] },
    ],
  ])('is read as %s', async (_name, text, expected) => expect(await counted(text)).toEqual(expected))

  it('is refused if it is a workbook', async () => {
    expect(await readCountFile(Uint8Array.from({ length: 200 }, (_, n) => n % 20))).toBeNull()
  })
})
