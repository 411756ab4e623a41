import path from 'node:path'
import { expect, it } from 'vitest'
import { newSecret } from '#features/shop/webhooks/signature.ts'
import { freePort } from '#server/free-port.ts'
import { dataFolder } from '#server/process-testing.ts'
import { connectableHub, startProgram, trackingNumberOf } from '../testing-hub.ts'
import type { ShopListing, ShopOrder } from '../kit/index.ts'
import { vendureIn } from './testing-vendure.ts'
import { createVendureSource } from './vendure-source.ts'

const seller = 's-42'

async function all<T>(list: AsyncIterable<T>): Promise<T[]> {
  const found: T[] = []
  for await (const each of list) found.push(each)
  return found
}

it('Vendure’s 88 variants and its orders are in the hub to the cent, parcels and refunds are in Vendure, and killing any side loses nothing and doubles nothing', async () => {
  const folder = await dataFolder()
  const shop = await vendureIn(path.join(folder, 'vendure'), await freePort())
  await shop.start({ isNew: true })
  const hub = await connectableHub({ seller, currency: 'USD' })
  const webhookPort = await freePort()
  const secret = newSecret()
  const env = {
    ...shop.connectorEnv,
    VENDURE_SELLER: seller,
    HUB_URL: hub.url,
    HUB_KEY: hub.key,
    HUB_WEBHOOK_SECRET: secret,
    DATA_DIR: folder,
    HOST: '127.0.0.1',
    CONNECTOR_PORT: String(webhookPort),
    ROUND_EVERY: '2',
  }
  const source = createVendureSource(env)

  // Vendure's collections are categories of the hub.
  const listings: ShopListing[] = await all(source.listings(null))
  const categories = [...new Set(listings.map(({ listing }) => listing.category))]
  await hub.ask('PUT', '/category-map', {
    categories: categories.map((each) => ({ shop: each, category: 'Collectables' })),
  })
  const variants = listings.flatMap(({ id, listing }) => listing.variations?.map((each) => each.id) ?? [id])
  expect(variants).toHaveLength(88)

  const { productVariants } = await shop.api.read<{ productVariants: { items: { id: string }[] } }>(
    '{ productVariants(options: { take: 8, sort: { id: ASC } }) { items { id } } }',
  )
  const ids = productVariants.items.map(({ id }) => id)
  const promotion = `mutation ($input: CreatePromotionInput!) { createPromotion(input: $input) { ... on Promotion { id } ... on ErrorResult { errorCode message } } }`
  await shop.api.change(promotion, {
    input: {
      enabled: true,
      couponCode: 'TEN',
      conditions: [],
      actions: [{ code: 'order_percentage_discount', arguments: [{ name: 'discount', value: '10' }] }],
      translations: [{ languageCode: 'en', name: 'Ten percent' }],
    },
  })
  const buy = async (count: number) => {
    const codes: string[] = []
    for (let nth = 0; nth < count; nth += 1)
      codes.push(
        await shop.buy({
          name: `Buyer${nth} Example`,
          lines: ids.slice(nth % 6, (nth % 6) + 1 + (nth % 3)).map((variant, at) => ({ variant, quantity: 1 + at })),
          ...(nth % 2 ? { coupon: 'TEN' } : {}),
        }),
      )
    return codes
  }
  const expectSame = async () => {
    const wanted: ShopOrder[] = await all(source.orders(null))
    await expect
      .poll(async () => [...(await hub.orders())].map(([id, { total }]) => `${id} ${total}`).toSorted())
      .toEqual(wanted.map(({ id, total }) => `${id} ${total.value}`).toSorted())
  }
  const parcelsOf = async (code: string) => {
    const { orders } = await shop.api.read<Placed>(
      `query ($code: String!) { orders(options: { filter: { code: { eq: $code } } }) { items {
        state fulfillments { state trackingCode lines { quantity } } payments { refunds { state total } } } } }`,
      { code },
    )
    return orders.items[0]
  }

  const [first = '', second = ''] = await buy(20)
  const run = () => startProgram(['connectors/vendure/main.ts', 'run'], env, 'are connected')
  let connector = await run()
  await hub.ask('POST', '/webhooks', {
    url: `http://127.0.0.1:${webhookPort}/hub`,
    types: ['order.shipped', 'order.refunded'],
    secret,
  })
  await expectSame()

  // All variants are on sale, with the units that Vendure has.
  const onSale = await hub.client.call('listListings', { path: { seller }, query: { limit: 200 } })
  const sold = onSale.items.flatMap(({ id, variations }) =>
    variations.length > 0 ? variations.flatMap((each) => each.id ?? []) : [id],
  )
  const status = await startProgram(['connectors/vendure/main.ts', 'status'], env, '\n')
  await status.ended
  expect(
    status
      .output()
      .split('\n')
      .filter((line) => line.startsWith('listing ')),
  ).toEqual([])
  expect(sold.map(String).toSorted()).toEqual(variants.toSorted())

  // A partial parcel, and money back for a line.
  const number = (await hub.orders()).get(second)?.number ?? ''
  await hub.ship(number, [{ line: 1, quantity: 1 }], trackingNumberOf(1))
  await hub.refund(number, 1, '1.50')
  await expect
    .poll(() => parcelsOf(second))
    .toMatchObject({
      state: 'PartiallyShipped',
      fulfillments: [{ state: 'Shipped', trackingCode: trackingNumberOf(1), lines: [{ quantity: 1 }] }],
      payments: [{ refunds: [{ state: 'Settled', total: 150 }] }],
    })

  // Each side is killed while the others go on.
  await connector.kill()
  await buy(5)
  await hub.ship((await hub.orders()).get(first)?.number ?? '', [{ line: 1, quantity: 1 }], trackingNumberOf(2))
  connector = await run()
  await expectSame()
  await expect.poll(() => parcelsOf(first)).toMatchObject({ fulfillments: [{ trackingCode: trackingNumberOf(2) }] })
  await hub.kill()
  await buy(5)
  await hub.start()
  await expectSame()
  await shop.kill()
  await shop.start()
  await buy(2)
  await expectSame()
  expect((await parcelsOf(second))?.fulfillments).toHaveLength(1)
  await connector.kill('SIGTERM')
})

interface Placed {
  orders: {
    items: {
      state: string
      fulfillments: { state: string; trackingCode: string; lines: { quantity: number }[] }[]
      payments: { refunds: { state: string; total: number }[] }[]
    }[]
  }
}
