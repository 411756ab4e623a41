import { rowOf } from '#db/testing-row.ts'
import { createServer } from 'node:http'
import sharp from 'sharp'
import { afterAll } from 'vitest'
import { testDatabase } from '#db/testing.ts'
import { addFormProducts, addFormShop } from '#features/selling/listing-form/testing.ts'
import { portOf } from '#lib/listening.ts'
import { sellHub } from './testing.ts'

const switching = 'HTTP/1.1 101 Switching Protocols\r\nConnection: Upgrade\r\nUpgrade: websocket\r\n\r\n'

/** A seller's server with a different picture for each path. */
async function startPictures() {
  const asked: string[] = []
  const server = createServer((request, response) => {
    asked.push(request.url!)
    if (request.url === '/moved') return response.writeHead(302, { location: '/red' }).end()
    if (request.url === '/none') return response.writeHead(404).end()
    // Like a server that switches protocols.
    if (request.url === '/upgrade') return void request.socket.write(switching)
    if (request.url === '/text') return response.end('no picture at all')
    const picture = sharp({ create: { width: 600, height: 400, channels: 3, background: request.url!.slice(1) } })
    return void picture
      .png()
      .toBuffer()
      .then((file) => response.end(file))
  })
  await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening))
  afterAll(() => server.close())
  return { url: `http://127.0.0.1:${portOf(server)}`, asked }
}

const aspects = { Model: ['M3'], Type: ['Rangefinder'], 'Film format': ['35 mm'], Mount: ['Leica M'] }

/** Complete response to a tool, with status. */
export interface ToolAnswer {
  status: number
  // oxlint-disable-next-line typescript/no-explicit-any -- each address answers its own; tests read what they expect
  data: any
}

/** A shop, a tool that lists items for it, and the tool's bodies; removed after the file's tests. */
export async function toolShop() {
  const db = await testDatabase()
  const sell = await sellHub(db)
  const shop = await addFormShop(sell.hub, db, 'tool-shop')
  await addFormProducts(db)
  const pictures = await startPictures()
  const typed = await shop.complete()
  const policies = {
    fulfillmentPolicyId: typed['policy.FULFILMENT']!,
    paymentPolicyId: typed['policy.PAYMENT']!,
    returnPolicyId: typed['policy.RETURN']!,
  }
  const { inventory } = sell.toolOf(await sell.makeKey(shop.sellerId)).sell

  const camera = (change: object = {}, quantity = 2) => ({
    condition: 'USED_EXCELLENT',
    availability: { shipToLocationAvailability: { quantity } },
    product: {
      title: 'Leica M3, 1957',
      description: 'Serviced in 2025.',
      brand: 'Leica',
      // The client's type is a text, eBay's contract an object.
      aspects: aspects as unknown as string,
      imageUrls: [`${pictures.url}/red`, `${pictures.url}/moved`],
      ...change,
    },
    packageWeightAndSize: {
      weight: { value: 2, unit: 'POUND' },
      dimensions: { length: 10, width: 6, height: 4, unit: 'INCH' },
    },
  })
  const offerOf = (change: object = {}) => ({
    categoryId: 'Cameras & Photography > Film Cameras',
    listingPolicies: policies,
    pricingSummary: { price: { value: '1249.00', currency: 'GBP' } },
    ...change,
  })
  const newOffer = (sku: string, change: object = {}) => ({
    sku,
    marketplaceId: 'EBAY_GB',
    format: 'FIXED_PRICE',
    ...offerOf(change),
  })
  const listingOf = (item: string) => rowOf(db.owner, 'listings', { seller_id: shop.sellerId, item_number: item })
  /** Complete response with status. */
  async function answerOf(asked: (tool: typeof inventory) => Promise<unknown>): Promise<ToolAnswer> {
    const { status, data } = (await asked(inventory.api({ returnResponse: true }))) as ToolAnswer
    return { status, data }
  }
  return { db, sell, shop, pictures, policies, inventory, camera, offerOf, newOffer, listingOf, answerOf }
}
