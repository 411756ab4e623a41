import { mapped } from '../kit/mapping.ts'
import { all, type RealShop } from '../testing-contract.ts'
import type { Source } from '../kit/index.ts'
import type { Good, StockShop } from '../testing-stock-world.ts'
import type { AdminApi } from './admin-api.ts'
import { cancelOrder, onlyVariantQuery } from './queries.ts'
import { buy } from './testing-purchase.ts'

interface Driven {
  shop: RealShop
  source: Source
  api: AdminApi
  port: number
}

interface Found {
  orders: { items: { id: string; state: string; payments: { id: string; state: string }[] }[] }
}

const settle = `mutation ($id: ID!) { settlePayment(id: $id) { ... on Payment { id } ... on ErrorResult { errorCode message } } }`

const removeProducts = `mutation ($ids: [ID!]!) { deleteProducts(ids: $ids) { result } }`

/** What Vendure refuses does not happen. */
const orNothing = <T>(asked: Promise<T>): Promise<T | null> => asked.catch(() => null)

/** A Vendure as the contract of stock drives it: a product without variants, and two variants of another. */
export async function stockOfVendure({ shop, source, api, port }: Driven): Promise<StockShop> {
  const listings = await all(mapped(source.listings(null)))
  const plain = listings.find(({ listing }) => !listing.variations)
  const varied = listings.find(({ listing }) => (listing.variations?.length ?? 0) > 1)
  if (!plain || !varied) throw new Error('Vendure has no such products.')
  // Each round reads all products.
  const others = listings.map(({ id }) => id).filter((id) => id !== plain.id && id !== varied.id)
  await api.change(removeProducts, { ids: others })
  const variations = varied.listing.variations?.slice(0, 2) ?? []
  const goods: Good[] = [
    { listing: plain.id, variation: null },
    ...variations.map(({ id }) => ({ listing: varied.id, variation: id })),
  ]
  const only = await api.read<{ product: { variants: { id: string }[] } }>(onlyVariantQuery, { id: plain.id })
  const find = async (code: string) => {
    const query = `query ($code: String!) { orders(options: { filter: { code: { eq: $code } } }) { items { id state payments { id state } } } }`
    const [order] = (await api.read<Found>(query, { code })).orders.items
    if (!order) throw new Error(`Vendure has no order ${code}.`)
    return order
  }
  const setUnits: StockShop['setUnits'] = ({ listing: id, variation }, available) =>
    source.applyStock({ seller: '', id }, { variation, available })
  const pay: StockShop['pay'] = async (code) => {
    const waiting = (await find(code)).payments.find(({ state }) => state === 'Authorized')
    if (waiting) await orNothing(api.change(settle, { id: waiting.id }))
  }
  const cancel: StockShop['cancel'] = async (code) => {
    const { id: orderId, state } = await find(code)
    const input = { orderId, reason: 'Cancelled', cancelShipping: true }
    if (state !== 'Cancelled') await orNothing(api.change(cancelOrder, { input }))
  }
  let made = 0
  return {
    source,
    async goods(units) {
      for (const good of goods) await setUnits(good, units)
      return goods
    },
    async buy(lines, isPaid) {
      const wanted = lines.map(({ good: { variation }, units }) => ({
        variant: variation ?? only.product.variants[0]?.id ?? '',
        quantity: units,
      }))
      const name = `Buyer${(made += 1)} Example`
      const more = { coupon: null, isWrapped: false, currency: 'USD', delivery: 'SHIP' } as const
      const order = await orNothing(buy(`http://127.0.0.1:${port}`, { name, lines: wanted, ...more }))
      if (order && isPaid) await pay(order.code)
      return order && order.code
    },
    pay,
    cancel,
    edit: async (code, by) => void (await orNothing(by < 0 ? shop.staff.takeAway(code) : shop.staff.add(code))),
    refund: async (code) => void (await orNothing(shop.staff.refund(code, 50))),
    ship: async (code) => void (await orNothing(shop.staff.ship(code, ''))),
    setUnits,
    async end(orders) {
      for (const code of orders) await cancel(code)
    },
  }
}
