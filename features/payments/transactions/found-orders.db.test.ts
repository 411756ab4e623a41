import { beforeAll, expect, it } from 'vitest'
import { testDatabase } from '#db/testing.ts'
import { readingAsDivided } from '#db/testing-divided.ts'
import { addSeller } from '#db/testing-seller.ts'
import { postOrders } from '#features/core/ledger/posting/post-orders-db.server.ts'
import { addPaidOrders } from '#features/core/ledger/posting/testing-orders.ts'
import { testLedgerRules as rules } from '#features/core/ledger/testing.ts'
import { testPolicyPack as policyPack } from '#features/core/policy-pack/testing.ts'
import { readList } from '#features/machinery/grid/list-db.server.ts'
import { openList } from '#features/machinery/grid/list-query.ts'
import { paths } from '#web/paths.ts'
import { transactionsList } from './transactions-list.server.ts'

const now = new Date('2026-11-20T10:00:00Z')
const db = await testDatabase()
const divided = readingAsDivided(db)
/** Order numbers of the transactions, newest first. */
let posted: (string | null)[]

const sellerId = await addSeller(db, 'ann')

beforeAll(async () => {
  const orderIds = (await addPaidOrders(db, { sellerId, count: 10, paidAt: now })).slice(5)
  // The first five are found, too, but have no transactions.
  await db.asSeller(sellerId, 'write', (own) => postOrders(own, { sellerId, orderIds, rules }))
  const rows = await db.owner
    .selectFrom('transactions')
    .select('order_number')
    .orderBy('happened_at', 'desc')
    .orderBy('id', 'desc')
    .execute()
  posted = rows.map(({ order_number: number }) => number)
})

/** The transactions of orders with a common word, counted up to a limit. */
function search(by: typeof divided, counted: number, query: Record<string, string> = {}) {
  const list = { ...transactionsList, search: { ...transactionsList.search!, counted } }
  const url = new URL(`${paths.transactions}?${new URLSearchParams({ q: 'item', ...query })}`, 'http://hub')
  const on = openList(list, url, { sellerId, role: 'owner', now, zone: 'Europe/London', policyPack })
  return by.asSeller(sellerId, 'read', (own) => readList(own, list, on))
}

it.each([
  ['fewer than can be counted', 100, {}, null],
  ['as many as can be counted', 6, {}, null],
  ['more than can be counted', 3, {}, { counted: 3, hasNext: false }],
  ['more than can be counted, narrowed to some', 3, { kind: 'SALE,REFUND' }, { counted: 3, hasNext: false }],
  ['more than can be counted, in one tab', 3, { state: 'PROCESSING' }, { counted: 3, hasNext: false }],
])('a search finds the transactions of its orders, as on a cluster too: %s', async (_, counted, query, stopped) => {
  expect(posted).toHaveLength(6)
  for (const by of [db, divided]) {
    const page = await search(by, counted, query)
    expect(page.rows.map(({ order_number: number }) => number)).toEqual(posted)
    expect(page.stopped).toEqual(stopped)
    expect(page.totals.map(({ rows }) => rows)).toEqual(stopped ? [] : [6])
  }
})
