import path from 'node:path'
import { expect } from 'vitest'
import { newSecret } from '#lib/webhook-signature.ts'
import { freePort } from '#server/free-port.ts'
import { dataFolder } from '#server/testing-process.ts'
import { mapped, minorOf, type Environment, type ShopListing, type ShopOrder, type Source } from './kit/index.ts'
import { afterSaleIn, expectAllKinds, nothing, parcelOf, worthIn, type AfterSale } from './testing-compare.ts'
import { connectableHub, startProgram, trackingNumberOf } from './testing-hub.ts'

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
  /** Takes one unit of its longest line away, and gives its money back. */
  takeBack: (id: string) => Promise<void>
  /** Adds one unit of its first line, which is paid. */
  add: (id: string) => Promise<void>
  /** Gives all of it to a buyer who collects it. */
  handOver: (id: string) => Promise<void>
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
  /** The line of which the hub cancels a unit: the longest, where the shop lists lines in no order. */
  cancels: 'first' | 'longest'
  /** What the shop says of parcels and handovers that are taken back; null if it takes them back. */
  keeps: RegExp | null
}

const seller = 's-42'

/** Polls seldom, since each look costs a shop as much as a request of its connector. */
const later = <T>(look: () => T | Promise<T>) => expect.poll(look, { interval: 500 })

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

  const listings: ShopListing[] = await all(mapped(source.listings(null)))
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
    const wanted: ShopOrder[] = await all(mapped(source.orders(null)))
    expect(wanted).toHaveLength(bought)
    // What was edited is compared at the end.
    const isEdited = (id: string) => edited.has(id)
    await later(async () =>
      [...(await hub.orders())].map(([id, { total }]) => `${id} ${isEdited(id) ? '' : total}`).toSorted(),
    ).toEqual(wanted.map(({ id, total }) => `${id} ${isEdited(id) ? '' : total.value}`).toSorted())
  }

  const ids = await buy(28)
  const [first = '', second = ''] = ids
  let connector = await run()
  await hub.ask('POST', '/webhooks', { url: `${url}/hub`, secret })
  await expectSame()

  // All variants are on sale, with the units that the shop has.
  const onSale = await hub.client.call('listListings', { path: { seller }, query: { limit: 200 } })
  const sold = onSale.items.flatMap(({ id, variations }) =>
    variations.length > 0 ? variations.flatMap((each) => each.id ?? []) : [id],
  )
  const readKept = async () => {
    const status = await startProgram([main, 'status'], env, '\n')
    await status.ended
    const kept = status.output().split('\n')
    return kept.filter((line) => /^(listing|order|shipment|refund|cancellation|handOver) /.test(line))
  }
  expect(await readKept()).toEqual([])
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
  // One of them had a coupon.
  const couponed = ids[17] ?? ''
  edited.add(taken).add(added).add(couponed)
  await staff.takeAway(taken)
  await staff.takeAway(couponed)
  await staff.add(added)
  await later(
    async () => ((await hub.ask('GET', `/sellers/${seller}/orders/${second}`)) as Addressed).shipTo.line1,
  ).toBe('10 High Street')
  await later(() => afterSaleIn(hub, shipped)).toEqual({ ...nothing, parcels: [parcelOf(3)] })
  await later(() => afterSaleIn(hub, refunded)).toEqual({ ...nothing, refunds: [200] })
  await later(async () => (await hub.orders()).get(collected)?.status).toBe('DELIVERED')
  await later(() => unitsIn(taken)).toBe(units.taken - 1)
  await later(() => unitsIn(added)).toBe(units.added + 1)

  // A partial parcel, and money back for a line.
  const number = (await hub.orders()).get(second)?.number ?? ''
  await hub.ship(number, [{ line: 1, quantity: 1 }], trackingNumberOf(1))
  await hub.refund(number, 1, '1.50')
  const told = { parcels: [parcelOf(1)], refunds: [150] }
  await later(() => shop.afterSale(second)).toEqual(told)

  // What the seller cancels and hands over in the hub is so in the shop.
  const [inPart = '', whole = '', handed = '', reduced = '', voided = ''] = [14, 24, 18, 11, 4].map((nth) => ids[nth])
  edited.add(inPart).add(whole).add(reduced)
  const numberIn = async (id: string) => (await hub.orders()).get(id)?.number ?? ''
  const shopUnits = async () => {
    const orders = await Promise.all([inPart, reduced].map((id) => source.order({ seller, id })))
    return orders.map((order) => order?.order.lines.reduce((sum, { quantity }) => sum + quantity, 0) ?? 0)
  }
  const before = await shopUnits()
  await hub.cancel(await numberIn(inPart), contract.cancels)
  await hub.cancel(await numberIn(reduced), contract.cancels)
  await hub.cancel(await numberIn(whole), 'order')
  await hub.handOver(await numberIn(handed))
  await hub.ship(await numberIn(voided), [{ line: 1, quantity: 1 }], trackingNumberOf(5))
  await later(shopUnits).toEqual(before.map((count) => count - 1))
  await later(async () => (await source.order({ seller, id: whole }))?.isCancelled).toBe(true)
  await later(async () => (await source.order({ seller, id: handed }))?.finished).toBeTruthy()
  await later(() => shop.afterSale(voided)).toMatchObject({ parcels: [parcelOf(5)] })

  // What the seller takes back there is taken back in the shop, and can go again; or it is listed with the reason.
  await hub.takeBack(await numberIn(voided))
  await hub.takeBack(await numberIn(handed))
  const { keeps } = contract
  if (keeps === null) {
    await later(() => shop.afterSale(voided)).toMatchObject({ parcels: [] })
    await later(async () => (await source.order({ seller, id: handed }))?.finished).toBeUndefined()
    await hub.ship(await numberIn(voided), [{ line: 1, quantity: 1 }], trackingNumberOf(6))
    await hub.handOver(await numberIn(handed))
    await later(() => shop.afterSale(voided)).toMatchObject({ parcels: [parcelOf(6)] })
    await later(async () => (await source.order({ seller, id: handed }))?.finished).toBeTruthy()
  }
  const stays = (what: string) => expect.stringMatching(new RegExp(`^${what} .*${keeps?.source}`))
  const kept = keeps === null ? [] : [stays('handOver')]
  await later(async () => (await readKept()).toSorted()).toEqual([
    ...kept,
    ...(keeps === null ? [] : [stays('shipment')]),
  ])
  // The number was wrong: sent again, it is the right one there, also of a parcel that left from the shop.
  const again = keeps === null ? [] : [voided]
  await hub.takeBack(await numberIn(shipped))
  if (keeps === null) await later(() => shop.afterSale(shipped)).toMatchObject({ parcels: [] })
  for (const id of again) await hub.ship(await numberIn(id), [{ line: 1, quantity: 1 }], trackingNumberOf(6))
  for (const id of again) await later(() => shop.afterSale(id)).toMatchObject({ parcels: [parcelOf(6)] })
  await hub.ship(await numberIn(shipped), [{ line: 1, quantity: 1 }], trackingNumberOf(7))
  await later(() => shop.afterSale(shipped)).toMatchObject({ parcels: [parcelOf(7)] })
  await later(async () => (await readKept()).toSorted()).toEqual(kept)

  // Each side is killed while the others go on.
  await connector.kill()
  await buy(5)
  await staff.refund(refunded, 100)
  // The shop's refund is that of the units: the hub makes no other.
  const repaid = ids[10] ?? ''
  const unitsBefore = await unitsIn(repaid)
  edited.add(repaid)
  await staff.takeBack(repaid)
  await hub.ship((await hub.orders()).get(first)?.number ?? '', [{ line: 1, quantity: 1 }], trackingNumberOf(2))
  connector = await run()
  await expectSame()
  await later(() => shop.afterSale(first)).toMatchObject({ parcels: [parcelOf(2)] })
  await later(() => unitsIn(repaid)).toBe(unitsBefore - 1)
  expect((await shop.afterSale(repaid)).refunds).toHaveLength(1)
  await hub.kill()
  await buy(5)
  await hub.start()
  await expectSame()
  await shop.kill()
  await shop.start()
  await buy(2)
  await expectSame()

  // To the cent, once each, in both directions.
  const compared = [first, second, shipped, added, refunded, taken, couponed, repaid, inPart, reduced]
  for (const id of [...compared, voided]) {
    await later(() => afterSaleIn(hub, id)).toEqual(await sortedAfterSale(shop, id))
    // What people paid back for units they rounded themselves.
    if (id === repaid) continue
    const order = await source.order({ seller, id })
    expect(`${id} ${await worthIn(hub, id)}`).toBe(`${id} ${order && minorOf(order.total)}`)
  }
  expect(await shop.afterSale(second)).toEqual(told)
  expect((await shop.afterSale(refunded)).refunds.toSorted((a, b) => a - b)).toEqual([100, 200])
  expect((await readKept()).toSorted()).toEqual(kept)
  expectAllKinds((await all(mapped(source.orders(null)))).map(({ order }) => order))
  const { shop: reported } = (await hub.ask('GET', `/connections/${name}`)) as { shop: { version: string | null } }
  expect(reported.version).toMatch(/^\d+\.\d+\.\d+$/)
  await connector.kill('SIGTERM')
  return { shop, source }
}

async function sortedAfterSale(shop: RealShop, id: string): Promise<AfterSale> {
  const { parcels, refunds } = await shop.afterSale(id)
  return { parcels, refunds: refunds.toSorted((a, b) => a - b) }
}

interface Addressed {
  shipTo: { line1: string | null }
}
