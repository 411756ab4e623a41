import type { TestApi } from '#api/testing.ts'
import type { TestDatabase } from '#db/testing.ts'
import { cancelOrder } from '#features/after-sale/cancellations/cancel-order-db.server.ts'
import { newCancelKey } from '#features/after-sale/cancellations/cancellations-db.server.ts'
import { settleDueRefunds } from '#features/after-sale/refunds/settle-refunds.server.ts'
import { takeFromStock } from '#features/core/listing/restock-db.server.ts'
import { parseOrderNumber } from '#features/core/order/order.ts'
import { testPolicyPack } from '#features/core/policy-pack/testing.ts'
import { newParcelKey, shipOrder } from '#features/shipping/fulfilment/ship-order-db.server.ts'
import { runRound, type ShopOrder, type Source } from './kit/index.ts'
import type { FaultyConnection } from './testing-faults.ts'

type ShopLine = ShopOrder['order']['lines'][number]

/** What buyers buy: a listing of the shop, or a variation of one. */
export interface Good {
  listing: string
  variation: string | null
}

/** A shop that reduces its units at a sale, as the contract of stock drives it. What it cannot do now, it leaves. */
export interface StockShop {
  source: Source
  /** Goods of a history, with units of each. */
  goods: (units: number) => Promise<Good[]>
  /** Buys; null if there are not enough units. */
  buy: (lines: readonly { good: Good; units: number }[], isPaid: boolean) => Promise<string | null>
  pay: (id: string) => Promise<void>
  cancel: (id: string) => Promise<void>
  /** Takes a unit of a line away, or adds one. */
  edit: (id: string, by: -1 | 1) => Promise<void>
  refund: (id: string) => Promise<void>
  ship: (id: string) => Promise<void>
  setUnits: (good: Good, units: number) => Promise<void>
  /** Ends a history, and closes its orders. */
  end: (orders: readonly string[]) => Promise<void>
}

/** Steps of a history, some more often than others. */
export const acts = [
  'buy',
  'buy',
  'buy',
  'buy',
  'buyUnpaid',
  'buyAll',
  'pay',
  'cancel',
  'cancelKept',
  'less',
  'more',
  'refund',
  'restock',
  'ship',
  'setUnits',
  'setUnits',
  'hubCancelUnit',
  'hubCancel',
  'hubCancelLost',
  'hubShip',
  'hubReplace',
  'hubSetUnits',
  'round',
  'round',
  'round',
  'fault',
  'fault',
  'fault',
  'replay',
  'replay',
] as const

interface Step {
  act: (typeof acts)[number]
  a: number
  b: number
}

interface Setting {
  db: TestDatabase
  api: TestApi
  seller: string
  sellerId: number
  shop: StockShop
  faulty: FaultyConnection
}

/** Shop, hub and connector, with what happens in a history. */
export function worldOf({ db, api, seller, sellerId, shop, faulty }: Setting) {
  const { stock } = faulty.connected
  const path = `/sellers/${seller}`
  const at = <T>(list: readonly T[], nth: number): T | undefined => list[nth % Math.max(1, list.length)]
  const asSeller = db.asOwnerFor
  let goods: Good[] = []
  let orders: string[] = []
  /** Units of each good without its orders, where the hub counts; null once that cannot be known. */
  let whole: number[] | null = null

  const unitsInShop = async ({ listing, variation }: Good): Promise<number> => {
    const found = (await shop.source.listing?.({ seller, id: listing }))?.listing
    return (variation ? found?.variations?.find(({ id }) => id === variation)?.quantity : found?.quantity) ?? 0
  }
  async function unitsInHub({ listing, variation }: Good): Promise<number | null> {
    const { status, body } = await api.ask('GET', `${path}/listings/${listing}`)
    if (status !== 200) return null
    // Of what is sold out from the first, the hub makes a draft.
    if (body.state === 'DRAFT') return 0
    const found = variation ? body.variations.find(({ id }: { id: string }) => id === variation) : body.stock
    return found.available
  }
  async function inHub(nth: number) {
    const id = at(orders, nth)
    if (!id) return null
    const { status, body } = await api.ask('GET', `${path}/orders/${encodeURIComponent(id)}`)
    const number = status === 200 ? parseOrderNumber(body.number) : null
    return (
      number && {
        number,
        lines: body.lines as { line: number; quantity: number; shipped: number; cancelled: number }[],
      }
    )
  }
  /** Whether orders of the history wait for units: what is added then goes to them. */
  async function isShort(): Promise<boolean> {
    const rows = await db.owner
      .selectFrom('line_items as l')
      .innerJoin('orders as o', (join) =>
        join.onRef('o.seller_id', '=', 'l.seller_id').onRef('o.id', '=', 'l.order_id'),
      )
      .select('l.id')
      .where('l.seller_id', '=', sellerId)
      .where('l.short_quantity', '>', 0)
      .where('o.external_id', 'in', ['', ...orders])
      .limit(1)
      .execute()
    return rows.length > 0
  }
  /** Does something in the hub alone, which moves what there is of goods that the hub counts. */
  async function moving(move: () => Promise<void>) {
    if (await isShort()) whole = null
    const isCounted = await Promise.all(goods.map(isCountedByHub))
    const before = await Promise.all(goods.map(unitsInHub))
    await move()
    const after = await Promise.all(goods.map(unitsInHub))
    const moved = (nth: number) => (isCounted[nth] ? (after[nth] ?? 0) - (before[nth] ?? 0) : 0)
    whole = whole?.map((units, nth) => units + moved(nth)) ?? null
  }
  async function cancelInHub(nth: number, { isWhole, restocks }: { isWhole: boolean; restocks: boolean }) {
    const order = await inHub(nth)
    const line = order?.lines.find(({ quantity, shipped, cancelled }) => quantity > shipped + cancelled)
    if (!order || !line) return
    const units = isWhole ? ('rest' as const) : new Map([[line.line, 1]])
    const made = { key: newCancelKey(), reason: 'OUT_OF_STOCK_OR_CANNOT_FULFILL', restocks } as const
    const common = { sellerId, number: order.number, actor: { kind: 'MARKETPLACE' }, now: new Date() } as const
    await asSeller(sellerId, (own) => cancelOrder(own, { ...common, ...made, units, policyPack: testPolicyPack }))
  }
  async function shipFromHub(nth: number) {
    const order = await inHub(nth)
    if (!order) return
    const parcel = {
      key: newParcelKey(),
      carrier: 'DHL',
      trackingNumber: null,
      shippedAt: new Date(),
      contents: 'rest' as const,
    }
    const shipping = {
      sellerId,
      number: order.number,
      parcels: [parcel],
      actor: { kind: 'HUB' },
      now: new Date(),
    } as const
    await db.asSeller(sellerId, 'write', (own) => shipOrder(own, shipping))
  }
  /** What a case does whose item is sent once more. */
  async function replace(nth: number) {
    const order = await inHub(nth)
    if (!order) return
    const line = await db.owner
      .selectFrom('line_items as l')
      .innerJoin('orders as o', (join) =>
        join.onRef('o.seller_id', '=', 'l.seller_id').onRef('o.id', '=', 'l.order_id'),
      )
      .select(['l.listing_id', 'l.sku', 'l.variation'])
      .where('o.order_number', '=', order.number)
      .executeTakeFirst()
    if (line?.listing_id)
      await asSeller(sellerId, (own) =>
        takeFromStock(own, { sellerId, line: { ...line, quantity: 1 }, now: new Date() }),
      )
  }
  /** A correction by the marketplace, of a good without variations. */
  async function setInHub(nth: number, available: number) {
    const good = at(
      goods.filter(({ variation }) => variation === null),
      nth,
    )
    if (good && (await unitsInHub(good)) !== null)
      await api.ask('PUT', `${path}/listings/${good.listing}/stock`, { body: { available } })
  }
  async function buy(a: number, b: number, isPaid: boolean) {
    const chosen = [at(goods, a), ...(b % 3 === 0 ? [at(goods, a + 1)] : [])].flatMap((good) => good ?? [])
    const id = await shop.buy(
      chosen.map((good, nth) => ({ good, units: 1 + ((b + nth) % 7) })),
      isPaid,
    )
    if (id) orders.push(id)
  }
  async function buyAll(a: number) {
    const good = at(goods, a)
    const units = good ? await unitsInShop(good) : 0
    const id = good && units > 0 ? await shop.buy([{ good, units }], true) : null
    if (id) orders.push(id)
  }
  async function correct(good: Good | undefined, by: number) {
    if (!good) return
    const before = await unitsInShop(good)
    const after = Math.max(0, before + by)
    // Until the hub counts a good, the shop's corrections move what there is.
    if (!(await isCountedByHub(good)))
      whole = whole?.map((units, nth) => units + (goods[nth] === good ? after - before : 0)) ?? null
    await shop.setUnits(good, after)
  }

  async function isCountedByHub({ listing }: Good): Promise<boolean> {
    const row = await db.owner
      .selectFrom('listings as l')
      .innerJoin('shop_listings as s', (join) =>
        join.onRef('s.seller_id', '=', 'l.seller_id').onRef('s.listing_id', '=', 'l.id'),
      )
      .select('l.shop_counts')
      .where('s.seller_id', '=', sellerId)
      .where('s.external_id', '=', listing)
      .executeTakeFirst()
    return row?.shop_counts === false
  }

  /** Whether the hub has begun to count all goods. */
  async function isBegun(): Promise<boolean> {
    const notes = await Promise.all(
      goods.map(({ listing: id }) => faulty.connected.outbox.find('listing', { seller, id })),
    )
    return notes.every((note) => note?.parts.counts === 'hub')
  }
  /** Lines of an order with the units that it takes from what there is. */
  async function soldLines(id: string): Promise<Pick<ShopLine, 'listing' | 'variationId' | 'quantity'>[]> {
    const order = await shop.source.order({ seller, id })
    if (!order) return []
    const { status, body } = await api.ask('GET', `${path}/orders/${encodeURIComponent(id)}`)
    // A cancellation that the shop breaks off may have given all the money back: the hub releases what has not left.
    const isRefunded = (order.refunds?.length ?? 0) > 0 && body.status === 'REFUNDED'
    if (!order.isCancelled && !isRefunded) return order.order.lines
    // Of a cancelled order, what has left is gone until it comes back as a return.
    const lines: (ShopLine & { shipped: number })[] = status === 200 ? body.lines : []
    return lines.map((line) => ({ ...line, quantity: line.shipped }))
  }
  /** Units of a good that orders of the history have. */
  async function unitsSold({ listing, variation }: Good): Promise<number> {
    let sum = 0
    for (const id of orders)
      for (const line of await soldLines(id))
        if (line.listing === listing && (line.variationId ?? null) === variation) sum += line.quantity
    return sum
  }
  /** Units that both sides have lost or made, where that can be known. */
  async function miscounted(): Promise<string[]> {
    // People decide about an order of which a side refused something, such as units that the shop has fulfilled.
    const kept = (await faulty.connected.outbox.refused(1_000)).filter(({ kind, id, about }) =>
      orders.includes((kind === 'order' ? id : about) ?? ''),
    )
    if (!whole || kept.length > 0 || (await isShort())) return []
    const found: string[] = []
    for (const [nth, good] of goods.entries()) {
      const [there, sold] = [await unitsInHub(good), await unitsSold(good)]
      if (there !== (whole[nth] ?? 0) - sold)
        found.push(`${good.listing} ${good.variation ?? ''}: ${there} in the hub of ${whole[nth]}, ${sold} sold`)
    }
    return found
  }

  async function act({ act: what, a, b }: Step): Promise<void> {
    const id = at(orders, a)
    if (what === 'buy') return buy(a, b, true)
    if (what === 'buyUnpaid') return buy(a, b, false)
    if (what === 'buyAll') return buyAll(a)
    if (what === 'setUnits') return correct(at(goods, a), (b % 41) - 20)
    if (what === 'hubSetUnits') return moving(() => setInHub(a, b % 60))
    if (what === 'hubCancelUnit') return cancelInHub(a, { isWhole: false, restocks: true })
    if (what === 'hubCancel') return cancelInHub(a, { isWhole: true, restocks: true })
    if (what === 'hubCancelLost') {
      whole = null
      return cancelInHub(a, { isWhole: b % 2 === 0, restocks: false })
    }
    if (what === 'hubShip') return shipFromHub(a)
    if (what === 'hubReplace') return moving(() => replace(a))
    if (what === 'replay') return faulty.replay(a)
    if (what === 'round') return void (await runRound(faulty.connected))
    if (what === 'fault') return faulty.during(a, b, () => runRound(faulty.connected))
    if (!id) return
    if (what === 'pay') return shop.pay(id)
    if (what === 'less') return shop.edit(id, -1)
    if (what === 'more') return shop.edit(id, 1)
    if (what === 'ship') return shop.ship(id)
    if (what === 'cancel') return shop.cancel(id)
    if (what === 'cancelKept') {
      // Broken: the staff takes out again what the cancellation has put back.
      await shop.cancel(id)
      return correct(at(goods, b), -1)
    }
    await shop.refund(id)
    if (what === 'restock') await correct(at(goods, b), 1)
  }

  /** Rounds until neither side has anything new. */
  async function quieten(): Promise<void> {
    for (let left = 6, calm = 0; left > 0 && calm < 2; left -= 1) {
      // The hub's job: what was cancelled is told once its money is back.
      await settleDueRefunds(api.hub)
      const { listings, orders: sent, told } = await runRound(faulty.connected)
      calm = listings.sent + sent.sent + told === 0 ? calm + 1 : 0
    }
  }

  async function differences(): Promise<string[]> {
    const found: string[] = []
    for (const good of goods) {
      const [here, there] = [await unitsInShop(good), await unitsInHub(good)]
      if (here !== there)
        found.push(`${good.listing} ${good.variation ?? ''}: ${here} in the shop, ${there} in the hub`)
    }
    return found
  }

  return {
    /** Plays a history; returns what differs after its quiet moments. */
    async play(history: readonly Step[]): Promise<string[]> {
      // Of few units some are sold out, which differs most where the hub counts.
      goods = await shop.goods(stock === 'hub' ? 8 : 40)
      orders = []
      faulty.forget()
      // Some shops have orders already when they are connected.
      if (history.length % 2 === 0 || (await isBegun())) await quieten()
      const begun = (await isBegun()) ? unitsInHub : unitsInShop
      whole = stock === 'hub' ? await Promise.all(goods.map(async (good) => (await begun(good)) ?? 0)) : null
      const half = history.length >> 1
      const found: string[] = []
      for (const part of [history.slice(0, half), history.slice(half)]) {
        for (const step of part) await act(step)
        await quieten()
        found.push(...(await differences()), ...(await miscounted()))
      }
      await shop.end(orders)
      await quieten()
      return [...found, ...(await differences()), ...(await wrongLedger(db, sellerId))].map(
        (each) => `${stock}: ${each}`,
      )
    },
  }
}

/** Listings whose movements do not add up to what they have. */
async function wrongLedger(db: TestDatabase, sellerId: number): Promise<string[]> {
  const rows = await db.owner
    .selectFrom('listings as l')
    .innerJoin('stock_movements as m', (join) =>
      join.onRef('m.seller_id', '=', 'l.seller_id').onRef('m.listing_id', '=', 'l.id'),
    )
    .select(({ fn }) => ['l.item_number', 'l.on_hand', 'l.reserved', fn.sum<string>('m.on_hand_change').as('moved')])
    .select(({ fn }) => fn.sum<string>('m.reserved_change').as('held'))
    .where('l.seller_id', '=', sellerId)
    .groupBy(['l.seller_id', 'l.id'])
    .execute()
  return rows
    .filter((row) => Number(row.moved) !== row.on_hand || Number(row.held) !== row.reserved)
    .map(({ item_number: item }) => `the ledger of ${item}`)
}
