import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { historyUnits } from '#features/orders/order-intake/history-units.ts'
import { byteOrderMark, csvRecord, csvText } from '#lib/csv.ts'
import { toDecimal } from '#lib/money.ts'
import { openTable } from '#lib/table-file.ts'
import { namedOrderColumns } from './order-columns.ts'
import { recogniseOrders } from './order-reports.ts'
import { ebayOrders, etsyItems, inShort, readOrderFile, shopifyOrders } from './testing.ts'

const dialectOf = async (text: string) => {
  const opened = await openTable(new TextEncoder().encode(text), namedOrderColumns)
  return opened.ok ? recogniseOrders(opened.file) : null
}

describe('the time of an order', () => {
  it.each([
    ['12.03.2026 14:05', '2026-03-12T14:05:00Z'],
    ['12.03.2026, 14:05:09 Uhr', '2026-03-12T14:05:09Z'],
    ['Mar 12, 2026 2:05:09 PM', '2026-03-12T14:05:09Z'],
    ['2026-03-12 9:05', '2026-03-12T09:05:00Z'],
    ['2026-03-12T09:05:00.250', '2026-03-12T09:05:00Z'],
    ['2026-03-12 12:00 am', '2026-03-12T00:00:00Z'],
    ['2026-07-12 00:30', '2026-07-11T23:30:00Z'],
    ['2026-03-12 23:59', '2026-03-12T23:59:00Z'],
    ['2026-03-12 24:00', '2026-03-12T00:00:00Z'],
    ['2026-03-12 13:00 PM', '2026-03-12T00:00:00Z'],
    ['Mar-12-26 10:20:30 PST', '2026-03-12T00:00:00Z'],
    ['2026-03-12 10:20:30 +01:00', '2026-03-12T09:20:30Z'],
    ['12.03.2026', '2026-03-12T00:00:00Z'],
  ])('written as %s is read in the shop’s zone', async (placed, at) => {
    const header = 'Order number;Date created;Item;Qty;Price;Shipping rate;Total;Fulfillment status'
    const [record] = await readOrderFile(`${header}\n10001;${placed};Mug;2;12.50;4.00;29.00;Fulfilled`)
    expect(record?.problems).toEqual([])
    expect(record?.order).toMatchObject({ placedAt: new Date(at), shippingMinor: 400 })
  })
})

describe('the orders report of eBay', () => {
  it('is read to the cent, with a row of the order above several items', async () => {
    expect(await dialectOf(ebayOrders)).toBe('ebayOrders')
    const records = await readOrderFile(ebayOrders)
    expect(inShort(records)).toEqual([
      [4, '12-00001-00001', 1, 125_850],
      [5, '12-00002-00002', 3, 6600],
      [8, '12-00003-00003', 'open'],
    ])
    expect(records[0]?.order).toMatchObject({
      id: '12-00001-00001',
      placedAt: new Date('2025-07-20T23:00:00Z'),
      currency: 'GBP',
      buyer: { id: 'ebay:anna', username: null, name: 'Anna Example', email: 'anna@example.com' },
      shipTo: { name: 'Anna Example', line1: '1 High Street', line2: 'Flat 2', city: 'London', country: 'GB' },
      buyerNote: 'Ring twice',
      shippingMinor: 950,
      lines: [{ sku: 'M3-57', title: 'Leica M3, 1957', quantity: 1, unitPriceMinor: 124_900 }],
      history: {
        status: 'SHIPPED',
        parcels: [
          {
            trackingNumber: 'AB123456789GB',
            service: 'Royal Mail Tracked',
            shippedAt: new Date('2025-07-21T23:00:00Z'),
          },
        ],
      },
    })
    expect(records[1]?.order).toMatchObject({
      shippingMinor: 600,
      shipTo: { country: 'FR' },
      lines: [
        { quantity: 2, unitPriceMinor: 2000 },
        { quantity: 1, sku: null },
      ],
    })
  })

  it('leaves out its footer and sums, whatever their columns say', async () => {
    const footers = [
      '4,"record(s) downloaded,", from ,Jul-01-25, 00:00:00 to ,Jul-31-25, 23:59:59',
      ',Summe,,,,,,,,,,,,,,,,6',
    ]
    const records = await readOrderFile([ebayOrders.split('\r\n').slice(0, -2), footers].flat().join('\r\n'))
    expect(inShort(records).slice(-2)).toEqual([
      [9, 'record(s) downloaded,', 'note'],
      [10, 'Summe', 'note'],
    ])
  })

  it('refuses an order whose amounts do not add up', async () => {
    const [record] = await readOrderFile(ebayOrders.replace('"£1,258.50"', '"£1,259.50"'))
    expect(record).toMatchObject({ order: null, problems: [{ column: 'total', value: '£1,259.50', rule: 'total' }] })
  })

  it('refuses an order that costs more than any, such as one of item numbers', async () => {
    const text = ebayOrders.replace('"£1,249.00"', '398160795273').replace('"£1,258.50"', '398160795282.50')
    const [record] = await readOrderFile(text)
    expect(record).toMatchObject({
      order: null,
      problems: [{ column: 'price', value: '398160795273', rule: 'amount' }],
    })
  })

  it('refuses an order of a negative price, which is a correction', async () => {
    const [record] = await readOrderFile(ebayOrders.replace('"£1,249.00"', '"-£1,249.00"'))
    expect(record).toMatchObject({ order: null, problems: [{ column: 'price', value: '-£1,249.00', rule: 'amount' }] })
  })

  it('of the United Kingdom says when its orders were dispatched', async () => {
    const british = ebayOrders.replace('Shipped On Date', 'Dispatched on date')
    expect(await readOrderFile(british)).toEqual(await readOrderFile(ebayOrders))
  })

  it('takes dollars for dollars, whatever the shop sells in', async () => {
    const records = await readOrderFile(ebayOrders.replaceAll('£', '$'))
    expect(records[0]?.order?.currency).toBe('USD')
  })

  it.each([
    ['R$', 'EUR', 'BRL'],
    ['AU $', 'EUR', 'AUD'],
    ['CA$', 'GBP', 'CAD'],
    ['$', 'AUD', 'AUD'],
    ['¥', 'CNY', 'CNY'],
    ['¥', 'GBP', 'JPY'],
  ])('takes %s in a shop of %s for %s', async (sign, currency, meant) => {
    const whole = ebayOrders
      .replaceAll('£', sign)
      .replaceAll('.50', meant === 'JPY' ? '' : '.50')
      .replaceAll('.00', '')
    const [record] = await readOrderFile(whole, { currency })
    expect([record?.order?.currency, record?.problems]).toEqual([meant, []])
  })
})

it('the orders of Shopify are read with discount, tax in the prices, refund and cancellation', async () => {
  expect(await dialectOf(shopifyOrders)).toBe('shopifyOrders')
  const records = await readOrderFile(shopifyOrders, { source: 'shopify' })
  expect(inShort(records)).toEqual([
    [2, '#1001', 3, 4100],
    [4, '#1002', 1, 1500],
  ])
  expect(records[0]?.order).toMatchObject({
    placedAt: new Date('2025-08-01T14:00:00Z'),
    currency: 'USD',
    buyer: { id: null, name: 'Dan Example' },
    shipTo: { postal_code: '02108', country: 'US' },
    discountMinor: 400,
    shippingMinor: 500,
    taxMinor: 0,
    history: {
      status: 'SHIPPED',
      payments: [{ amountMinor: 4100, paidAt: new Date('2025-08-01T14:00:10Z') }],
      refunds: [{ amountMinor: 1000, refundedAt: new Date('2025-08-02T13:00:00Z') }],
    },
  })
  expect(records[1]?.order?.history).toMatchObject({
    status: 'CANCELLED',
    payments: [],
    cancellations: [{ at: new Date('2025-08-04T14:00:00Z') }],
  })
})

it('the sold order items of Etsy are one order, its shipping once, its days with the month first', async () => {
  expect(await dialectOf(etsyItems)).toBe('etsyItems')
  const [record, ...others] = await readOrderFile(etsyItems, { source: 'etsy' })
  expect(others).toEqual([])
  expect(record?.order).toMatchObject({
    id: '900001',
    placedAt: new Date('2025-03-04T00:00:00Z'),
    buyer: { id: 'etsy:fay' },
    shippingMinor: 400,
    discountMinor: 200,
    lines: [{ quantity: 2, unitPriceMinor: 1200 }, { sku: 'P-B' }],
  })
  expect(inShort(record ? [record] : [])).toEqual([[2, '900001', 3, 3400]])
})

describe('an order of a file', () => {
  it('is in the currency that the header of its prices names', async () => {
    const [record] = await readOrderFile(
      'Order number,Order date,Item title,Quantity,Price (EUR),Shipped on date\nA-1,2025-07-21,Strap,1,4.50,2025-07-22\n',
    )
    expect(record?.order).toMatchObject({ currency: 'EUR', lines: [{ unitPriceMinor: 450 }] })
  })

  const file = (...rows: string[]) =>
    ['Order number,Order date,Item title,Quantity,Price,Shipped on date,Ship to country', ...rows].join('\n')

  it('has each problem with its column', async () => {
    const records = await readOrderFile(
      file(
        'A,2025-01-01,Cup,1,2.00,2025-01-02,GB',
        ',2025-01-01,Cup,1,2.00,,',
        'B,soon,Cup,1,2.00,2025-01-02,GB',
        'C,2027-01-01,Cup,1,2.00,2027-01-02,GB',
        'D,2025-01-01,Cup,0,2.00,2025-01-02,GB',
        'E,2025-01-01,Cup,1,cheap,2025-01-02,GB',
        'F,2025-01-01,Cup,1,2.00,2025-01-02,Atlantis',
        'G,2025-01-01,Cup,1,2.00,,GB',
      ),
    )
    expect(inShort(records)).toEqual([
      [2, 'A', 1, 200],
      [3, '', 'noOrder'],
      [4, 'B', 'placed'],
      [5, 'C', 'placed', 'day'],
      [6, 'D', 'quantity'],
      [7, 'E', 'amount'],
      [8, 'F', 1, 200],
      [9, 'G', 'open'],
    ])
    // As a shop's orders: what cannot be used is kept as text.
    expect(records[6]?.order).toMatchObject({
      shipTo: { country: 'ZZ' },
      unusable: [{ field: '/shipTo/country', value: 'Atlantis' }],
    })
  })

  it('with numbers that a spreadsheet shortened is refused, and never keeps them', async () => {
    const records = await readOrderFile(
      [
        'Order number,Order date,Item title,Price,Status,Tracking number,SKU,Phone,Country',
        '1.23457E+15,2025-01-01,Cup,2.00,Shipped,,,',
        'B,2025-01-01,Cup,2.00,Shipped,1.23E+15,,',
        'C,2025-01-01,Cup,2.00,Shipped,,"4,01E+12",',
        'D,2025-01-01,Cup,2.00,Shipped,340434161094015000,,',
        'E,2025-01-01,Cup,2.00,Shipped,1E5,2E10,4.477E+11,GB',
      ].join('\n'),
    )
    expect(records.map(({ problems }) => problems)).toEqual([
      [{ column: 'order', value: '1.23457E+15', rule: 'shortened' }],
      [{ column: 'tracking', value: '1.23E+15', rule: 'shortened' }],
      [{ column: 'sku', value: '4,01E+12', rule: 'shortened' }],
      [{ column: 'tracking', value: '340434161094015000', rule: 'shortened' }],
      [],
    ])
    expect(records[4]?.order).toMatchObject({
      lines: [{ sku: '2E10' }],
      shipTo: { phone: null },
      unusable: [{ field: '/shipTo/phone', value: '4.477E+11' }],
      history: { parcels: [{ trackingNumber: '1E5' }] },
    })
  })

  it('that goes on in rows without its number has their items; a total is none of them', async () => {
    const records = await readOrderFile(
      [
        'Order number,Order date,Item title,Quantity,Price,Order total,Status',
        ',,Stray,1,9.00,,',
        'A,2025-01-01,Cup,2,2.00,7.00,Shipped',
        ',,Spoon,1,3.00,,',
        'B,2025-01-01,Cup,1,2.00,,Shipped',
        ',,,,,,',
        ',,Plate,1,2.00,,',
        ',,Total,6,13.00,,',
        ',,Sum,6,13.00,13.00,',
        'Summe,,,6,13.00,13.00,',
      ].join('\n'),
    )
    expect(inShort(records)).toEqual([
      [2, '', 'noOrder'],
      [3, 'A', 3, 700],
      [5, 'B', 2, 400],
      [8, '', 'note'],
      [9, '', 'note'],
      [10, 'Summe', 'note'],
    ])
  })

  it('that was collected or downloaded needs no address', async () => {
    const header = 'Name,Created at,Paid at,Fulfillment Status,Lineitem name,Lineitem price,Shipping Method'
    const rows = [
      'A,2025-01-01,2025-01-01,unfulfilled,Pattern,2.00,,Dora,,false',
      'B,2025-01-01,2025-01-01,fulfilled,Cup,2.00,Local pickup,Dora,,true',
      'C,2025-01-01,2025-01-01,unfulfilled,Cup,2.00,Local pickup,Dora,,true',
      'D,2025-01-01,2025-01-01,fulfilled,Cup,2.00,Standard,Dora,,true',
      'E,2025-01-01,2025-01-01,fulfilled,Cup,2.00,Local pickup,Dora,GB,true',
      'F,2025-01-01,2025-01-01,fulfilled,Cup,2.00,Collect+ to home,Dora,GB,true',
      'G,2025-01-01,2025-01-01,fulfilled,Cup,2.00,UPS Scheduled Pickup,Dora,GB,true',
    ]
    const columns = 'Billing Name,Shipping Country,Lineitem requires shipping'
    const records = await readOrderFile([`${header},${columns}`, ...rows].join('\n'), { source: 'shopify' })
    expect(
      records.map(({ order, problems }) =>
        order
          ? [
              order.delivery,
              order.shipTo?.country,
              order.buyer.name,
              order.history.status,
              order.history.parcels.length,
            ]
          : problems[0]?.rule,
      ),
    ).toEqual([
      ['DIGITAL', undefined, 'Dora', 'DELIVERED', 0],
      ['COLLECT', undefined, 'Dora', 'DELIVERED', 0],
      'open',
      [undefined, 'ZZ', 'Dora', 'SHIPPED', 0],
      ['COLLECT', 'GB', 'Dora', 'DELIVERED', 0],
      [undefined, 'GB', 'Dora', 'SHIPPED', 0],
      [undefined, 'GB', 'Dora', 'SHIPPED', 0],
    ])
    const own = await readOrderFile(
      'Order number,Order date,Item title,Price,Delivery method,Shipped on date\nF,2025-01-01,Cup,2.00,Abholung,2025-01-02',
    )
    expect(own[0]?.order).toMatchObject({ delivery: 'COLLECT', shipTo: null, history: { parcels: [] } })
  })

  it('is read from where any of its orders begins as in the whole file', async () => {
    const row = (number: string) => `${number},2025-01-01,Cup,1,2.00,2025-01-02,GB`
    const text = file(row('A'), row(''), row('B'), row('B'), row('C'), row(''))
    const all = await readOrderFile(text)
    expect(inShort(all)).toEqual([
      [2, 'A', 1, 200],
      [3, '', 'noOrder'],
      [4, 'B', 2, 400],
      [6, 'C', 1, 200],
      [7, '', 'noOrder'],
    ])
    for (const { line: from } of all)
      expect(await readOrderFile(text, {}, from), `from ${from}`).toEqual(all.filter(({ line }) => line >= from))
  })

  it('leaves nothing that is still to be shipped', async () => {
    for (const { order } of await readOrderFile(shopifyOrders))
      expect(order && historyUnits({ ...order.history, lines: order.lines }).contradictions).toEqual([])
  })
})

it('amounts of an order written to a file are read back as they were', async () => {
  const item = fc.record({
    sku: fc.stringMatching(/^[A-Z]{2}-\d{1,4}$/),
    quantity: fc.integer({ min: 1, max: 9 }),
    price: fc.integer({ min: 1, max: 99_999 }),
  })
  const order = fc.record({
    items: fc.array(item, { minLength: 1, maxLength: 4 }),
    shipping: fc.integer({ min: 0, max: 2_000 }),
    tax: fc.integer({ min: 0, max: 2_000 }),
  })
  const money = (minor: number) => toDecimal({ minor, currency: 'GBP' })
  const header = ['Order number', 'Sale date', 'Shipped on date', 'Item title', 'Custom label', 'Quantity']
  const amounts = ['Sold for', 'Shipping and handling', 'Seller collected tax', 'Total price']
  await fc.assert(
    fc.asyncProperty(fc.array(order, { minLength: 1, maxLength: 5 }), async (orders) => {
      const rows = orders.flatMap(({ items, shipping, tax }, n) => {
        const total = items.reduce((sum, { quantity, price }) => sum + quantity * price, 0) + shipping + tax
        return items.map(({ sku, quantity, price }, at) => [
          `N-${n}`,
          '2025-01-01',
          '2025-01-02',
          `Item ${sku}`,
          sku,
          String(quantity),
          money(price),
          ...(at === 0 ? [money(shipping), money(tax), money(total)] : ['', '', '']),
        ])
      })
      const text = [[...header, ...amounts], ...rows].map((row) => csvRecord(row.map(csvText))).join('')
      const records = await readOrderFile(byteOrderMark + text)
      expect(
        records.map((record) => {
          const taken = record.order
          return (
            taken && [
              taken.shippingMinor,
              taken.taxMinor,
              taken.lines.map((each) => [each.sku, each.quantity, each.unitPriceMinor]),
            ]
          )
        }),
      ).toEqual(
        orders.map(({ items, shipping, tax }) => [
          shipping,
          tax,
          items.map(({ sku, quantity, price }) => [sku, quantity, price]),
        ]),
      )
    }),
    { numRuns: 60, seed: 1 },
  )
})
