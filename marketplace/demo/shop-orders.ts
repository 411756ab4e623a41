import { selectOfSeller } from '#db/select-of-seller.ts'
import { createHash } from 'node:crypto'
import { sql, type Transaction } from 'kysely'
import type { Schema } from '#db/schema.ts'
import type { LineTax } from '#features/core/order/line-tax.ts'
import { brand } from '#lib/brand.ts'
import type { ItemNumber } from '#features/core/listing/listing.ts'
import { sumsOf } from '#features/orders/order-intake/order-sums.ts'
import type { PushedLine, PushedOrder } from '#features/orders/order-intake/pushed-order.ts'
import { takeOrders } from '#features/orders/order-intake/take-orders-db.server.ts'
import { assertDefined } from '#lib/assert-defined.ts'
import { day, hour, minute } from '#lib/duration.ts'
import { demoLedgerRules } from './ledger-rules.ts'
import { harbourCamera, nordlichtPapier } from './shops.ts'

type Told = Pick<PushedOrder, 'id' | 'buyer' | 'delivery'> &
  Partial<
    Pick<PushedOrder, 'shipTo' | 'billTo' | 'metadata' | 'group' | 'extras' | 'buyerNote' | 'shippingService'>
  > & {
    /** Milliseconds ago. */
    ago: number
    /** Beginning of the item's title, and the units. */
    takes: readonly (readonly [title: string, quantity: number])[]
    shippingMinor?: number
    voucherMinor?: number
  }

const ahrens = {
  company: 'Ahrens & Töchter GbR',
  line2: null,
  line3: null,
  region: null,
  postal_code: '25813',
  country: 'DE',
  phone: null,
} as const

/** Orders of the stationer's own web shop: collected, digital, and with all that shops tell of an order. */
const stationersOrders: readonly Told[] = [
  {
    id: 'NP-2041',
    ago: 9 * day,
    delivery: 'DIGITAL',
    buyer: { id: 'np-88', username: 'vera.w', name: 'Vera Wimmer', email: 'vera@wimmer.example' },
    takes: [['Nordlicht Weihnachtskarten', 1]],
  },
  {
    id: 'NP-2042',
    ago: 30 * hour,
    delivery: 'COLLECT',
    buyer: { id: null, username: null, name: 'Tilda Brandt', email: null },
    takes: [['Nordlicht Postkarten', 2]],
    buyerNote: 'Ich komme Samstag vorbei.',
  },
  {
    id: 'NP-2043',
    ago: 26 * hour,
    delivery: 'SHIP',
    buyer: { id: 'np-12', username: 'ahrens', name: 'Nele Ahrens', email: 'nele@ahrens.example' },
    shipTo: { ...ahrens, name: 'Nele Ahrens', line1: 'Osterende 14', city: 'Husum' },
    billTo: { ...ahrens, name: 'Buchhaltung', line1: 'Marktplatz 2', city: 'Husum' },
    takes: [
      ['Nordlicht Geschenkpapier', 3],
      ['Nordlicht Postkarten', 1],
    ],
    shippingMinor: 490,
    shippingService: 'DHL Paket',
    voucherMinor: 1_000,
    extras: [
      { kind: 'GIFT_WRAP', title: 'Geschenkverpackung', minor: 350, taxes: [] },
      { kind: 'ADJUSTMENT', title: 'Treuerabatt', minor: -350, taxes: [] },
    ],
    group: 'checkout-5107',
    metadata: { channel: 'webshop', till: '2' },
  },
]

/** The order of a kit. */
const kitOrders: readonly Told[] = [
  {
    id: 'HC-7301',
    ago: 20 * hour,
    delivery: 'SHIP',
    buyer: { id: 'hc-55', username: 'first.roll', name: 'Imogen Hale', email: 'imogen@hale.example' },
    shipTo: {
      ...ahrens,
      company: null,
      name: 'Imogen Hale',
      line1: '8 Ferry Road',
      city: 'Whitby',
      postal_code: 'YO21 3PU',
      country: 'GB',
    },
    takes: [['Film developing set', 1]],
    shippingMinor: 395,
    shippingService: 'Royal Mail Tracked 48',
  },
]

interface WebShop {
  currency: string
  /** Included in prices. */
  tax: { name: string; percent: number }
  orders: readonly Told[]
}

const webShops: Readonly<Record<string, WebShop>> = {
  [nordlichtPapier.seller.username]: {
    currency: 'EUR',
    tax: { name: 'MwSt.', percent: 19 },
    orders: stationersOrders,
  },
  [harbourCamera.seller.username]: { currency: 'GBP', tax: { name: 'VAT', percent: 20 }, orders: kitOrders },
}

const taxIn = (minor: number, { name, percent }: WebShop['tax']): LineTax[] => [
  { name, rate: String(percent), minor: Math.round((minor * percent) / (100 + percent)), included: true },
]

/** Takes the orders of a shop's own web shop as the hub takes those of any shop. Returns the number of orders. */
export async function writeShopOrders(
  tx: Transaction<Schema>,
  { sellerId, username, now }: { sellerId: number; username: string; now: Date },
): Promise<number> {
  const shop = webShops[username]
  if (!shop) return 0
  const wares = await selectOfSeller(tx, 'listings', sellerId)
    .select(['title', 'item_number as item', 'price_minor as priceMinor'])
    .where('state', '=', 'ACTIVE')
    .where('format', '=', 'FIXED_PRICE')
    .where('quantity_available', '>', 3)
    .orderBy('id')
    .execute()
  const lineOf = ([title, quantity]: Told['takes'][number]): PushedLine => {
    const ware = assertDefined(
      wares.find((each) => each.title.startsWith(title)),
      `the shop sells ${title}`,
    )
    return {
      item: brand<ItemNumber>(ware.item),
      title: null,
      sku: null,
      variation: null,
      quantity,
      unitPriceMinor: ware.priceMinor,
      discountMinor: 0,
      shippingMinor: 0,
      taxMinor: 0,
      taxes: taxIn(quantity * ware.priceMinor, shop.tax),
    }
  }
  const orders = shop.orders.map((told) =>
    orderOf(told, { lines: told.takes.map(lineOf), currency: shop.currency, now }),
  )
  await sql`select set_config('hub.seller_id', ${String(sellerId)}, true)`.execute(tx)
  const outcomes = await takeOrders(tx, { sellerId, orders, now, rules: demoLedgerRules })
  await sql`select set_config('hub.seller_id', '', true)`.execute(tx)
  const refused = outcomes.find(({ ok }) => !ok)
  if (refused) throw new Error(`an order of the demo's web shop was refused: ${JSON.stringify(refused)}`)
  return outcomes.length
}

function orderOf(
  told: Told,
  { lines, currency, now }: { lines: readonly PushedLine[]; currency: string; now: Date },
): PushedOrder {
  const { ago, takes: _, shippingMinor = 0, voucherMinor = 0, extras = [], ...named } = told
  const placedAt = new Date(now.getTime() - ago)
  const paidAt = new Date(placedAt.getTime() + 2 * minute)
  const shipped = lines.map((line, index) => (index === 0 ? { ...line, shippingMinor } : line))
  const { totalMinor } = sumsOf({ lines: shipped, extras })
  const paid = { state: 'PAID', currency, paidAt } as const
  const card = { id: `${told.id}-card`, method: 'CARD', amountMinor: totalMinor - voucherMinor, ...paid } as const
  const voucher = { id: `${told.id}-voucher`, method: 'VOUCHER', amountMinor: voucherMinor, ...paid } as const
  return {
    shipTo: null,
    billTo: null,
    metadata: null,
    group: null,
    buyerNote: null,
    shippingService: null,
    ...named,
    pushedAs: createHash('sha256').update(told.id).digest('base64url'),
    placedAt,
    taxNumbers: [],
    gift: null,
    currency,
    lines: shipped,
    extras,
    deliveryMin: null,
    deliveryMax: null,
    payments: voucherMinor > 0 ? [voucher, card] : [card],
    onShort: null,
    history: null,
  }
}
