import { describe, expect, it } from 'vitest'
import { busyFor } from '#lib/testing.ts'
import { readTrackingFile } from './read-tracking-file.ts'

const read = (text: string) => readTrackingFile(new TextEncoder().encode(text))
function fileOf(text: string) {
  const outcome = read(text)
  if (!outcome.ok) throw new Error(outcome.reason)
  return outcome.file
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
  ])('recognises %s by its columns, and loses no zero', (dialect, text, cells) => {
    const { header, rows } = fileOf(text)
    expect(header.dialect).toBe(dialect)
    expect(rows).toHaveLength(1)
    expect(rows[0]!.cells).toEqual(expect.objectContaining(cells))
  })

  it('takes what says nothing for nothing, and no mark that nobody sees for a part of a number', () => {
    const { rows } = fileOf(
      'order-id\tcarrier-code\ttracking-number\tship-date\n12-64120-58213\t--\t\u200e0012\u200b\t--\n12-64120-58214\tDHL\t-\t\n',
    )
    expect(rows.map(({ cells }) => cells)).toEqual([
      { order: '12-64120-58213', carrier: '', tracking: '0012', shipped: '' },
      { order: '12-64120-58214', carrier: 'DHL', tracking: '', shipped: '' },
    ])
  })

  it('leaves out no row because its first column begins as a line below the rows does', () => {
    const { rows, after } = fileOf(
      'Artikel;Bestellnummer;Sendungsnummer\nTotal War: Rome;12-64120-58213;0012\nSumme der Teile;12-64120-58214;\nSumme;2;\nTotal;2;1\n',
    )
    expect([rows.map(({ row }) => row), after]).toEqual([[2, 3], 2])
  })

  it('misses no number in the row that a report has for an order beside those of its items', () => {
    const head = 'Sales Record Number,Order Number,Item Number,Tracking Number\n'
    const cellsOf = (rows: string) =>
      fileOf(head + rows).rows.map(({ row, cells }) => [row, cells.item, cells.tracking])
    expect(cellsOf('7,12-64120-58213,,\n7,12-64120-58213,114,0012\n7,12-64120-58213,115,0013\n')).toEqual([
      [3, '114', '0012'],
      [4, '115', '0013'],
    ])
    expect(cellsOf('7,12-64120-58213,,0012\n7,12-64120-58213,114,\n7,12-64120-58213,115,\n')).toEqual([[2, '', '0012']])
    // The number of the order may stand in its own row alone.
    const orders = (rows: string) => fileOf(head + rows).rows.map(({ row, cells }) => [row, cells.order])
    expect(orders('7,12-64120-58213,,\n7,,114,0012\n7,,115,0013\n8,12-64120-58214,116,\n,,117,0014\n')).toEqual([
      [3, '12-64120-58213'],
      [4, '12-64120-58213'],
      [5, '12-64120-58214'],
      [6, ''],
    ])
    expect(orders('7,12-64120-58213,,0012\n7,,114,0013\n')).toEqual([
      [2, '12-64120-58213'],
      [3, ''],
    ])
    // An item without a number is a mistake where the others have one; an order without any is one row for each.
    expect(cellsOf('7,12-64120-58213,114,0012\n7,12-64120-58213,115,\n')).toHaveLength(2)
    expect(cellsOf('7,12-64120-58213,,\n7,12-64120-58213,114,\n')).toHaveLength(2)
  })

  it('counts what it leaves out before and after the rows', () => {
    const file = fileOf('Report of 22 Nov\nmade by us\nOrder number;Tracking number\n1;2\n2 record(s) downloaded;\n')
    expect([file.headerRow, file.before, file.after, file.delimiter]).toEqual([3, 2, 1, ';'])
    expect(file.rows.map(({ row }) => row)).toEqual([4])
  })

  it('says what it cannot read', () => {
    expect(read('PK\u0003\u0004\u0014\0\0\0[Content_Types].xml')).toEqual({ ok: false, reason: 'no-text' })
    expect(read(' \n\n')).toEqual({ ok: false, reason: 'empty' })
    expect(read('Anna\nYork\n')).toEqual({ ok: false, reason: 'no-columns' })
    expect(read('Name,City\nAnna,York\n')).toMatchObject({ reason: 'unread', file: { headerFields: ['Name', 'City'] } })
    expect(read('Order number,Tracking number\n'.repeat(110_000))).toEqual({ ok: false, reason: 'too-many' })
    expect(read(`Order number,Tracking number${','.repeat(1_000)}\n1,2\n`)).toEqual({ ok: false, reason: 'no-columns' })
    const broken = fileOf('Order number,Tracking number\n1,"2\n3,4\n')
    expect(broken.rows.map(({ broken: why }) => why !== null)).toEqual([true, false])
  })

  it.each(['(', ' '])('takes a hundred thousand “%s” for no name of a column as fast as three', async (mark) => {
    const long = () => read(`${mark.repeat(100_000)}x;y\n1;2\n`)
    expect(long()).toMatchObject({ reason: 'unread' })
    expect(await busyFor(long)).toBeLessThan(1_000)
  })
})
