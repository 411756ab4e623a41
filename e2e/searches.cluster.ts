import { sql } from 'kysely'
import { beforeAll, expect, it } from 'vitest'
import type { SellerDb } from '#db/client.ts'
import { oneRow } from '#db/one-row.ts'
import { findOfSeller } from '#db/shards.ts'
import { testPolicyPack as policyPack } from '#features/core/policy-pack/testing.ts'
import { returnsList } from '#features/after-sale/cases/cases-list.server.ts'
import { cursorBatches } from '#features/machinery/grid/export-db.server.ts'
import { readList } from '#features/machinery/grid/list-db.server.ts'
import { chosenIds, cursorIds, firstIds, nextIds } from '#features/machinery/grid/list-ids-db.server.ts'
import { openList } from '#features/machinery/grid/list-query.ts'
import type { List, ListTypes, Reading } from '#features/machinery/grid/list.ts'
import { conversationsList } from '#features/orders/conversations/conversations-list.server.ts'
import { markConversations } from '#features/orders/conversations/mark-conversations-db.server.ts'
import { ordersList } from '#features/orders/order-list/orders-list.server.ts'
import { listingsList } from '#features/selling/listings/listings-list.server.ts'
import { findSellerId } from '#web/find-seller.server.ts'
import { paths } from '#web/paths.ts'
import { assertDefined } from '#lib/assert-defined.ts'
import { clusterHub } from './cluster-testing.ts'
import { httpMember } from './http-member.ts'
import { shop } from './page-addresses.ts'
import type { TestHub } from './testing.ts'

let test: TestHub
let sellerId: number
/** A word of an order, listing, conversation and returned order each. */
let words: Record<'order' | 'listing' | 'conversation' | 'returned', string>

beforeAll(async () => {
  test = await clusterHub()
  sellerId = assertDefined(await findSellerId(test.db.owner, shop), 'the demo has the shop')
  const numberIn = async (table: 'conversations' | 'cases') => {
    const of = table === 'cases' ? sql`and t.kind = 'RETURN'` : sql``
    const found = sql<{ number: string }>`
      select o.order_number as number from ${sql.table(table)} t join orders o on o.seller_id = ${sellerId} and o.id = t.order_id
      where t.seller_id = ${sellerId} ${of} order by t.id limit 1`
    return (await oneRow(test.db.owner, found)).number
  }
  words = {
    order: 'leica',
    listing: 'leica',
    conversation: await numberIn('conversations'),
    returned: await numberIn('cases'),
  }
})

function searching<T extends ListTypes>(list: List<T>, pathname: string, q: string): Reading<T> {
  const reader = { sellerId, role: 'owner', now: new Date(), zone: 'Europe/London', policyPack } as const
  return openList(list, { pathname, searchParams: new URLSearchParams({ q }) }, reader)
}
const rowsOf = async <T extends ListTypes>(own: SellerDb, list: List<T>, on: Reading<T>) =>
  (await readList(own, list, on)).rows.length
const orders = () => searching(ordersList, paths.orders, words.order)
const listings = () => searching(listingsList, paths.listings.active, words.listing)
const conversations = () => searching(conversationsList, paths.conversations, words.conversation)

it.each<[what: string, table: string, search: (own: SellerDb) => Promise<number>]>([
  ['a list of orders', 'order_search', (own) => rowsOf(own, ordersList, orders())],
  ['a list of listings', 'listing_search', (own) => rowsOf(own, listingsList, listings())],
  ['a list of conversations', 'conversation_search', (own) => rowsOf(own, conversationsList, conversations())],
  [
    'a list of returns',
    'order_search',
    (own) => rowsOf(own, returnsList, searching(returnsList, paths.cases.RETURN, words.returned)),
  ],
  [
    'an export',
    'order_search',
    async (own) => {
      let found = 0
      const batches = cursorBatches(own, cursorIds(own, ordersList, orders()), (ids) => Promise.resolve([...ids]))
      for await (const ids of batches) found += ids.length
      return found
    },
  ],
  [
    'the first of all that match',
    'order_search',
    async (own) => (await firstIds(own, ordersList, orders(), 50)).length,
  ],
  [
    'the next of a bulk action',
    'listing_search',
    async (own) =>
      (await nextIds(own, listingsList, listings(), { after: 0, upTo: Number.MAX_SAFE_INTEGER, limit: 50 })).length,
  ],
  [
    'a mark of all that match',
    'conversation_search',
    async (own) => {
      const chosen = await chosenIds(own, conversationsList, conversations())
      await markConversations(own, { sellerId, chosen, mark: 'read', seen: null })
      return (await chosen.execute(own)).rows.length
    },
  ],
])('%s reads words by the owner’s function on the server of the seller', async (what, table, search) => {
  const mode = what.startsWith('a mark') ? 'write' : 'read'
  const { found, calls } = await test.hub.db.asSeller(sellerId, mode, async (own) => {
    const rows = await search(own)
    const called = `%found_by_words('${table}!_%`
    // Statements stay prepared, so only those of this transaction count.
    const [used] = await findOfSeller(
      own,
      sellerId,
      sql<{ calls: number }>`
        select count(*) as calls from pg_prepared_statements
        where prepare_time >= now() and statement like ${called} escape '!'`,
    )
    return { found: rows, calls: used?.calls }
  })
  expect(found).toBeGreaterThan(0)
  expect(calls).toBeGreaterThan(0)
})

it('forms act on all that a search finds: a mark, a bulk edit, exceptions from a time away, and a file has them', async () => {
  const owner = await httpMember(test, 'owner@demo.example')
  const all = { all: '1', q: words.listing }
  const marked = await owner.post(`${paths.conversationsMarks}?step=read`, { all: '1', q: words.conversation })
  expect(marked.status).toBe(303)
  const opened = await owner.post(paths.bulkEdit(), { step: 'open', ...all })
  expect([opened.status, opened.headers.get('location')]).toEqual([303, expect.stringContaining('edit=')])
  expect((await owner.post(paths.awayExceptions, all)).status).toBe(303)
  const file = await owner.read(`${paths.orders}/export?q=${words.order}`)
  expect(file.trim().split('\n').length).toBeGreaterThan(1)
})
