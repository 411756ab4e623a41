import { describe, expect, it } from 'vitest'
import { testCarriers } from '#features/shipping/fulfilment/testing.ts'
import { matchColumns } from '#lib/match-columns.ts'
import { tableRecords } from '#lib/table-file.ts'
import { busyFor, longestTurn } from '#lib/testing.ts'
import { dialectOf, meaningsFor } from './meanings.ts'
import { openTrackingFile } from './read-tracking-file.ts'
import { fillOrders, markSummaries, rawRow, readRows, type RawRow } from './table-rows.ts'

/** Opens a file, and reads all of its rows. */
async function read(text: string) {
  const bytes = new TextEncoder().encode(text)
  const opened = await openTrackingFile(bytes, { isKnown: () => false })
  if (!opened.ok) return opened
  const rows: RawRow[] = []
  for await (const records of tableRecords([bytes], opened.file))
    rows.push(...records.map((record) => rawRow(record, null)))
  return { ...opened, file: { ...opened.file, rows } }
}

const none = new Set<string>()
const nothing = { orders: none, recipients: none, postcodes: none, items: none, skus: none }

/** A file: rows by column name, and the number of lines after the header that are not rows. */
async function fileOf(text: string) {
  const outcome = await read(text)
  if (!outcome.ok) throw new Error(outcome.reason)
  const { file } = outcome
  const columns = file.header.map((header, at) => ({ header, values: file.rows.map(({ fields }) => fields[at] ?? '') }))
  const found = matchColumns(columns, meaningsFor(nothing, testCarriers))
  const chosen = Object.fromEntries(Object.entries(found).map(([kind, { at }]) => [kind, at]))
  const all = markSummaries(fillOrders(await readRows(file.rows, { header: file.header, columns: chosen })).rows)
  const rows = all.filter(({ left }) => left === null)
  return { ...file, rows, after: all.length - rows.length }
}

describe('readTrackingFile', () => {
  it.each([
    [
      'eBay tracking upload',
      'Shipping Status,Order Number,Item Number,Item Title,Custom Label,Transaction ID,Shipping Carrier Used,Tracking Number\n,12-64120-58213,114136835493,"Nikon FM2n, chrome",CAM-1,,Royal Mail,RN473124829GB\n',
      { order: '12-64120-58213', item: '114136835493', sku: 'CAM-1', carrier: 'Royal Mail', tracking: 'RN473124829GB' },
    ],
    [
      'eBay MIP fulfilment',
      'Order ID;Line Item ID;Logistics Status;Shipment Carrier;Shipment Tracking\n12-64120-58213;1;SHIPPED;DHL;00340434\n',
      { order: '12-64120-58213', line: '1', carrier: 'DHL', tracking: '00340434' },
    ],
    [
      'eBay orders report',
      'sep=,\n\nSales Record Number,Order Number,Buyer Username,Shipped On Date,Tracking Number\n7,12-64120-58213,anna,Nov-21-26,0012345\n\n1 record(s) downloaded,,,\nSeller ID : harbour\n',
      { order: '12-64120-58213', shipped: 'Nov-21-26', tracking: '0012345' },
    ],
    [
      null,
      'Bestellnummer\tSendungsnummer\n12-64120-58213\t="0012345"\n',
      { order: '12-64120-58213', tracking: '0012345' },
    ],
  ])('recognises %s by its columns, and keeps leading zeros', async (dialect, text, cells) => {
    const { header, rows } = await fileOf(text)
    expect(dialectOf(header)).toBe(dialect)
    expect(rows).toHaveLength(1)
    expect(rows[0]!.cells).toEqual(expect.objectContaining(cells))
  })

  it('treats placeholders as empty, and ignores invisible characters in numbers', async () => {
    const { rows } = await fileOf(
      'order-id\tcarrier-code\ttracking-number\tship-date\n12-64120-58213\t--\t\u200e0012\u200b\t--\n12-64120-58214\tDHL\t-\t\n',
    )
    expect(rows.map(({ cells }) => cells)).toEqual([
      { order: '12-64120-58213', carrier: '', tracking: '0012', shipped: '' },
      { order: '12-64120-58214', carrier: 'DHL', tracking: '', shipped: '' },
    ])
  })

  it('keeps a row whose first column begins like a footer', async () => {
    const { rows, after } = await fileOf(
      'Artikel;Bestellnummer;Sendungsnummer\nTotal War: Rome;12-64120-58213;0012\nSumme der Teile;12-64120-58214;\nSumme;2;\nTotal;2;1\n',
    )
    expect([rows.map(({ row }) => row), after]).toEqual([[2, 3], 2])
  })

  it('reads the number in an order’s summary row of a report', async () => {
    const head = 'Sales Record Number,Order Number,Item Number,Tracking Number\n'
    const cellsOf = async (rows: string) =>
      (await fileOf(head + rows)).rows.map(({ row, cells }) => [row, cells.item, cells.tracking])
    expect(await cellsOf('7,12-64120-58213,,\n7,12-64120-58213,114,0012\n7,12-64120-58213,115,0013\n')).toEqual([
      [3, '114', '0012'],
      [4, '115', '0013'],
    ])
    expect(await cellsOf('7,12-64120-58213,,0012\n7,12-64120-58213,114,\n7,12-64120-58213,115,\n')).toEqual([
      [2, '', '0012'],
    ])
    // The order number may appear only in the order's own row.
    const orders = async (rows: string) => (await fileOf(head + rows)).rows.map(({ row, cells }) => [row, cells.order])
    expect(await orders('7,12-64120-58213,,\n7,,114,0012\n7,,115,0013\n8,12-64120-58214,116,\n,,117,0014\n')).toEqual([
      [3, '12-64120-58213'],
      [4, '12-64120-58213'],
      [5, '12-64120-58214'],
      [6, ''],
    ])
    expect(await orders('7,12-64120-58213,,0012\n7,,114,0013\n')).toEqual([
      [2, '12-64120-58213'],
      [3, ''],
    ])
    // The broken row may have been another order's, so the order of the following rows is unknown.
    expect(await orders('7,12-64120-58213,,\n7,"12-64120-58214,,\n7,,114,0012\n')).toEqual([
      [2, '12-64120-58213'],
      [3, ''],
      [4, ''],
    ])
    // An item without a number is an error if the others have one; an order without any has a row for each item.
    expect(await cellsOf('7,12-64120-58213,114,0012\n7,12-64120-58213,115,\n')).toHaveLength(2)
    expect(await cellsOf('7,12-64120-58213,,\n7,12-64120-58213,114,\n')).toHaveLength(2)
  })

  it('counts skipped lines before and after the rows', async () => {
    const file = await fileOf(
      'Report of 22 Nov\nmade by us\nOrder number;Tracking number\n1;2\n2 record(s) downloaded;\n',
    )
    expect([file.headerLine, file.skipped, file.after, file.form.delimiter]).toEqual([3, 3, 1, ';'])
    expect(file.rows.map(({ row }) => row)).toEqual([4])
  })

  it('reports what it cannot read', async () => {
    expect(await read('PK\u0003\u0004\u0014\0\0\0[Content_Types].xml')).toEqual({ ok: false, reason: 'noText' })
    expect(await read(' \n\n')).toEqual({ ok: false, reason: 'empty' })
    expect(await read('Anna\nYork\n')).toEqual({ ok: false, reason: 'noColumns' })
    expect(await read('Name,City\nAnna,York\n')).toMatchObject({ ok: true, file: { header: ['Name', 'City'] } })
    expect(await read('12-64120-58213,RN473124829GB\n')).toMatchObject({
      ok: true,
      file: { headerLine: 0, header: ['', ''] },
    })
    expect(await read('Order number,Tracking number\n'.repeat(110_000))).toEqual({ ok: false, reason: 'tooMany' })
    expect(await read(`Order number,Tracking number${','.repeat(1_000)}\n1,2\n`)).toEqual({
      ok: false,
      reason: 'noColumns',
    })
    const broken = await fileOf('Order number,Tracking number\n1,"2\n3,4\n')
    expect(broken.rows.map(({ broken: why }) => why !== null)).toEqual([true, false])
  })

  it.each(['(', ' '])('rejects a hundred thousand “%s” as a column name as fast as three', async (mark) => {
    const long = () => read(`${mark.repeat(100_000)}x;y\n1;2\n`)
    expect(await long()).toMatchObject({ ok: true })
    expect(await busyFor(long)).toBeLessThan(1_000)
  })

  it('lets other work of the process run, however long the file', async () => {
    const row = `12-64120-58213,RN473124829GB${',x'.repeat(58)}\n`
    const file = () => read(`Order number,Tracking number\n${row.repeat(30_000)}`)
    expect(await file()).toMatchObject({ ok: true })
    // The minimum of three runs excludes garbage collection. A blocking parse would take its full time in one turn.
    const turns = [await longestTurn(file), await longestTurn(file), await longestTurn(file)]
    expect(Math.min(...turns)).toBeLessThan((await busyFor(file)) / 2)
  })

  it.each([
    ['quotes', 'Order number,Tracking number\n"1' + '"'.repeat(4_000_000)],
    ['line ends', '\r'.repeat(4_000_000)],
    ['brackets', `${'('.repeat(99)},`.repeat(900).concat('\n').repeat(31)],
  ])('rejects a file of %s as fast as it reads one', async (_, text) => {
    expect(await busyFor(() => read(text))).toBeLessThan(6_000)
  })
})
