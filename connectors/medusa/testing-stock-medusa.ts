import { mapped } from '../kit/mapping.ts'
import { all, type RealShop } from '../testing-contract.ts'
import type { Source } from '../kit/index.ts'
import type { Good, StockShop } from '../testing-stock-world.ts'
import type { AdminApi } from './admin-api.ts'
import { idOf, medusaIdOf } from './order-mapping.ts'
import { payFor } from './testing-pay.ts'
import { readFrom } from './testing-purchase.ts'

interface Driven {
  shop: RealShop
  source: Source
  api: AdminApi
}

interface Settings {
  regions: { id: string; currency_code: string }[]
  sales_channels: { id: string }[]
  shipping_options: { id: string }[]
}

interface Made {
  order: { id: string; display_id: number; total: number; payment_status: string }
}

const address = {
  first_name: 'Buyer',
  last_name: 'Example',
  address_1: '1 High Street',
  city: 'Town',
  postal_code: '10115',
  country_code: 'de',
}

/** What Medusa refuses does not happen. */
const orNothing = <T>(asked: Promise<T>): Promise<T | null> => asked.catch(() => null)

/** A Medusa as the contract of stock drives it: a notebook without variants, and two variants of a lamp. */
export async function stockOfMedusa({ shop, source, api }: Driven): Promise<StockShop> {
  const listings = await all(mapped(source.listings(null)))
  const plain = listings.find(({ listing }) => listing.title === 'Notebook')
  const lamp = listings.find(({ listing }) => listing.title === 'Desk lamp')
  if (!plain || !lamp) throw new Error('Medusa has no such products.')
  const variations = lamp.listing.variations?.slice(0, 2) ?? []
  const goods: Good[] = [
    { listing: plain.id, variation: null },
    ...variations.map(({ id }) => ({ listing: lamp.id, variation: id })),
  ]
  const fields = { fields: 'id,variants.id' }
  const { product } = await readFrom<{ product: { variants: { id: string }[] } }>(api, `/products/${plain.id}`, fields)
  const { regions } = await readFrom<Pick<Settings, 'regions'>>(api, '/regions')
  const { sales_channels: channels } = await readFrom<Pick<Settings, 'sales_channels'>>(api, '/sales-channels')
  const { shipping_options: options } = await readFrom<Pick<Settings, 'shipping_options'>>(api, '/shipping-options')
  const region = regions.find(({ currency_code }) => currency_code === 'eur')
  const setUnits: StockShop['setUnits'] = ({ listing: id, variation }, available) =>
    source.applyStock({ seller: '', id }, { variation, available })
  const pay: StockShop['pay'] = async (id) => {
    const own = medusaIdOf(id)
    const { order } = await readFrom<Made>(api, `/orders/${own}`, { fields: 'id,total,payment_status' })
    if (order.payment_status === 'not_paid') await orNothing(payFor(api, own, order.total))
  }
  const cancel: StockShop['cancel'] = async (id) =>
    void (await orNothing(api.change(`/orders/${medusaIdOf(id)}/cancel`, {})))
  let made = 0
  return {
    source,
    async goods(units) {
      for (const good of goods) await setUnits(good, units)
      return goods
    },
    async buy(lines, isPaid) {
      const draft = await orNothing(
        api.change<{ draft_order: { id: string } }>('/draft-orders', {
          email: `stock-${(made += 1)}@shop.example`,
          region_id: region?.id,
          sales_channel_id: channels[0]?.id,
          shipping_address: address,
          items: lines.map(({ good: { variation }, units }) => ({
            variant_id: variation ?? product.variants[0]?.id,
            quantity: units,
          })),
          shipping_methods: [{ shipping_option_id: options[0]?.id, name: 'Parcel post', amount: 4.9 }],
        }),
      )
      const placed =
        draft && (await orNothing(api.change<Made>(`/draft-orders/${draft.draft_order.id}/convert-to-order`, {})))
      if (!placed) return null
      const id = idOf(placed.order)
      if (isPaid) await pay(id)
      return id
    },
    pay,
    cancel,
    edit: async (id, by) => void (await orNothing(by < 0 ? shop.staff.takeAway(id) : shop.staff.add(id))),
    refund: async (id) => void (await orNothing(shop.staff.refund(id, 50))),
    ship: async (id) => void (await orNothing(shop.staff.ship(id, ''))),
    setUnits,
    async end(orders) {
      for (const id of orders) await cancel(id)
    },
  }
}
