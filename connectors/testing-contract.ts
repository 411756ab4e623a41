import path from 'node:path'
import { expect } from 'vitest'
import { newSecret } from '#features/shop/webhooks/signature.ts'
import { freePort } from '#server/free-port.ts'
import { dataFolder } from '#server/process-testing.ts'
import type { Environment, ShopListing, ShopOrder, Source } from './kit/index.ts'
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
  /** Corrects an order's address, in shops that can. */
  correctAddress?: (id: string, line1: string) => Promise<void>
}

/** What the seller did in the hub, as the shop has it. */
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
 * Runs hub, shop and connector as processes: 40 orders to the cent, a partial parcel, money back for a line, and each of
 * the three killed while the others go on. Returns the running shop and its source.
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
  const env = {
    ...shop.connectorEnv(),
    HUB_URL: hub.url,
    HUB_KEY: hub.key,
    HUB_WEBHOOK_SECRET: secret,
    DATA_DIR: folder,
    HOST: '127.0.0.1',
    CONNECTOR_PORT: new URL(url).port,
    ROUND_EVERY: String(contract.every),
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

  let bought = 0
  const buy = async (count: number) => {
    const ids: string[] = []
    for (let nth = 0; nth < count; nth += 1) ids.push(await shop.buy(bought++))
    return ids
  }
  const expectSame = async () => {
    const wanted: ShopOrder[] = await all(source.orders(null))
    expect(wanted).toHaveLength(bought)
    await expect
      .poll(async () => [...(await hub.orders())].map(([id, { total }]) => `${id} ${total}`).toSorted())
      .toEqual(wanted.map(({ id, total }) => `${id} ${total.value}`).toSorted())
  }

  const [first = '', second = ''] = await buy(28)
  let connector = await run()
  await hub.ask('POST', '/webhooks', { url: `${url}/hub`, types: ['order.shipped', 'order.refunded'], secret })
  await expectSame()

  // All variants are on sale, with the units that the shop has.
  const onSale = await hub.client.call('listListings', { path: { seller }, query: { limit: 200 } })
  const sold = onSale.items.flatMap(({ id, variations }) =>
    variations.length > 0 ? variations.flatMap((each) => each.id ?? []) : [id],
  )
  const status = await startProgram([main, 'status'], env, '\n')
  await status.ended
  const kept = status.output().split('\n')
  expect(kept.filter((line) => line.startsWith('listing ') || line.startsWith('order '))).toEqual([])
  expect(sold.map(String).toSorted()).toEqual(variants.toSorted())

  if (shop.correctAddress) {
    await shop.correctAddress(second, '10 High Street')
    await expect
      .poll(async () => ((await hub.ask('GET', `/sellers/${seller}/orders/${second}`)) as Addressed).shipTo.line1)
      .toBe('10 High Street')
  }

  // A partial parcel, and money back for a line.
  const number = (await hub.orders()).get(second)?.number ?? ''
  await hub.ship(number, [{ line: 1, quantity: 1 }], trackingNumberOf(1))
  await hub.refund(number, 1, '1.50')
  const told = { parcels: [{ trackingNumber: trackingNumberOf(1), units: [1] }], refunds: [150] }
  await expect.poll(() => shop.afterSale(second)).toEqual(told)

  // Each side is killed while the others go on.
  await connector.kill()
  await buy(5)
  await hub.ship((await hub.orders()).get(first)?.number ?? '', [{ line: 1, quantity: 1 }], trackingNumberOf(2))
  connector = await run()
  await expectSame()
  await expect.poll(() => shop.afterSale(first)).toMatchObject({ parcels: [{ trackingNumber: trackingNumberOf(2) }] })
  await hub.kill()
  await buy(5)
  await hub.start()
  await expectSame()
  await shop.kill()
  await shop.start()
  await buy(2)
  await expectSame()
  expect(await shop.afterSale(second)).toEqual(told)
  await connector.kill('SIGTERM')
  return { shop, source }
}

interface Addressed {
  shipTo: { line1: string | null }
}
