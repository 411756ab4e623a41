import { ShopRefusal, type Sale } from '../kit/index.ts'
import type { AdminApi } from './admin-api.ts'

interface PriceList {
  id: string
  title: string
}

interface VariantIds {
  product: { variants: { id: string }[] }
}

/**
 * Has Medusa ask a sale's prices by a price list of the product, with its dates; removes it without a sale. The usual prices
 * of variants stay, and Medusa shows them beside those of the list.
 */
export async function applySale(api: AdminApi, product: string, sale: Sale | null): Promise<void> {
  const title = `Sale of the hub, ${product}`
  const query = { q: title, fields: 'id,title', limit: 100 }
  const found = await api.read<{ price_lists: PriceList[] }>('/price-lists', query)
  for (const list of found?.price_lists ?? []) if (list.title === title) await api.remove(`/price-lists/${list.id}`)
  if (!sale) return
  const answer = await api.read<VariantIds>(`/products/${encodeURIComponent(product)}`, { fields: 'id,variants.id' })
  const only = answer?.product.variants[0]?.id
  if (only === undefined) throw new ShopRefusal('Medusa has no such product or variant.', { code: 'no-product' })
  await api.change('/price-lists', {
    title,
    description: 'Made by the connector from a sale of the hub, which changes and removes it.',
    type: 'sale',
    status: 'active',
    starts_at: sale.startsAt,
    ends_at: sale.endsAt,
    prices: sale.prices.map(({ variation, price }) => ({
      variant_id: variation ?? only,
      currency_code: price.currency.toLowerCase(),
      amount: Number(price.value),
    })),
  })
}
