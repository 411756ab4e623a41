import path from 'node:path'
import { expect } from 'vitest'
import { newSecret } from '#features/shop/webhooks/signature.ts'
import { freePort } from '#server/free-port.ts'
import { dataFolder } from '#server/process-testing.ts'
import {
  minorOf,
  type Environment,
  type OrderBody,
  type ShopListing,
  type ShopOrder,
  type Source,
} from './kit/index.ts'
import { connectableHub, startProgram, trackingNumberOf, type ConnectableHub } from './testing-hub.ts'

/** Where a shop runs, and for whom. */
export interface ShopPlace {
  folder: string
  port: number
  /** The seller's id in the hub. */
  seller: string
  /** Where its wake-ups go. */
  wakeUrl: string
}

/** A shop from npm in a process of its own, as the contract drives it. */
export interface RealShop {
  start: (options?: { isNew?: boolean }) => Promise<void>
  kill: () => Promise<void>
  /** Settings of its connector, once it was started. */
  connectorEnv: () => Record<string, string>
  /**
   * Buys and pays; orders differ by `nth`. The first two are in the seller's currency, and of goods in parcels. Returns
   * the order's id in the hub.
   */
  buy: (nth: number) => Promise<string>
  /** Parcels and refunds of an order, as the shop has them. */
  afterSale: (id: string) => Promise<AfterSale>
  staff: ShopStaff
}

/** What the shop's own staff does with an order. */
export interface ShopStaff {
  correctAddress: (id: string, line1: string) => Promise<void>
  /** Sends one unit of its first line. */
  ship: (id: string, trackingNumber: string) => Promise<void>
  /** Gives money back, in minor units. */
  refund: (id: string, minor: number) => Promise<void>
  /** Takes one unit of its first line away. */
  takeAway: (id: string) => Promise<void>
  /** Adds one unit of its first line, which is paid. */
  add: (id: string) => Promise<void>
  /** Gives all of it to a buyer who collects it. */
  handOver: (id: string) => Promise<void>
}

/** What happened to an order, as the shop has it. */
export interface AfterSale {
  parcels: { trackingNumber: string | null; units: number[] }[]
  /** In minor units. */
  refunds: number[]
}

interface Contract {
  /** Folder of the connector. */
  connector: string
  createSource: (env: Environment) => Source
  /** Makes the shop, which is not running yet. */
  shopIn: (place: ShopPlace) => Promise<RealShop>
  currency: string
  /** Variants on sale, and products without variants. */
  variants: number
  /** A PostgreSQL database for the connector's memory. */
  outboxUrl?: string
  /** Seconds between rounds: many, where the shop wakes its connector. */
  every: number
}

const seller = 's-42'

/** All that a source lists. */
export async function all<T>(list: AsyncIterable<T>): Promise<T[]> {
  const found: T[] = []
  for await (const each of list) found.push(each)
  return found
}

/**
 * Runs hub, shop and connector as processes: 40 orders of all kinds to the cent, parcels, refunds and edits on either
 * side, and each of the three killed while the others go on. Returns the running shop and its source.
 */
export async function expectContract(contract: Contract): Promise<{ shop: RealShop; source: Source }> {
  const { connector: name, createSource, currency } = contract
  const folder = await dataFolder()
  const url = `http://127.0.0.1:${await freePort()}`
  const place = { folder: path.join(folder, name), port: await freePort(), seller, wakeUrl: `${url}/shop` }
  const shop = await contract.shopIn(place)
  await shop.start({ isNew: true })
  const hub = await connectableHub({ seller, currency })
  const secret = newSecret()
  const env: Record<string, string> = {
    ...shop.connectorEnv(),
    HUB_URL: hub.url,
    HUB_KEY: hub.key,
    HUB_WEBHOOK_SECRET: secret,
    DATA_DIR: folder,
    HOST: '127.0.0.1',
    CONNECTOR_PORT: new URL(url).port,
    ROUND_EVERY: String(contract.every),
    ...(contract.outboxUrl ? { OUTBOX_URL: contract.outboxUrl } : {}),
  }
  const source = createSource(env)
  const main = `connectors/${name}/main.ts`
  const run = () => startProgram([main, 'run'], env, 'are connected')

  const listings: ShopListing[] = await all(source.listings(null))
  const categories = [...new Set(listings.map(({ listing }) => listing.category))]
  await hub.ask('PUT', '/category-map', {
    categories: categories.map((each) => ({ shop: each, category: 'Collectables' })),
  })
  const variants = listings.flatMap(({ id, listing }) => listing.variations?.map((each) => each.id) ?? [id])
  expect(variants).toHaveLength(contract.variants)
  // A product without a picture, which is on sale all the same.
  expect(listings.filter(({ listing }) => !listing.pictures?.length)).toHaveLength(1)
  env.PLACEHOLDER_PICTURE = listings.flatMap(({ listing }) => listing.pictures ?? [])[0] ?? ''

  let bought = 0
  const edited = new Set<string>()
  const buy = async (count: number) => {
    const ids: string[] = []
    for (let nth = 0; nth < count; nth += 1) ids.push(await shop.buy(bought++))
    return ids
  }
  const expectSame = async () => {
    const wanted: ShopOrder[] = await all(source.orders(null))
    expect(wanted).toHaveLength(bought)
    // What was edited is compared at the end.
    const isEdited = (id: string) => edited.has(id)
    await expect
      .poll(async () =>
        [...(await hub.orders())].map(([id, { total }]) => `${id} ${isEdited(id) ? '' : total}`).toSorted(),
      )
      .toEqual(wanted.map(({ id, total }) => `${id} ${isEdited(id) ? '' : total.value}`).toSorted())
  }

  const ids = await buy(28)
  const [first = '', second = ''] = ids
  let connector = await run()
  await hub.ask('POST', '/webhooks', { url: `${url}/hub`, types: ['order.shipped', 'order.refunded'], secret })
  await expectSame()

  // All variants are on sale, with the units that the shop has.
  const onSale = await hub.client.call('listListings', { path: { seller }, query: { limit: 200 } })
  const sold = onSale.items.flatMap(({ id, variations }) =>
    variations.length > 0 ? variations.flatMap((each) => each.id ?? []) : [id],
  )
  const expectNothingKept = async () => {
    const status = await startProgram([main, 'status'], env, '\n')
    await status.ended
    const kept = status.output().split('\n')
    expect(kept.filter((line) => /^(listing|order|shipment|refund) /.test(line))).toEqual([])
  }
  await expectNothingKept()
  expect(sold.map(String).toSorted()).toEqual(variants.toSorted())

  // What the shop's own staff does is in the hub.
  const { staff } = shop
  const [shipped = '', added = '', refunded = '', collected = '', taken = ''] = [2, 9, 7, 8, 20].map((nth) => ids[nth])
  const unitsIn = async (id: string) => {
    const lines = (await hub.orders()).get(id)?.lines ?? []
    return lines.reduce((sum, { quantity, cancelled }) => sum + quantity - cancelled, 0)
  }
  const units = { added: await unitsIn(added), taken: await unitsIn(taken) }
  await staff.correctAddress(second, '10 High Street')
  await staff.ship(shipped, trackingNumberOf(3))
  await staff.refund(refunded, 200)
  await staff.handOver(collected)
  edited.add(taken).add(added)
  await staff.takeAway(taken)
  await staff.add(added)
  await expect
    .poll(async () => ((await hub.ask('GET', `/sellers/${seller}/orders/${second}`)) as Addressed).shipTo.line1)
    .toBe('10 High Street')
  await expect.poll(() => afterSaleIn(hub, shipped)).toEqual({ ...nothing, parcels: [parcelOf(3)] })
  await expect.poll(() => afterSaleIn(hub, refunded)).toEqual({ ...nothing, refunds: [200] })
  await expect.poll(async () => (await hub.orders()).get(collected)?.status).toBe('DELIVERED')
  await expect.poll(() => unitsIn(taken)).toBe(units.taken - 1)
  await expect.poll(() => unitsIn(added)).toBe(units.added + 1)

  // A partial parcel, and money back for a line.
  const number = (await hub.orders()).get(second)?.number ?? ''
  await hub.ship(number, [{ line: 1, quantity: 1 }], trackingNumberOf(1))
  await hub.refund(number, 1, '1.50')
  const told = { parcels: [parcelOf(1)], refunds: [150] }
  await expect.poll(() => shop.afterSale(second)).toEqual(told)

  // What the seller cancels and hands over in the hub is so in the shop.
  const [inPart = '', whole = '', handed = ''] = [14, 24, 18].map((nth) => ids[nth])
  edited.add(inPart).add(whole)
  const numberIn = async (id: string) => (await hub.orders()).get(id)?.number ?? ''
  const shopUnits = async () => {
    const order = await source.order({ seller, id: inPart })
    return order?.order.lines.reduce((sum, { quantity }) => sum + quantity, 0)
  }
  const before = (await shopUnits()) ?? 0
  await hub.cancel(await numberIn(inPart), 'unit')
  await hub.cancel(await numberIn(whole), 'order')
  await hub.handOver(await numberIn(handed))
  await expect.poll(shopUnits).toBe(before - 1)
  await expect.poll(async () => (await source.order({ seller, id: whole }))?.isCancelled).toBe(true)
  await expect.poll(async () => (await source.order({ seller, id: handed }))?.finished).toBeTruthy()

  // Each side is killed while the others go on.
  await connector.kill()
  await buy(5)
  await staff.refund(refunded, 100)
  await hub.ship((await hub.orders()).get(first)?.number ?? '', [{ line: 1, quantity: 1 }], trackingNumberOf(2))
  connector = await run()
  await expectSame()
  await expect.poll(() => shop.afterSale(first)).toMatchObject({ parcels: [parcelOf(2)] })
  await hub.kill()
  await buy(5)
  await hub.start()
  await expectSame()
  await shop.kill()
  await shop.start()
  await buy(2)
  await expectSame()

  // To the cent, once each, in both directions.
  for (const id of [first, second, shipped, added, refunded, taken, inPart]) {
    await expect.poll(() => afterSaleIn(hub, id)).toEqual(await shop.afterSale(id))
    const order = await source.order({ seller, id })
    expect(`${id} ${await worthIn(hub, id)}`).toBe(`${id} ${order && minorOf(order.total)}`)
  }
  expect(await shop.afterSale(second)).toEqual(told)
  expect((await shop.afterSale(refunded)).refunds.toSorted((a, b) => a - b)).toEqual([100, 200])
  await expectNothingKept()
  expectAllKinds((await all(source.orders(null))).map(({ order }) => order))
  const { shop: reported } = (await hub.ask('GET', `/connections/${name}`)) as { shop: { version: string | null } }
  expect(reported.version).toMatch(/^\d+\.\d+\.\d+$/)
  await connector.kill('SIGTERM')
  return { shop, source }
}

const nothing: AfterSale = { parcels: [], refunds: [] }
const parcelOf = (nth: number) => ({ trackingNumber: trackingNumberOf(nth), units: [1] })

/** Parcels and refunds of an order, as the hub has them. */
async function afterSaleIn(hub: ConnectableHub, id: string): Promise<AfterSale> {
  const { parcels = [], refunds = [] } = (await hub.orders()).get(id) ?? {}
  return {
    parcels: parcels.map(({ trackingNumber, contents }) => ({
      trackingNumber,
      units: contents.map(({ quantity }) => quantity),
    })),
    refunds: refunds.map(({ amount }) => minorOf(amount)),
  }
}

/** What an order costs in the hub without the units that were cancelled, in minor units. */
async function worthIn(hub: ConnectableHub, id: string): Promise<number> {
  const order = (await hub.orders()).get(id)
  if (!order) throw new Error(`The hub has no order ${id}.`)
  const gone = order.refunds.filter(({ reason }) => reason.endsWith('_CANCEL'))
  return gone.reduce(
    (left, { amount }) => left - minorOf(amount),
    minorOf({ value: order.total, currency: order.currency }),
  )
}

/** All kinds of orders that the contract is about are among these. */
function expectAllKinds(orders: readonly OrderBody[]): void {
  const some = (is: (order: OrderBody) => boolean) => orders.some(is)
  expect({
    orders: orders.length,
    guest: some(({ buyer }) => !buyer.id),
    discount: some(({ lines }) => lines.some(({ discount }) => discount && minorOf(discount) > 0)),
    taxes: new Set(orders.flatMap(({ lines }) => lines.flatMap(({ taxes }) => taxes?.map(({ rate }) => rate) ?? [])))
      .size,
    currencies: new Set(orders.map(({ currency }) => currency)).size,
    deliveries: new Set(orders.map(({ delivery }) => delivery ?? 'SHIP')),
    noSku: some(({ lines }) => lines.some(({ sku }) => !sku)),
  }).toEqual({
    orders: 40,
    guest: true,
    discount: true,
    taxes: 2,
    currencies: 2,
    deliveries: new Set(['SHIP', 'DIGITAL', 'COLLECT']),
    noSku: true,
  })
}

interface Addressed {
  shipTo: { line1: string | null }
}
