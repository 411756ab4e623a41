import { sql, type KyselyPlugin } from 'kysely'
import { describe, expect, it } from 'vitest'
import { openDatabase } from '#db/client.ts'
import { readOnShards } from '#db/shards.ts'
import { testDatabase } from '#db/testing.ts'
import { addSeller } from '#db/testing-seller.ts'
import { parseOrderNumber } from '#features/core/order/order.ts'
import { addOrders } from '#features/orders/order-list/testing.ts'
import { loadOrder } from '#features/order-page/read/order-details-db.server.ts'

const db = await testDatabase()

const seller = await addSeller(db, 'ann')
const orders = await addOrders(db, {
  sellerId: seller,
  count: 20,
  now: new Date('2026-11-20T14:30:00Z'),
  seed: 'rows',
})
const numbers = orders.map(({ number }) => number)

const load = ({ asSeller }: Pick<typeof db, 'asSeller'>, number: string, plugins: readonly KyselyPlugin[] = []) =>
  asSeller(seller, 'read', (own) =>
    loadOrder(
      plugins.reduce((plugged, plugin) => plugged.withPlugin(plugin), own),
      seller,
      parseOrderNumber(number)!,
    ),
  )

describe('loadOrder', () => {
  it('reads the order and all that belongs to it by one statement', async () => {
    let answers = 0
    const counting: KyselyPlugin = {
      transformQuery: ({ node }) => node,
      transformResult: ({ result }) => {
        answers += 1
        return Promise.resolve(result)
      },
    }
    expect(await load(db, numbers[0]!, [counting])).not.toBeNull()
    expect(answers).toBe(1)
  })

  it('gives rows as the driver reads them', async () => {
    for (const number of numbers) {
      const details = (await load(db, number))!
      const { order } = details
      const rowsOf = async (table: string, column: string, id: number) => {
        const { rows } = await sql<object>`
          select * from ${sql.table(table)} where seller_id = ${seller} and ${sql.ref(column)} = ${id} order by id`.execute(
          db.owner,
        )
        return rows
      }
      expect([order]).toEqual(await rowsOf('orders', 'id', order.id))
      expect([details.address]).toEqual(await rowsOf('addresses', 'id', order.ship_to_address_id!))
      for (const table of ['payments', 'refunds', 'shipments', 'cancellations'] as const)
        expect(details[table]).toEqual(await rowsOf(table, 'order_id', order.id))
      const lines = await rowsOf('line_items', 'order_id', order.id)
      const joined = { image_url: null, offer: null, parts: [], policy_name: null, has_policy: false }
      expect(details.lines).toEqual(lines.map((line) => ({ ...line, ...joined })))
    }
  })

  it('gives the same on a cluster', async () => {
    const divided = openDatabase({ url: db.url, poolSize: 1 })
    readOnShards(divided.owner)
    try {
      for (const number of numbers) expect(await load(divided, number)).toEqual(await load(db, number))
    } finally {
      await divided.close()
    }
  })
})
