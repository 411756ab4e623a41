import { sql } from 'kysely'
import type { SellerDb } from '#db/client.ts'
import { insertRows } from '#db/insert-rows.ts'
import { assertDefined } from '#lib/assert-defined.ts'
import type { Entry } from '#features/core/ledger/entry.ts'
import { postCostOfGoods, postGoodsReturned, postPackaging } from '#features/core/ledger/events/cost-of-goods.ts'
import { postReversal } from '#features/core/ledger/events/reversal.ts'
import { writeEntries } from '#features/core/ledger/write-entries-db.server.ts'
import { packOrder } from './packaging.ts'
import {
  lockSkus,
  readCosts,
  readCostSettings,
  readGoods,
  readPackable,
  skusOfOrders,
  type Goods,
  type GoodsScope,
  type LockedSku,
} from './goods-db.server.ts'
import { keepStockDays } from './stock-days-db.server.ts'
import { postStockValues } from './stock-value-db.server.ts'
import { dayOf } from './stock-value.ts'
import { costsOfGoods, type CostMethod, type UnitCost } from './unit-costs.ts'

interface Posting extends GoodsScope {
  /** Worked out even if no order has them. */
  skus?: readonly string[]
  /** What their stock is worth is worked out from this day on; the empty text, the default, is the beginning. */
  from?: string
  /** For many orders. */
  asOwner?: boolean
}

/**
 * Posts what the shipped and returned goods and the packaging of orders cost, and what is left of them is worth;
 * idempotent. Call it in the transaction that changed their parcels, returns or costs. Sellers who keep no costs pay one
 * query.
 */
export async function postGoods(
  db: SellerDb,
  { sellerId, orderIds, skus = [], from = '', asOwner = false }: Posting,
): Promise<void> {
  const settings = await readCostSettings(db, sellerId)
  if (!settings) return
  // Before the goods are read: whoever adds parcels meanwhile waits here, and makes the order due again.
  await sql`delete from goods_due where seller_id = ${sellerId} and order_id = any (${[...orderIds]}::bigint[])`.execute(
    db,
  )
  const keys = await lockSkus(db, sellerId, [...(await skusOfOrders(db, { sellerId, orderIds })), ...skus])
  if (keys.length > 0) {
    const names = keys.map(({ sku }) => sku)
    const costs = await readCosts(db, sellerId, names)
    const counted = costs.filter(({ quantity }) => quantity !== null).map(({ sku }) => sku)
    const goods = await readGoods(db, { sellerId, orderIds, skus: names, counted })
    const outcomes = keys.map((key) => {
      const isOfKey = (row: Pick<Goods, 'sku' | 'currency'>) => row.sku === key.sku && row.currency === key.currency
      return reckonSku(key, { method: settings.method, costs: costs.filter(isOfKey), goods: goods.filter(isOfKey) })
    })
    await writeOutcomes(db, { sellerId, asOwner }, outcomes)
    await keepStockDays(db, { sellerId, skus: names, day: dayOf(new Date()) })
    const given = new Set(skus)
    const today = dayOf(new Date())
    const valued = outcomes.map(({ key, costs: own, moved, changed }) => {
      const days = changed.map(({ goods: { at } }) => dayOf(at))
      return { ...key, costs: own, moved, from: [given.has(key.sku) ? from : today, ...days].toSorted()[0] ?? '' }
    })
    await postStockValues(db, { sellerId, method: settings.method, asOwner, skus: valued })
  }
  await packOrders(db, { sellerId, orderIds, settings, asOwner })
}

async function writeOutcomes(
  db: SellerDb,
  { sellerId, asOwner }: { sellerId: number; asOwner: boolean },
  outcomes: readonly SkuOutcome[],
): Promise<void> {
  const changed = outcomes.flatMap((outcome) => outcome.changed)
  const reversals = changed.flatMap(({ goods }) => (goods.posted ? reversalOf(goods, goods.posted) : []))
  const fresh = changed.flatMap((each) => (each.costMinor === null ? [] : freshEntry(each.goods, each.costMinor)))
  const ids = await writeEntries(db, sellerId, [...reversals, ...fresh], { asOwner })
  const written = changed.map(({ goods, costMinor }): WrittenGoods => {
    const entry = costMinor === null ? null : freshEntry(goods, costMinor)
    return {
      goods,
      costMinor,
      entryId: entry && assertDefined(ids.get(entry.key), 'a revision is posted once, under the lock of its SKU'),
      revision: entry ? goods.revision + 1 : goods.revision,
    }
  })
  await writeShipped(
    db,
    sellerId,
    written.filter(({ goods }) => goods.by === 'PARCEL'),
  )
  await writeReturned(
    db,
    sellerId,
    written.filter(({ goods }) => goods.by === 'RETURN'),
  )
  await writeStock(db, sellerId, outcomes)
}

interface WrittenGoods {
  goods: Goods
  costMinor: number | null
  entryId: number | null
  revision: number
}

async function writeShipped(db: SellerDb, sellerId: number, written: readonly WrittenGoods[]): Promise<void> {
  const gone = written.filter(({ goods }) => goods.isGone)
  if (gone.length > 0)
    await sql`
      delete from goods_costs g using unnest(${gone.map(({ goods }) => goods.moveId)}::bigint[],
        ${gone.map(({ goods }) => goods.lineItemId)}::bigint[], ${gone.map(({ goods }) => goods.part)}::smallint[]) gone (shipment, line, part)
      where g.seller_id = ${sellerId} and g.shipment_id = gone.shipment and g.line_item_id = gone.line and g.part = gone.part`.execute(
      db,
    )
  await insertRows(
    db,
    'goods_costs',
    written
      .filter(({ goods }) => !goods.isGone)
      .map(({ goods, costMinor, entryId, revision }) => ({
        seller_id: sellerId,
        shipment_id: goods.moveId,
        line_item_id: goods.lineItemId,
        part: goods.part,
        order_id: goods.orderId,
        sku: goods.sku,
        currency: goods.currency,
        quantity: goods.quantity,
        shipped_at: goods.at,
        cost_minor: costMinor,
        entry_id: entryId,
        revision,
      })),
    {
      ending: sql`on conflict (seller_id, shipment_id, line_item_id, part) do update
        set cost_minor = excluded.cost_minor, entry_id = excluded.entry_id, revision = excluded.revision`,
    },
  )
}

async function writeReturned(db: SellerDb, sellerId: number, written: readonly WrittenGoods[]): Promise<void> {
  if (written.length === 0) return
  await sql`
    update returned_goods r set cost_minor = n.cost, entry_id = n.entry, revision = n.revision
    from unnest(${written.map(({ goods }) => goods.moveId)}::bigint[], ${written.map(({ goods }) => goods.part)}::smallint[],
      ${written.map(({ costMinor }) => costMinor)}::bigint[],
      ${written.map(({ entryId }) => entryId)}::bigint[], ${written.map(({ revision }) => revision)}::integer[])
      n (id, part, cost, entry, revision)
    where r.seller_id = ${sellerId} and r.case_id = n.id and r.part = n.part`.execute(db)
}

/** Takes back an entry on the day of its goods, so that the profit of that day is right. */
function reversalOf(goods: Goods, { costMinor, entryId }: NonNullable<Goods['posted']>): Entry {
  const place = { state: 'AVAILABLE', availableAt: goods.at, holdId: null } as const
  return postReversal({ id: entryId, entry: entryOf(goods, costMinor), at: goods.at, place })
}

const freshEntry = (goods: Goods, costMinor: number): Entry =>
  entryOf({ ...goods, revision: goods.revision + 1 }, costMinor)

function entryOf({ by, moveId, lineItemId, part, revision, orderId, at, currency }: Goods, costMinor: number): Entry {
  const goods = { lineItemId, part, revision, orderId, at, currency, costMinor }
  return by === 'PARCEL'
    ? postCostOfGoods({ ...goods, shipmentId: moveId })
    : postGoodsReturned({ ...goods, caseId: moveId })
}

async function writeStock(db: SellerDb, sellerId: number, outcomes: readonly SkuOutcome[]): Promise<void> {
  const known = outcomes.flatMap(({ key, stock }) => (stock ? [{ ...key, ...stock }] : []))
  if (known.length > 0)
    await sql`
      update costed_skus c set unit_cost_minor = n.cost, stock_units = n.units, stock_minor = n.minor
      from unnest(${known.map(({ sku }) => sku)}::text[], ${known.map(({ currency }) => currency)}::text[],
        ${known.map(({ unitCostMinor }) => unitCostMinor)}::bigint[], ${known.map(({ units }) => units)}::integer[],
        ${known.map(({ minor }) => minor)}::bigint[]) n (sku, currency, cost, units, minor)
      where c.seller_id = ${sellerId} and c.sku = n.sku and c.currency = n.currency`.execute(db)
  const unknown = outcomes.flatMap(({ key, stock }) => (stock ? [] : [key]))
  if (unknown.length > 0)
    await sql`
      delete from costed_skus c
      using unnest(${unknown.map(({ sku }) => sku)}::text[], ${unknown.map(({ currency }) => currency)}::text[]) n (sku, currency)
      where c.seller_id = ${sellerId} and c.sku = n.sku and c.currency = n.currency`.execute(db)
}

async function packOrders(
  db: SellerDb,
  {
    sellerId,
    orderIds,
    settings,
    asOwner,
  }: GoodsScope & { settings: NonNullable<Awaited<ReturnType<typeof readCostSettings>>>; asOwner: boolean },
): Promise<void> {
  const { packaging_minor: costMinor, packaging_currency: currency, packaging_since: since } = settings
  const packaging = costMinor === null || currency === null || since === null ? null : { costMinor, currency, since }
  const orders = await readPackable(db, { sellerId, orderIds })
  await writeEntries(
    db,
    sellerId,
    orders.flatMap((order) => {
      const packed = packOrder(order, packaging)
      return packed ? postPackaging(packed) : []
    }),
    { asOwner },
  )
}

/** Changed costs of a SKU, and its remaining units; null if it has no cost. */
type SkuOutcome = ReturnType<typeof reckonSku>

/** Works out a SKU's goods anew. Costs and goods are in the order of time. */
function reckonSku(
  key: LockedSku,
  { method, costs, goods }: { method: CostMethod; costs: readonly UnitCost[]; goods: readonly Goods[] },
) {
  const here = goods.filter(({ isGone }) => !isGone)
  const reckoned = costsOfGoods(method, costs, here)
  const wanted = new Map(here.map((each, index) => [each, reckoned?.costs[index] ?? null]))
  const changed = goods
    .map((each) => ({ goods: each, costMinor: wanted.get(each) ?? null }))
    .filter(({ goods: { posted }, costMinor }) => (posted?.costMinor ?? null) !== costMinor)
  return { key, changed, costs, moved: here, stock: reckoned?.stock ?? null }
}
