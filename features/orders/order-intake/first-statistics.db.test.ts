import { sql } from 'kysely'
import { beforeAll, expect, it } from 'vitest'
import type { SellerDb } from '#db/client.ts'
import { testDatabase, type TestDatabase } from '#db/testing.ts'
import { addPaidOrders } from '#features/core/ledger/posting/testing-orders.ts'
import { testLedgerRules as rules } from '#features/core/ledger/testing.ts'
import { addTestSeller } from '#features/shop/accounts/testing.ts'
import { finishedOrder } from './finished-order.ts'
import type { PushedOrder } from './pushed-order.ts'
import { countTaken } from './first-statistics-db.server.ts'
import { takeOrders, takeOrdersIsolated } from './take-orders-db.server.ts'

const placedAt = new Date('2026-11-20T09:30:00Z')
const count = 1_500
let db: TestDatabase
let sellerId: number

beforeAll(async () => {
  db = await testDatabase()
  sellerId = await addTestSeller(db)
  const ids = await addPaidOrders(db, { sellerId, count, paidAt: placedAt })
  await db.owner.deleteFrom('ledger_due').execute()
  await sql`insert into shipments (seller_id, order_id, carrier) select ${sellerId}, unnest(${ids}::bigint[]), 'DHL'`.execute(
    db.owner,
  )
})

const pastOrder = (id: string): PushedOrder =>
  finishedOrder({
    id,
    placedAt,
    buyer: { id: `b-${id}`, username: null, name: 'Dora', email: null },
    shipTo: {
      name: 'Dora',
      company: null,
      line1: '1 High Street',
      line2: null,
      line3: null,
      city: 'Leeds',
      region: null,
      postal_code: null,
      country: 'GB',
      phone: null,
    },
    currency: 'GBP',
    lines: [{ sku: null, title: 'Strap', quantity: 2, unitPriceMinor: 1_000, discountMinor: 0 }],
    shippingMinor: 0,
    discountMinor: 0,
    taxMinor: 0,
    shippingService: null,
    buyerNote: null,
    history: {
      status: 'SHIPPED',
      shipBy: null,
      payments: [],
      parcels: [],
      refunds: [{ reason: 'OTHER_ADJUSTMENT', amountMinor: 500, refundedAt: placedAt, line: null }],
      cancellations: [],
      feedback: null,
    },
  })

const tables = ['orders', 'line_items', 'payments', 'refunds', 'cancellations', 'shipments', 'shipment_lines']

/** Rows of these tables that the transaction has read so far. */
async function rowsRead(tx: SellerDb): Promise<{ table: string; rows: number }[]> {
  const { rows } = await sql<{ table: string; rows: number }>`
    select relname as "table", (seq_tup_read + coalesce(idx_tup_fetch, 0))::integer as rows
    from pg_stat_xact_user_tables where relname = any (${tables}) order by 1`.execute(tx)
  return rows
}

const take = (...ids: string[]) => ({ sellerId, orders: ids.map(pastOrder), now: placedAt, rules })

it('reads of the seller’s orders only those that come once a new database has taken its first thousand', async () => {
  await countTaken(db, 999)
  expect(await takeOrdersIsolated(db, take('H-0'))).toMatchObject([{ value: { outcome: { ok: true } } }])
  const read = await db.asOwnerFor(sellerId, async (tx) => {
    expect(await takeOrders(tx, take('H-1', 'H-2', 'H-3'))).toMatchObject(Array(3).fill({ ok: true, repeated: false }))
    return rowsRead(tx)
  })
  expect(read.length).toBe(tables.length)
  expect(read.filter(({ rows }) => rows > 200)).toEqual([])
})
