import type { AdminApi, Query } from './admin-api.ts'
import { idOf } from './order-mapping.ts'
import { payFor } from './testing-pay.ts'

/** Keys of a Medusa. */
export interface ShopKeys {
  secret: string
  /** What shop pages of buyers send. */
  publishable: string
  /** Id of the publishable key. */
  id: string
}

/** Ids of what buyers of the test shop choose from. */
export interface Goods {
  /** Sales channel of all goods. */
  channel: string
  europe: string
  america: string
  shipping: string
  /** Variants of one product, taxed beside the price in both regions; the second has no SKU. */
  lamps: string[]
  /** Has its price for Europe with tax inside. */
  notebook: string
  /** Has neither units nor parcels. */
  song: string
  /** Has neither picture nor SKU. */
  sticker: string
}

/** Posts to a Medusa; throws what it answers with a fault. */
export function askMedusa(url: string) {
  return async <T>(path: string, body: object, headers: Record<string, string> = {}): Promise<T> => {
    const response = await fetch(url + path, {
      method: 'POST',
      headers: { 'content-type': 'application/json', ...headers },
      body: JSON.stringify(body),
    })
    if (!response.ok) throw new Error(`${path}: ${response.status} ${await response.text()}`)
    // As the path says.
    return (await response.json()) as T
  }
}

/** Reads what is there. */
export async function readFrom<T>(api: AdminApi, path: string, query: Query = {}): Promise<T> {
  const answer = await api.read<T>(path, query)
  if (!answer) throw new Error(`Medusa has no ${path}.`)
  return answer
}

interface Shop {
  url: string
  api: AdminApi
  publishable: string
  goods: Goods
}

const addressIn = (country: 'de' | 'us', nth: number) => ({
  first_name: `Buyer${nth}`,
  last_name: 'Example',
  address_1: `${nth} High Street`,
  city: 'Town',
  postal_code: '10115',
  country_code: country,
})

/**
 * Buys as a guest and captures the payment: by turns one or two taxes, tax inside and beside the price, coupons, free
 * shipping, dollars, a song, which is not shipped, and gift wrap, which is no product and not paid yet.
 */
export async function buy({ url, api, publishable, goods }: Shop, nth: number): Promise<string> {
  const ask = askMedusa(url)
  const post = <T>(path: string, body: object) =>
    ask<T>(`/store${path}`, body, { 'x-publishable-api-key': publishable })
  if (nth % 10 === 8) return orderToCollect(api, goods, nth)
  if (nth % 7 === 5) return orderByPhone(api, goods, nth)
  const isAbroad = nth % 5 === 3
  const isDigital = nth % 10 === 6
  const several = [
    { variant_id: goods.lamps[nth % goods.lamps.length], quantity: 1 + (nth % 3) },
    ...(nth % 2 ? [{ variant_id: goods.notebook, quantity: 2 }] : []),
    ...(nth % 4 === 2 ? [{ variant_id: goods.song, quantity: 1 }] : []),
  ]
  const items = isDigital
    ? [{ variant_id: goods.song, quantity: 2 }]
    : nth % 9 === 4
      ? [{ variant_id: goods.sticker, quantity: 3 }]
      : several
  const { cart } = await post<{ cart: { id: string } }>('/carts', {
    region_id: isAbroad ? goods.america : goods.europe,
    email: `buyer-${nth}@shop.example`,
    shipping_address: addressIn(isAbroad ? 'us' : 'de', nth),
    items,
  })
  if (!isDigital) await post(`/carts/${cart.id}/shipping-methods`, { option_id: goods.shipping })
  const codes = [...(nth % 2 ? ['TEN'] : []), ...(nth % 6 === 4 ? ['FREESHIP'] : [])]
  if (codes.length > 0) await post(`/carts/${cart.id}/promotions`, { promo_codes: codes })
  const { payment_collection: collection } = await post<{ payment_collection: { id: string } }>(
    '/payment-collections',
    { cart_id: cart.id },
  )
  await post(`/payment-collections/${collection.id}/payment-sessions`, { provider_id: 'pp_system_default' })
  const { order } = await post<{ order: { id: string } }>(`/carts/${cart.id}/complete`, {})
  const made = await readFrom<Made>(api, `/orders/${order.id}`, {
    fields: 'id,display_id,payment_collections.payments.id',
  })
  for (const { payments } of made.order.payment_collections)
    for (const { id } of payments) await api.change(`/payments/${id}/capture`, {})
  return idOf(made.order)
}

/** An order that the shop takes itself. */
async function orderByPhone(api: AdminApi, goods: Goods, nth: number): Promise<string> {
  const { draft_order: draft } = await api.change<{ draft_order: { id: string } }>('/draft-orders', {
    email: `buyer-${nth}@shop.example`,
    region_id: goods.europe,
    sales_channel_id: goods.channel,
    shipping_address: addressIn('de', nth),
    items: [
      { variant_id: goods.notebook, quantity: 3 },
      { title: 'Gift wrap', quantity: 2, unit_price: 1.25 },
    ],
    shipping_methods: [{ shipping_option_id: goods.shipping, name: 'Parcel post', amount: 4.9 }],
  })
  const made = await api.change<Made>(`/draft-orders/${draft.id}/convert-to-order`, {})
  return idOf(made.order)
}

/** An order that waits at the shop for its buyer, who has paid. */
async function orderToCollect(api: AdminApi, goods: Goods, nth: number): Promise<string> {
  const { draft_order: draft } = await api.change<{ draft_order: { id: string } }>('/draft-orders', {
    email: `buyer-${nth}@shop.example`,
    region_id: goods.europe,
    sales_channel_id: goods.channel,
    billing_address: addressIn('de', nth),
    items: [{ variant_id: goods.notebook, quantity: 2 }],
  })
  const made = await api.change<Made>(`/draft-orders/${draft.id}/convert-to-order`, {})
  const { order } = await readFrom<{ order: { total: number } }>(api, `/orders/${made.order.id}`, { fields: 'total' })
  await payFor(api, made.order.id, order.total)
  return idOf(made.order)
}

interface Made {
  order: { id: string; display_id: number; payment_collections: { payments: { id: string }[] }[] }
}
