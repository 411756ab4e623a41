import { existsSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { gunzipSync } from 'node:zlib'
import { beforeAll, describe, expect, it } from 'vitest'
import { finishedOrder } from '#features/orders/order-intake/finished-order.ts'
import { sumsOf } from '#features/orders/order-intake/order-sums.ts'
import type { OrderRecord } from './order-record.ts'
import { readOrderFile } from './testing.ts'

// UCI's Online Retail (Daqing Chen, CC BY 4.0), a year of a British wholesaler, as a seller would bring it in. The data is
// not part of the project.
const folder =
  process.env.ONLINE_RETAIL_DATA ?? path.resolve(import.meta.dirname, '../../../../shared/data/online-retail')
const file = path.join(folder, 'online_retail.csv.gz')
const missing = !existsSync(file)
const skipped = missing ? ` (skipped: no data in ${folder}; ONLINE_RETAIL_DATA names another folder)` : ''

/** The file's own columns, and one that says that its orders were sent. */
const header = 'InvoiceNo,StockCode,Description,Quantity,InvoiceDate,UnitPrice,CustomerID,Country,Fulfillment Status'

/** Files of whole invoices, each with as many rows as one upload takes. */
function filesOf(rows: readonly string[]): string[] {
  const files: string[][] = [[]]
  const invoiceOf = (row = '') => row.slice(0, row.indexOf(','))
  for (const row of rows) {
    const last = files.at(-1) ?? []
    if (last.length >= 90_000 && invoiceOf(last.at(-1)) !== invoiceOf(row)) files.push([row])
    else last.push(row)
  }
  return files.map((own) => [header, ...own.map((row) => `${row},fulfilled`)].join('\n'))
}

describe.skipIf(missing)(`the whole Online Retail data set${skipped}`, () => {
  let rows: string[]
  let records: OrderRecord[]

  beforeAll(async () => {
    rows = gunzipSync(readFileSync(file)).toString('utf8').trimEnd().split(/\r?\n/).slice(1)
    records = []
    for (const text of filesOf(rows)) records.push(...(await readOrderFile(text, { form: { price: 'UNIT' } })))
  })

  it('is read row by row, an invoice an order', () => {
    expect(rows).toHaveLength(541_909)
    expect(new Set(records.map(({ number }) => number)).size).toBe(25_900)
  })

  it('comes in to the penny', () => {
    const orders = records.flatMap(({ order }) => (order ? [order] : []))
    const sums = orders.map((order) => sumsOf(finishedOrder(order)))
    const total = (pick: (each: (typeof sums)[number]) => number) => sums.reduce((sum, each) => sum + pick(each), 0)
    const minor = total((each) => each.totalMinor)
    expect([orders.length, total((each) => each.units), minor]).toEqual([20_131, 5_627_315, 1_066_400_327])
    const taken = new Set(orders.map(({ id }) => id))
    const written = rows.map((row) => row.split(',')).filter(([number]) => taken.has(number ?? ''))
    expect(written.reduce((sum, row) => sum + Number(row.at(-5)) * Math.round(Number(row.at(-3)) * 100), 0)).toBe(minor)
  })

  it('says of every other invoice why it cannot', () => {
    const reasons = new Map<string, number>()
    for (const { order, problems } of records) {
      expect(order === null, JSON.stringify(problems)).toBe(problems.length > 0)
      for (const { rule } of problems.slice(0, 1)) reasons.set(rule, (reasons.get(rule) ?? 0) + 1)
    }
    // Credits and corrections of stock; mostly lost goods without a price; adjustments and pads at a tenth of a penny.
    expect(Object.fromEntries(reasons)).toEqual({ quantity: 4310, title: 1454, amount: 6 })
  })
})
