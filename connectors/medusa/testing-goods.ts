import type { AdminApi } from './admin-api.ts'
import { readFrom, type Goods } from './testing-purchase.ts'

interface Thing {
  id: string
}

interface Filling {
  /** Where the pictures of goods are. */
  pictures: string
  /** Id of the publishable key. */
  publishable: string
}

/** Fills a new Medusa. */
export async function fillShop(api: AdminApi, { pictures, publishable }: Filling): Promise<Goods> {
  const first = async (list: string) => {
    const answer = await readFrom<Record<string, Thing[]>>(api, `/${list.replaceAll('_', '-')}`)
    return answer[list]?.[0]?.id ?? ''
  }
  const make = async (list: string, name: string, body: object) =>
    (await api.change<Record<string, Thing>>(`/${list}`, body))[name]?.id ?? ''
  const channel = await first('sales_channels')
  const currencies = [{ currency_code: 'eur', is_default: true }, { currency_code: 'usd' }]
  await api.change(`/stores/${await first('stores')}`, { supported_currencies: currencies })
  await api.change(`/api-keys/${publishable}/sales-channels`, { add: [channel] })

  const region = (name: string, currency_code: string, country: string) =>
    make('regions', 'region', {
      name,
      currency_code,
      countries: [country],
      payment_providers: ['pp_system_default'],
      automatic_taxes: true,
      is_tax_inclusive: currency_code === 'eur',
    })
  const europe = await region('Europe', 'eur', 'de')
  const america = await region('America', 'usd', 'us')
  const taxes: [country: string, name: string, rate: number][] = [
    ['de', 'MwSt', 19],
    ['us', 'Sales tax', 8.875],
  ]
  for (const [country_code, name, rate] of taxes)
    await api.change('/tax-regions', {
      country_code,
      provider_id: 'tp_system',
      default_tax_rate: { name, rate, code: country_code },
    })

  const { location, shipping, profile } = await shippingFrom(api, { channel, make, first })
  const category = await make('product-categories', 'product_category', {
    name: 'Lamps',
    handle: 'lamps',
    is_active: true,
  })
  const product = async (body: object) => {
    const common = {
      status: 'published',
      sales_channels: [{ id: channel }],
      images: [{ url: `${pictures}/photo.jpg` }],
    }
    const made = await api.change<{ product: { variants: Thing[] } }>('/products', { ...common, ...body })
    return made.product.variants.map(({ id }) => id)
  }
  const prices = (eur: number, usd: number) => [
    { currency_code: 'eur', amount: eur },
    { currency_code: 'usd', amount: usd },
  ]
  const noOptions = { options: [{ title: 'Default option', values: ['Default option value'] }] }
  const only = { title: 'Default variant', options: { 'Default option': 'Default option value' } }
  const lamps = await product({
    title: 'Desk lamp',
    description: '<p>Brass.</p>',
    shipping_profile_id: profile,
    categories: [{ id: category }],
    options: [{ title: 'Colour', values: ['Red', 'Blue'] }],
    variants: [
      { title: 'Red', sku: 'LAMP-RED', options: { Colour: 'Red' }, prices: prices(19.99, 24.5) },
      { title: 'Blue', options: { Colour: 'Blue' }, prices: prices(22.49, 27.5) },
    ],
  })
  const inEurope = { currency_code: 'eur', amount: 3.35, rules: { region_id: europe } }
  const [notebook = ''] = await product({
    title: 'Notebook',
    shipping_profile_id: profile,
    ...noOptions,
    variants: [{ ...only, sku: 'NOTE-1', ean: '4006381333931', prices: [...prices(3.33, 4.01), inEurope] }],
  })
  const [song = ''] = await product({
    title: 'Song',
    ...noOptions,
    variants: [{ ...only, manage_inventory: false, prices: prices(0.99, 1.29) }],
  })
  const [sticker = ''] = await product({
    title: 'Sticker',
    images: [],
    shipping_profile_id: profile,
    ...noOptions,
    variants: [{ ...only, prices: prices(1.45, 1.55) }],
  })
  const { inventory_items } = await readFrom<{ inventory_items: Thing[] }>(api, '/inventory-items')
  for (const { id } of inventory_items)
    await api.change(`/inventory-items/${id}/location-levels`, { location_id: location, stocked_quantity: 500 })

  const coupon = (code: string, target_type: string, value: number) =>
    api.change('/promotions', {
      code,
      type: 'standard',
      status: 'active',
      application_method: { type: 'percentage', target_type, allocation: 'across', value, currency_code: 'eur' },
    })
  await coupon('TEN', 'order', 10)
  await coupon('FREESHIP', 'shipping_methods', 100)
  return { channel, europe, america, shipping, lamps, notebook, song, sticker }
}

interface Making {
  channel: string
  make: (list: string, name: string, body: object) => Promise<string>
  first: (list: string) => Promise<string>
}

/** A warehouse that ships to both regions. */
async function shippingFrom(api: AdminApi, { channel, make, first }: Making) {
  const location = await make('stock-locations', 'stock_location', {
    name: 'Warehouse',
    address: { address_1: '1 Dock', city: 'Berlin', country_code: 'de' },
  })
  const path = `/stock-locations/${location}`
  await api.change(`${path}/sales-channels`, { add: [channel] })
  await api.change(`${path}/fulfillment-providers`, { add: ['manual_manual'] })
  const { stock_location } = await api.change<{ stock_location: { fulfillment_sets: Thing[] } }>(
    `${path}/fulfillment-sets`,
    { name: 'Parcels', type: 'shipping' },
    { fields: '*fulfillment_sets' },
  )
  const { fulfillment_set } = await api.change<{ fulfillment_set: { service_zones: Thing[] } }>(
    `/fulfillment-sets/${stock_location.fulfillment_sets[0]?.id}/service-zones`,
    { name: 'World', geo_zones: ['de', 'us'].map((country_code) => ({ type: 'country', country_code })) },
  )
  const profile =
    (await first('shipping_profiles')) ||
    (await make('shipping-profiles', 'shipping_profile', { name: 'Default', type: 'default' }))
  const shipping = await make('shipping-options', 'shipping_option', {
    name: 'Parcel post',
    service_zone_id: fulfillment_set.service_zones[0]?.id,
    shipping_profile_id: profile,
    provider_id: 'manual_manual',
    price_type: 'flat',
    type: { label: 'Standard', description: 'Some days', code: 'standard' },
    prices: [
      { currency_code: 'eur', amount: 4.9 },
      { currency_code: 'usd', amount: 7.5 },
    ],
    rules: [],
  })
  return { location, shipping, profile }
}
