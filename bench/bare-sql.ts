import { paths } from '#web/paths.ts'
import type { Database, SellerDb } from '#db/client.ts'
import { readSession, type SessionReader } from '#features/accounts/session.server.ts'
import { countVotes, readLatestFeedback } from '#features/feedback/feedback-db.server.ts'
import { twelveMonthsBefore } from '#features/feedback/feedback.ts'
import { readListPage } from '#features/grid/list-db.server.ts'
import { openList } from '#features/grid/list-query.ts'
import type { List, ListTypes } from '#features/grid/list.ts'
import { countListings } from '#features/listings/listing-counts-db.server.ts'
import { listingsList } from '#features/listings/listings-list.server.ts'
import { loadOrder } from '#features/orders/order-details-db.server.ts'
import { parseOrderNumber } from '#features/order/order.ts'
import { countOrders } from '#features/orders/order-counts-db.server.ts'
import { loadOrdersNavigation } from '#features/orders/orders-navigation-db.server.ts'
import { ordersList } from '#features/orders/orders-list.server.ts'
import { sumSales } from '#features/sales/sales-db.server.ts'
import { compareSales, currentSpans, previousSpans, readSalesPeriod } from '#features/sales/sales-period.ts'
import { hasBusiness } from '#features/overview/start-db.server.ts'
import { taskKinds } from '#features/tasks/kinds.server.ts'
import { countDueTasks, readSoonestTasks, sumTasks } from '#features/tasks/tasks-db.server.ts'
import type { TaskReader } from '#features/task/task-kind.ts'
import { taskReader } from '#features/tasks/tasks-read.server.ts'
import { readInsightsRows } from '#features/product-summary/insights.server.ts'
import { readSummary } from '#features/product-summary/summary-query.server.ts'
import type { Known } from './known.ts'
import { bundledPolicyPack } from '#marketplace/bundled-files.ts'
import { readPolicyPack } from '#features/policy-pack/policy-pack-file.ts'

const policyPack = readPolicyPack(bundledPolicyPack)

/** Runs the statements of a page as its loaders do, through the same client, without HTTP, views and React. */
export type BareSql = (path: string) => Promise<void>

interface Reader {
  hub: SessionReader
  /** The session's cookie, which every page looks up first. */
  cookie: string
  known: Known
  zone: string
}

/** The reference that says how much of a page's time is PostgreSQL's. */
export function createBareSql(reader: Reader): BareSql {
  const { hub, cookie, known, zone } = reader
  return async (path) => {
    const url = new URL(path, hub.config.publicUrl)
    await readSession(hub, new Request(url, { headers: { cookie } }))
    const now = hub.now()
    const { sellerId, memberId } = known
    const tasks = taskReader({ id: sellerId, timeZone: zone }, { now, deadlines: policyPack.deadlines })
    const navigation = hub.db.asSeller(sellerId, 'read', async (db) => {
      await loadOrdersNavigation(db, { sellerId, memberId, now, zone })
      await countDueTasks(db, tasks)
    })
    await Promise.all([navigation, readPage(reader, url, now)])
  }
}

function readPage({ hub: { db }, known, zone }: Reader, url: URL, now: Date): Promise<unknown> {
  switch (url.pathname) {
    case paths.listings.active:
    case paths.listings.drafts:
    case paths.listings.scheduled:
    case paths.listings.ended:
      return readListOf(db, listingsList, known, url, { now, zone })
    case '/sh/ord':
      return readListOf(db, ordersList, known, url, { now, zone })
    case '/sh/ord/details':
      return db.asSeller(known.sellerId, 'read', (seller) =>
        loadOrder(seller, known.sellerId, parseOrderNumber(url.searchParams.get('orderid'))!),
      )
    case '/sh/product-summary':
      return db.asSeller(known.sellerId, 'read', (seller) =>
        readSummary(seller, { sellerId: known.sellerId, query: url.searchParams, now, linked: false }),
      )
    case '/sh/product-insights':
      return db.asSeller(known.sellerId, 'read', (seller) =>
        readInsightsRows(seller, { epid: url.searchParams.get('epid') ?? '', currency: 'GBP', now }),
      )
    case '/sh/tasks':
      return db.asSeller(known.sellerId, 'read', (seller) =>
        readTasks(seller, taskReader({ id: known.sellerId, timeZone: zone }, { now, deadlines: policyPack.deadlines })),
      )
    case '/sh/ovw':
      return readOverview(db, known.sellerId, url, { now, zone })
    default:
      return Promise.resolve()
  }
}

interface When {
  now: Date
  zone: string
}

function readListOf<T extends ListTypes>(db: Database, list: List<T>, known: Known, url: URL, when: When) {
  const { sellerId, memberId } = known
  const reading = openList(list, url, { sellerId, role: 'owner', policyPack, ...when })
  return db.asSeller(sellerId, 'read', (seller) => readListPage(seller, list, reading, memberId))
}

function readOverview(db: Database, sellerId: number, url: URL, { now, zone }: When): Promise<unknown> {
  const reader = taskReader({ id: sellerId, timeZone: zone }, { now, deadlines: policyPack.deadlines })
  const comparison = compareSales(now, readSalesPeriod(url.searchParams.get('days')), zone)
  const spans = { current: currentSpans(comparison), previous: previousSpans(comparison, zone) }
  return Promise.all([
    db.asSeller(sellerId, 'read', (seller) => hasBusiness(seller, sellerId)),
    db.asSeller(sellerId, 'read', (seller) => readTasks(seller, reader)),
    db.asSeller(sellerId, 'read', (seller) => countOrders(seller, sellerId, reader)),
    db.asSeller(sellerId, 'read', (seller) => sumSales(seller, sellerId, spans)),
    db.asSeller(sellerId, 'read', (seller) => countListings(seller, sellerId, now)),
    db.asSeller(sellerId, 'read', async (seller) => {
      await countVotes(seller, sellerId, twelveMonthsBefore(now))
      await readLatestFeedback(seller, sellerId, 5)
    }),
  ])
}

async function readTasks(db: SellerDb, reader: TaskReader): Promise<void> {
  await sumTasks(db, reader)
  await readSoonestTasks(db, reader, { kinds: taskKinds, single: 20 })
}
