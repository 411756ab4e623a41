import { updateOfSeller } from '#db/change-of-seller.ts'
import { setTimeout as delay } from 'node:timers/promises'
import { sql, type Kysely, type Transaction } from 'kysely'
import { oneRow } from '#db/one-row.ts'
import { keepSellerNames } from '#db/seller-names.ts'
import type { NewRow, Schema } from '#db/schema.ts'
import { postAllDue } from '#features/core/ledger/posting/post-due.server.ts'
import { storeMessages } from '#features/home/messages/store-messages-db.server.ts'
import type { PictureStore } from '#features/core/listing-pictures/picture-store.server.ts'
import { parseMessages } from '#features/home/messages/messages-file.ts'
import { createRandom } from '#lib/random.ts'
import { drawEpids, drawIds } from '../serials.ts'
import { writeCosts } from './costs.ts'
import { cellsOf, productKey, productRow, type CatalogueItem } from './catalogue.ts'
import { makeHistory, type History } from './history.ts'
import { insertRows } from './insert.ts'
import { demoLedgerRules } from './ledger-rules.ts'
import { writeKits } from './kits.ts'
import { loadHistory } from './load-history.ts'
import { writeLocations } from './locations.ts'
import { demoMembers, demoOwner, memberId } from './members.ts'
import messages from './content/messages.json' with { type: 'json' }
import { writeOffers } from './offers.ts'
import { writePayouts } from './payouts.ts'
import { printingRows } from './printing.ts'
import { writeQuestions } from './questions.ts'
import { writeSales } from './sales.ts'
import { scenesOf, shopStories } from './scene.ts'
import { writeShopOrders } from './shop-orders.ts'
import { firstLight, harbourCamera, nordlichtPapier, type Shop } from './shops.ts'
import { writeSuppliers } from './suppliers.ts'
import { tellStories } from './tell-stories.ts'
import { day } from '#lib/duration.ts'
import { assertDefined } from '#lib/assert-defined.ts'
import { pairs } from '#lib/pairs.ts'
import type { Offer } from './plan.ts'
import { ordersHref } from '#features/orders/order-list/orders-list.server.ts'

export interface DemoOptions {
  owner: Kysely<Schema>
  /** The demo ends at this time. */
  now: Date
  /**
   * Plays the orders up to this moment, and moves them to `now`: tests have the same orders at every hour of every day.
   */
  playedUntil?: Date
  /** The same seed and day give the same marketplace. */
  seed: string | number
  /** Store for buyers' photos; without it there are none. */
  store?: PictureStore
}

export type DemoOutcome = { ok: true; sellers: number; rows: number } | { ok: false; reason: 'not-empty' }

/** Milliseconds between checks for another process's load. */
const lookAgain = 200

/**
 * Serialises concurrent loads; the second finds the first one's sellers. Polls, since a connection that waits long
 * counts as broken.
 */
async function takeTurn(tx: Transaction<Schema>): Promise<void> {
  const ask = sql<{ free: boolean }>`select pg_try_advisory_xact_lock(lock_number('demo')) as free`
  while (!(await ask.execute(tx)).rows[0]?.free) await delay(lookAgain)
}

/**
 * Loads the demo into a database without sellers, in one transaction: a mid-sized shop with a year of orders, a small
 * German one, an empty one, and their members.
 */
export async function loadDemo(options: DemoOptions): Promise<DemoOutcome> {
  const { owner, now, seed, store, playedUntil = now } = options
  const random = createRandom(seed)
  const play = (shop: Shop) =>
    moveHistory(
      makeHistory(random, shop, playedUntil, scenesOf(shop.seller.username)),
      now.getTime() - playedUntil.getTime(),
    )
  return owner.transaction().execute(async (tx) => {
    await takeTurn(tx)
    if (await tx.selectFrom('sellers').select('id').limit(1).executeTakeFirst())
      return { ok: false, reason: 'not-empty' }
    // Past events are not published.
    await sql`set local hub.quiet = on`.execute(tx)
    const histories = [play(harbourCamera), play(nordlichtPapier)]
    const sellers = await writeSellers(tx, [...histories.map(({ seller }) => seller), firstLight(now)])
    const products = await writeProducts(tx, histories)
    let rows = sellers.size + products.size
    const idOf = (username: string) => idOfSeller(sellers, username)
    for (const history of histories) {
      const { username } = history.seller
      const writing = {
        tx,
        random: random.fork(`rows of ${username}`),
        sellerId: idOf(username),
        products,
        now,
      }
      rows += await loadHistory(writing, history)
      const printing = printingRows(idOf(username), username, history.stock.offers)
      await insertRows(tx, printing)
      rows += printing.print_settings.length + printing.bins.length
    }
    rows += await writeMembers(tx, sellers, now)
    // The following statements depend on indexes.
    await sql`analyze`.execute(tx)
    // The ledger is still empty: statements planned now, such as checks of foreign keys, would scan it later.
    await sql`set local enable_seqscan = off`.execute(tx)
    await explainDeadlines(tx)
    const shops = histories.map(({ seller }) => ({
      told: assertDefined(shopStories[seller.username], 'each shop has stories'),
      telling: { tx, sellerId: idOf(seller.username), zone: seller.time_zone, store: store ?? null, now, playedUntil },
    }))
    for (const { told, telling } of shops) {
      rows += await writeTemplates(tx, telling.sellerId, told.templates)
      rows += await tellStories(telling, told.stories)
      rows += await writeQuestions(telling, told.questions ?? [])
    }
    for (const id of sellers.values()) await postAllDue(tx, { sellerId: id, rules: demoLedgerRules })
    for (const { seller } of histories)
      rows += await writeKits(tx, { sellerId: idOf(seller.username), username: seller.username })
    for (const { seller } of histories)
      rows += await writeShopOrders(tx, { sellerId: idOf(seller.username), username: seller.username, now })
    for (const { told, telling } of shops) rows += await tellStories(telling, told.disputes)
    for (const id of sellers.values()) rows += await writePayouts({ tx, sellerId: id, now })
    // Last, so that each profit is worked out once.
    for (const history of histories.filter(({ orders }) => orders.length > 0))
      rows += await writeCosts({ tx, sellerId: idOf(history.seller.username), member: demoOwner, now }, history)
    for (const history of histories) {
      const { seller, stock } = history
      const sellerId = idOf(seller.username)
      rows += await writeSuppliers(tx, { sellerId, history, now })
      await writeReorderPoints(tx, { sellerId, offers: stock.offers })
      rows += await writeLocations(tx, { sellerId, username: seller.username, now })
      rows += await writeOffers(tx, { sellerId, now })
      rows += await writeSales(tx, { sellerId, zone: seller.time_zone, currency: seller.currency, now })
      // What a story sold out, it did by the database's clock.
      await updateOfSeller(tx, 'listings', sellerId)
        .set({ out_of_stock_since: now })
        .where('out_of_stock_since', '>', now)
        .execute()
    }
    // Feedback from before the simulated period.
    for (const id of sellers.values()) {
      const { score } = await oneRow(tx, sql<{ score: number }>`select feedback_score(${id}) as score`)
      await sql`update sellers set feedback_before = feedback_score - ${score}::integer where id = ${id}`.execute(tx)
    }
    rows += (await storeMessages(tx, parseMessages(messages), { now, replace: false })).added.length
    return { ok: true, sellers: sellers.size, rows }
  })
}

async function writeSellers(tx: Transaction<Schema>, sellers: NewRow<'sellers'>[]): Promise<Map<string, number>> {
  const ids = await drawIds(tx, 'sellers', sellers.length)
  const rows = pairs(sellers, ids).map(([seller, id]) => ({ ...seller, id, external_id: null }))
  await insertRows(tx, { sellers: rows })
  await keepSellerNames(tx, rows)
  return new Map(pairs(sellers, ids).map(([{ username }, id]) => [username, id]))
}

/** One product per kind of item; returns ids by `productKey`. */
async function writeProducts(tx: Transaction<Schema>, histories: readonly History[]): Promise<Map<string, number>> {
  const wares = new Map<string, CatalogueItem>()
  for (const { stock } of histories)
    for (const { ware } of stock.offers) if (!wares.has(productKey(ware))) wares.set(productKey(ware), ware)
  const ids = await drawIds(tx, 'products', wares.size)
  const epids = await drawEpids(tx, wares.size)
  const rows = pairs([...wares.values()], pairs(ids, epids)).map(([ware, [id, epid]], index) => ({
    id,
    ...productRow(ware, index, epid),
  }))
  await insertRows(tx, { products: rows })
  return new Map(pairs([...wares.keys()], ids))
}

const idOfSeller = (sellers: ReadonlyMap<string, number>, username: string) =>
  assertDefined(sellers.get(username), 'it was written before')

async function writeMembers(tx: Transaction<Schema>, sellers: ReadonlyMap<string, number>, now: Date): Promise<number> {
  const created = new Date(now.getTime() - 400 * day)
  const members = demoMembers.map(({ email, name, operator = false }) => ({
    id: memberId(email),
    name,
    email,
    email_verified: true,
    two_factor_enabled: false,
    is_operator: operator,
    created_at: created,
    updated_at: created,
  }))
  const memberships = demoMembers.flatMap(({ email, roles }) =>
    roles.map(({ seller, role }) => ({
      seller_id: idOfSeller(sellers, seller),
      member_id: memberId(email),
      role,
      created_at: created,
    })),
  )
  const views = savedViewRows(idOfSeller(sellers, harbourCamera.seller.username), demoOwner.id, created)
  await insertRows(tx, { members, memberships, saved_views: views })
  return members.length + memberships.length + views.length
}

/** The response rule of requests to cancel, as the hub notes it when they are made. */
async function explainDeadlines(tx: Transaction<Schema>): Promise<void> {
  const { id, asOf } = demoLedgerRules.policyPack
  await tx
    .updateTable('cancellations')
    .set({ respond_rule: 'sellerRespondsToCancel', respond_calendar: `${id} ${asOf}` })
    .where('respond_by', 'is not', null)
    .execute()
}

async function writeTemplates(tx: Transaction<Schema>, seller_id: number, rows: readonly string[]): Promise<number> {
  const message_templates = rows.map((row, index) => {
    const [name = '', body = ''] = cellsOf(row)
    return { seller_id, id: `template${String(index).padStart(8, '0')}`, name, body }
  })
  await insertRows(tx, { message_templates })
  return rows.length
}

/** Every third restocked item has a reorder point of three. */
const [every, reorderPoint] = [3, 3]

/** Sets reorder points of a demo seller, so that low stock shows at once. */
async function writeReorderPoints(
  tx: Transaction<Schema>,
  { sellerId, offers }: { sellerId: number; offers: readonly Offer[] },
): Promise<void> {
  const skus = offers.filter(({ ware, index }) => ware.repeats && index % every === 0).map(({ sku }) => sku)
  if (skus.length === 0) return
  await updateOfSeller(tx, 'stock_items', sellerId)
    .set({ reorder_point: reorderPoint })
    .where('sku', 'in', skus)
    .execute()
}

const views: readonly { name: string; filters: Readonly<Record<string, readonly string[]>>; shared: boolean }[] = [
  { name: 'Germany, to ship', filters: { status: ['awaiting-shipment'], country: ['DE'] }, shared: true },
  { name: 'Over 200', filters: { total: ['200', ''] }, shared: true },
  { name: 'Several items, last week', filters: { placed: ['7d'], several: ['1'] }, shared: false },
]

/** Saved views of the shop's owner on the list of orders, two of them shared with the team. */
function savedViewRows(seller_id: number, member_id: string, created_at: Date): NewRow<'saved_views'>[] {
  return views.map(({ name, filters, shared }, index) => ({
    seller_id,
    id: `demo-${index + 1}`,
    member_id,
    resource: 'orders',
    name,
    query: new URL(ordersHref(filters), 'http://hub').search.slice(1),
    shared,
    created_at,
  }))
}

/** Moves all dates of a history by `milliseconds`, in place: its parts refer to each other by identity. */
export function moveHistory(history: History, milliseconds: number): History {
  const seen = new Set<object>()
  const move = (part: object) => {
    if (seen.has(part)) return
    seen.add(part)
    for (const [key, value] of Object.entries(part)) {
      if (value instanceof Date) Object.assign(part, { [key]: new Date(value.getTime() + milliseconds) })
      else if (typeof value === 'object' && value !== null) move(value as object)
    }
  }
  move(history.orders)
  move(history.stock.offers)
  return history
}
