import { rm } from 'node:fs/promises'
import path from 'node:path'
import { startProgram, type Program } from '../testing-hub.ts'
import type { ExampleOffer, ExampleOrder, ExampleQuestion, ShopProduct } from './shop-types.ts'

/** The example shop in a process of its own, as a test sees it. */
export type ExampleShop = ReturnType<typeof exampleShop>

interface ShopOptions {
  port: number
  webhookUrl: string
  /** Data of the shop and of its connector. */
  folder: string
  seller: string
}

const token = 'token-of-the-shop'
const secret = 'secret-of-its-webhooks'

type NewProduct = Omit<ShopProduct, 'changedAt'>
type NewOrder = Omit<ExampleOrder, 'changedAt'>

/** A shop with five products and all kinds of orders; it is not running yet. */
export function exampleShop({ port, webhookUrl, folder, seller }: ShopOptions) {
  const url = `http://127.0.0.1:${port}`
  let running: Program
  let sold = 0
  const request = async (method: string, to: string, body?: object): Promise<unknown> => {
    const answer = await fetch(url + to, {
      method,
      headers: { authorization: `Bearer ${token}` },
      ...(body ? { body: JSON.stringify(body) } : {}),
    })
    const text = await answer.text()
    if (!answer.ok) throw new Error(`${method} ${to}: ${answer.status} ${text}`)
    return text ? JSON.parse(text) : null
  }
  const orders = async () => (await request('GET', '/orders')) as ExampleOrder[]
  const product = async (id: string) => (await request('GET', `/products/${id}`)) as ShopProduct
  const save = (kind: 'products' | 'orders', thing: NewProduct | NewOrder) =>
    request('PUT', `/${kind}/${thing.id}`, thing)
  const photos = [`${url}/photo.jpg`]
  const fillProducts = async () => {
    for (const each of products(photos)) await save('products', { ...each, seller })
  }
  const sell = async (count: number) => {
    for (let nth = 0; nth < count; nth += 1) await save('orders', { ...contractOrder((sold += 1)), seller })
  }
  return {
    connectorEnv: { SHOP_URL: url, SHOP_TOKEN: token, SHOP_WEBHOOK_SECRET: secret },
    async start() {
      const env = {
        SHOP_PORT: String(port),
        SHOP_TOKEN: token,
        SHOP_WEBHOOK_SECRET: secret,
        SHOP_WEBHOOK_URL: webhookUrl,
      }
      running = await startProgram(
        ['connectors/example/shop.ts'],
        { ...env, DATA_DIR: folder },
        'The example shop is at',
      )
    },
    kill: () => running.kill(),
    orders,
    fillProducts,
    /** Five products and 41 orders, one of which does not add up. */
    async fill() {
      await fillProducts()
      await sell(39)
      const [first] = await orders()
      if (!first) throw new Error('The shop has no orders.')
      const line = { id: 'l', product: 'lamp', variant: 'lamp', units: 1, price: 1_000, tax: 0 }
      const plain = { ...first, payment: null, postage: 0, discount: 0, lines: [line] }
      await save('orders', { ...plain, id: 'X-wrong', total: 1_001 })
      const lines = [{ ...line, product: 'no-photo', variant: 'no-photo' }]
      await save('orders', {
        ...plain,
        id: 'X-no-photo',
        lines,
        total: 1_000,
        payment: paidBy('X-no-photo', first.placedAt),
      })
    },
    sell,
    /** Adds a product, with a variant of each size. */
    addProduct({ id, sizes, units }: { id: string; sizes: readonly string[]; units: number }) {
      const variant = (own: string, values: string[]) => ({ id: own, code: null, values, price: 1_000, units })
      const variants = sizes.length > 0 ? sizes.map((size) => variant(`${id}-${size}`, [size])) : [variant(id, [])]
      const options = sizes.length > 0 ? ['Size'] : []
      return save('products', { ...commonOf(photos), id, name: `Robot ${id}`, options, variants, seller })
    },
    /** An order without lines, which is placed now. */
    plainOrder: (id: string): NewOrder => ({
      ...contractOrder(1),
      id,
      seller,
      placedAt: new Date().toISOString(),
      customer: null,
      lines: [],
      postage: 0,
      discount: 0,
      total: 0,
    }),
    place: (order: NewOrder) => save('orders', order),
    setUnits: async (id: string, variant: string, units: number) =>
      void (await request('POST', `/products/${id}/units`, { variant, units })),
    /** Orders that were sent before the shop was connected. */
    async fillPast(count: number) {
      for (let nth = 1; nth <= count; nth += 1)
        await save('orders', { ...contractOrder(nth, 'P'), isSent: true, seller })
    },
    /** A customer offers less for a product. */
    offer: (id: string, of: string, price: number) =>
      request('PUT', `/offers/${id}`, {
        id,
        seller,
        product: of,
        price,
        ...fromAnna('made'),
        units: 1,
        state: null,
        agreed: null,
      }),
    ask: (id: string, of: string, text: string) =>
      request('PUT', `/questions/${id}`, { id, seller, product: of, text, ...fromAnna('asked'), answers: [] }),
    offers: async () => (await request('GET', '/offers')) as ExampleOffer[],
    questions: async () => (await request('GET', '/questions')) as ExampleQuestion[],
    addPhoto: async (id: string) => save('products', { ...(await product(id)), photos }),
    async change(id: string, edit: (order: ExampleOrder) => ExampleOrder) {
      await save('orders', edit((await request('GET', `/orders/${id}`)) as ExampleOrder))
    },
    remove: (id: string) => request('DELETE', `/products/${id}`),
    unitsOf: async (id: string) => (await product(id)).variants[0]?.units,
    saleOf: async (id: string) => (await product(id)).sale ?? null,
    /** Removes the connector's outbox. */
    forgetConnector: () => rm(path.join(folder, 'connectors'), { recursive: true }),
  }
}

const fromAnna = (did: 'made' | 'asked') => ({ login: 'anna', [`${did}At`]: new Date().toISOString() })

const commonOf = (photos: string[]) => ({
  text: '<p>Brass.</p>',
  department: 'Collectables',
  photos,
  barcode: null,
  options: [],
  isForSale: true,
})

function products(photos: string[]): Omit<NewProduct, 'seller'>[] {
  const common = commonOf(photos)
  const one = (id: string, code: string | null) => [{ id, code, values: [], price: 1_000, units: 500 }]
  const size = (id: string, price: number) => ({ id: `strap-${id}`, code: null, values: [id], price, units: 500 })
  return [
    { ...common, id: 'lamp', name: 'Desk lamp', barcode: '4006381333931', variants: one('lamp', 'LAMP-1') },
    { ...common, id: 'tin', name: 'Tin robot', variants: one('tin', null) },
    {
      ...common,
      id: 'strap',
      name: 'Leather strap',
      options: ['Size'],
      variants: [size('S', 1_250), size('M', 1_333)],
    },
    { ...common, id: 'bell', name: 'Bicycle bell', variants: one('bell', 'BELL-1') },
    { ...common, id: 'no-photo', name: 'Without a photo', photos: [], variants: one('no-photo', 'NONE-1') },
  ]
}

const paidBy = (id: string, paidAt: string) => ({ id: `pay-${id}`, paidAt })

/** Orders by turns: a guest, several lines, a discount, two taxes, no SKU, a variant without SKU, postage. */
function contractOrder(nth: number, letter = 'C'): Omit<NewOrder, 'seller'> {
  const id = `${letter}-${nth}`
  const placedAt = new Date(Date.now() - nth * 1_000).toISOString()
  const tin = { id: `${id}-a`, product: 'tin', variant: 'tin', units: 1 + (nth % 3), price: 999 }
  const strap = { id: `${id}-b`, product: 'strap', variant: nth % 2 ? 'strap-S' : 'strap-M', units: 2, price: 1_333 }
  const lines = [
    { ...tin, tax: nth % 4 === 0 ? Math.round(tin.units * 999 * 0.2) : 0 },
    ...(nth % 3 === 0 ? [{ ...strap, tax: nth % 4 === 0 ? Math.round(2 * 1_333 * 0.05) : 0 }] : []),
  ]
  const postage = nth % 2 ? 395 : 0
  const discount = nth % 5 === 0 ? 101 : 0
  const sum = lines.reduce((total, { units, price, tax }) => total + units * price + tax, 0)
  return {
    id,
    placedAt,
    customer: nth % 2 ? null : { id: `c-${nth}`, login: `anna-${nth}` },
    email: `buyer-${nth}@shop.example`,
    address: { name: `Buyer ${nth}`, street: `${nth} High Street`, city: 'London', postcode: 'SE1 1AA', country: 'GB' },
    lines,
    postage,
    discount,
    total: sum + postage - discount,
    payment: paidBy(id, placedAt),
    isCancelled: false,
    isSent: false,
    parcels: [],
    refunds: [],
  }
}
