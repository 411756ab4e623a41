import { listingsIn } from './api/listings.ts'
import { ordersIn } from './api/orders.ts'
import { pagesOfTools } from './api/pages.ts'
import { openShop } from './api/shop.ts'
import { webhooksOut } from './api/webhooks.ts'
import { startHub } from './hub-process.ts'
import { benchName } from './pushed.ts'
import type { RunSuite } from './setting.ts'
import type { Table } from './table.ts'

/** Load on both APIs: incoming orders and listings, outgoing webhooks, pages of orders; and memory use. */
export const apiSuite: RunSuite = async (setting) => {
  await setting.hub.stop()
  const { db, databaseUrl, options } = setting
  const env = { DATABASE_URL: databaseUrl, DATA_DIR: options.dataDir, WEBHOOK_NETWORKS: '127.0.0.1' }
  const hub = await startHub(env)
  try {
    const shop = await openShop(setting, hub)
    const before = await hub.memory()
    const orders = await ordersIn(setting, shop)
    const listings = await listingsIn(setting, shop)
    const webhooks = await webhooksOut(setting, shop)
    const { table: pages, memory } = await pagesOfTools(setting, hub)
    return [orders, listings, webhooks, pages, memoryTable([['before', before], ...memory])]
  } finally {
    await hub.stop()
    // Their receivers no longer exist.
    await db.owner.deleteFrom('webhook_endpoints').where('made_by', '=', benchName).execute()
  }
}

function memoryTable(samples: readonly (readonly [string, number | null])[]): Table {
  return {
    title: 'Memory of the process',
    detail: true,
    columns: ['when', 'MB'],
    rows: samples.map(([when, bytes]) => [when, bytes === null ? '' : (bytes / 1024 ** 2).toFixed(0)]),
  }
}
