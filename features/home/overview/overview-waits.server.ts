import type { SellerArgs } from '#web/guard.server.ts'
import { readNamed } from '#web/named-wait.server.ts'
import { paths, withQuery } from '#web/paths.ts'
import type { SellerDb } from '#db/client.ts'
import { mayDo, type Permission } from '#web/roles.ts'
import { dateAt } from '#lib/zoned-time.ts'
import { readFeedback } from '#features/orders/feedback/feedback-db.server.ts'
import { twelveMonthsBefore } from '#features/orders/feedback/feedback.ts'
import { countOrders, type OrderCounts } from '#features/orders/order-list/order-counts-db.server.ts'
import type { Texts } from '#texts/texts.ts'
import { feedbackModel } from './feedback-view.ts'
import { readSalesPeriod } from '#features/insights/sales/sales-period.ts'
import { readSalesModel } from './sales-view.server.ts'
import { leftOutFrom, stepStates, type StepFacts } from './first-steps.ts'
import { readLevelLines } from './level-lines.server.ts'
import { readMoneyLines } from './money-lines.server.ts'
import { readStockLines } from './stock-lines.server.ts'
import { readFirstTasks, taskReader } from '#features/home/tasks/tasks-read.server.ts'
import { orderTabs, tabFilters, type OrderTab } from '#features/core/order/order.ts'
import { tabCount } from '#features/orders/order-list/order-tabs.ts'
import { orderTabHref } from '#features/orders/order-list/orders-list.server.ts'
import type { LineModel, LinesModel } from './lines-section.tsx'
import { sql } from 'kysely'
import { oneRow, firstRow } from '#db/one-row.ts'
import type { OfSeller } from '#db/compile-once.ts'
import { readBatchPart, type BatchPart } from '#db/read-batch.ts'

interface StartFacts extends Omit<StepFacts, 'language'> {
  /** Whether there is a listing, a draft too, or an order. */
  hasBusiness: boolean
  /** Whether it sold so much that nobody would call it new, such as a shop that moved in. */
  isEstablished: boolean
}

const ordersOfEstablished = 100

/** What a shop has done of its first steps; by index, whatever the number of orders. */
export function readStart(db: SellerDb, sellerId: number): Promise<StartFacts> {
  return readBatchPart(db, start, { sellerId })
}

const start: BatchPart<OfSeller, StartFacts> = {
  statement: (at) => {
    const own = sql`seller_id = ${at((on) => on.sellerId)}`
    const sold = sql`exists (select from order_counts where ${own} and orders > 0)`
    return sql`
      select exists (select from print_settings where ${own} and sender <> '') as address,
        coalesce((select calendar_version > 1 from sellers where id = ${at((on) => on.sellerId)}), false) as calendar,
        (select count(distinct kind) = 3 from seller_policies where ${own}) as policies,
        exists (select from payout_accounts where ${own}) as bank,
        exists (select from listing_counts where ${own} and state <> 'DRAFT' and listings > 0) as listing,
        ${sold} as sale, exists (select from shipments where ${own}) as parcel,
        exists (select from payouts where ${own}) as payout,
        ${sold} or exists (select from listings where ${own}) as "hasBusiness",
        (select coalesce(sum(orders), 0) >= ${ordersOfEstablished} from order_counts where ${own}) as "isEstablished"`
  },
  read: (rows: StartFacts[]) => firstRow({ rows }),
}

/** Short timeout: without an answer the seller is assumed to have orders. */
const startTimeoutMs = 2000

const latestFeedback = 5

/** Starts reading all parts in parallel. `texts` are in the shop's zone. */
export function startOverview(args: SellerArgs, now: Date, texts: Texts) {
  const { hub, seller } = args
  const reader = taskReader(seller, { now, deadlines: hub.config.policyPack.deadlines })
  return {
    start: readNamed(args, 'start', (db) => startModel(db, args), startTimeoutMs),
    todos: readNamed(args, 'to-do', (db) => readFirstTasks(db, reader, { texts, role: seller.role })),
    messages: mayDo(seller.role, 'buyers.talk')
      ? readNamed(args, 'messages', (db) => readMessageLines(db, { sellerId: seller.id, texts }))
      : nothing,
    orders: readNamed(args, 'orders', async (db) => orderCountsModel(await countOrders(db, seller.id, reader), texts)),
    sales: mayDo(seller.role, 'amounts.view') ? startSales(args, now, texts) : nothing,
    stock: readNamed(args, 'stock', (db) => readStockLines(db, { sellerId: seller.id, now, texts })),
    money: mayDo(seller.role, 'money.view')
      ? readNamed(args, 'money', (db) =>
          readMoneyLines(db, { sellerId: seller.id, currency: seller.currency, now, texts }),
        )
      : nothing,
    level: hub.config.policyPack.standards.levels
      ? readNamed(args, 'level', (db) =>
          readLevelLines(db, { seller, standards: hub.config.policyPack.standards, now, texts }),
        )
      : nothing,
    feedback: readNamed(args, 'feedback', async (db) => {
      const wanted = { sellerId: seller.id, since: twelveMonthsBefore(now), limit: latestFeedback }
      return feedbackModel({ score: seller.feedbackScore, ...(await readFeedback(db, wanted)), now }, texts)
    }),
  }
}

/** Whether the shop has any business yet, and its first steps; null once they are over. */
async function startModel(db: SellerDb, { seller, member: { preferences } }: SellerArgs) {
  const { hasBusiness, ...facts } = await readStart(db, seller.id)
  const language = preferences.locale !== null || preferences.timeZone !== null
  const reader = {
    leftOut: leftOutFrom(preferences.leftOut),
    may: (permission: Permission) => mayDo(seller.role, permission),
  }
  return { hasBusiness, steps: stepStates({ language, ...facts }, reader) }
}

/** For readers who may not see it. */
const nothing = Promise.resolve({ state: 'ready' as const, value: null })

function startSales(args: SellerArgs, now: Date, texts: Texts) {
  const { seller, url } = args
  return readNamed(args, 'sales', async (db) => {
    const days = readSalesPeriod(url.searchParams.get('days'))
    const model = await readSalesModel(db, seller, { now, days, texts })
    const today = dateAt(now, seller.timeZone)
    const query: Record<string, string> = days === 1 ? { from: today, to: today } : { period: `${days}d` }
    const report = mayDo(seller.role, 'money.view')
      ? { text: texts.t('salesReport.open'), href: paths.sales(query) }
      : null
    return { ...model, report }
  })
}

/** Orders of each tab, those with a deadline as parts of the line above. */
export function orderCountsModel(counts: OrderCounts, texts: Texts): LinesModel {
  return {
    all: { text: texts.t('counts.allOrders', { n: texts.number(tabCount('all', counts)) }), href: orderTabHref('all') },
    none: null,
    lines: orderTabs
      .filter((tab) => tab !== 'all')
      .map((tab) => ({
        key: tab,
        label: texts.t(`orders.tab.${tab}`),
        value: texts.number(tabCount(tab, counts)),
        href: orderTabHref(tab),
        isPart: tabFilters[tab].due !== null,
        tone: toneOf(tab, tabCount(tab, counts)),
      })),
  }
}

function toneOf(tab: OrderTab, count: number): LineModel['tone'] {
  if (count === 0) return 'quiet'
  if (tab === 'overdue') return 'bad'
  return tab === 'due-today' || tab === 'cancellation-requested' ? 'warn' : 'normal'
}

interface Waiting {
  unread: number
  unanswered: number
}

/** Buyers' conversations that are unread, and those that wait for an answer; counted by indexes of just these. */
async function readMessageLines(
  db: SellerDb,
  { sellerId, texts: { t, number } }: { sellerId: number; texts: Texts },
): Promise<LinesModel> {
  const counts = await oneRow(
    db,
    sql<Waiting>`
      select (select count(*) from conversations where seller_id = ${sellerId} and is_unread) as unread,
        (select count(*) from conversations where seller_id = ${sellerId} and awaiting_since is not null) as unanswered`,
  )
  const line = (standing: keyof Waiting): LineModel => ({
    key: standing,
    href: withQuery(paths.conversations, { standing }),
    label: t(`conversations.tab.${standing}`),
    value: number(counts[standing]),
    tone: counts[standing] > 0 ? 'warn' : 'quiet',
  })
  return {
    all: { text: t('word.all'), href: paths.conversations },
    none: null,
    lines: [line('unread'), line('unanswered')],
  }
}
