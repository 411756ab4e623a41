import { maxRows } from '#features/shipping/ship-many/sheet.ts'
import { addOpenOrders, removeOpenOrders } from './open-orders.ts'
import { percentile } from './percentiles.ts'
import type { RunSuite } from './setting.ts'
import { shipInSheets } from './ship-in-sheets.ts'

const many = 10_000
const range = 96

/** Ships 10,000 orders in sheets of 200, sequentially, as the page does. */
export const shippingSuite: RunSuite = async ({ db, hub, known: { sellerId }, visit, say }) => {
  const visitor = await visit()
  say(`  ${many} orders to ship`)
  const orders = await addOpenOrders(db, { sellerId, count: many, range })
  try {
    const cpuBefore = (await hub.cpuMs()) ?? 0
    const sheets = await shipInSheets(hub, visitor, orders)
    const cpu = ((await hub.cpuMs()) ?? 0) - cpuBefore
    const seconds = sheets.reduce((sum, ms) => sum + ms, 0) / 1000
    return [
      {
        title: 'Orders shipped in sheets',
        columns: ['orders', 'a sheet', 's', 'orders/s', 'ms a sheet, p50', 'p95', 'hub CPU ms an order'],
        rows: [
          [
            String(many),
            String(maxRows),
            seconds.toFixed(1),
            (many / seconds).toFixed(0),
            percentile(sheets, 0.5).toFixed(0),
            percentile(sheets, 0.95).toFixed(0),
            (cpu / many).toFixed(2),
          ],
        ],
      },
    ]
  } finally {
    visitor.close()
    await removeOpenOrders(db, { sellerId, range })
  }
}
