import { amountOf, foldAxes, type ShopListing } from '../kit/index.ts'
import type { MedusaProduct, MedusaVariant } from './fields.ts'
import { minorOfAmount } from './round-together.ts'

export interface MedusaSettings {
  /** The shop's seller in the hub. */
  seller: string
  currency: string
  /** Category of products without one. */
  category: string
}

const mostPictures = 12
/** Units of variants that Medusa does not count. */
const uncounted = 1_000
/** Medusa's option of products that have no options. */
const noOption = 'Default option'

export const hasChoice = (options: readonly { title: string }[]): boolean =>
  options.some(({ title }) => title !== noOption)

/** Units available to buyers; with several inventory items, the scarcest one decides. */
function available({ manage_inventory, inventory_items }: MedusaVariant): number {
  if (!manage_inventory || inventory_items.length === 0) return uncounted
  const units = inventory_items.map(({ required_quantity, inventory }) => {
    const levels = inventory.location_levels.map((level) => level.stocked_quantity - level.reserved_quantity)
    return Math.floor(levels.reduce((sum, each) => sum + each, 0) / required_quantity)
  })
  return Math.max(0, Math.min(...units))
}

/** The price for all customers and quantities; null if there is none in this currency. */
function priceOf({ prices }: MedusaVariant, currency: string) {
  const [price] = prices
    .filter((each) => each.currency_code.toUpperCase() === currency && (each.min_quantity ?? 1) <= 1)
    .filter(({ rules }) => Object.keys(rules).length === 0)
    .toSorted((a, b) => (a.id < b.id ? -1 : 1))
  return price ? amountOf(minorOfAmount(price.amount, currency), currency) : null
}

/**
 * Converts a product to a listing, with variations if it has options. Null without a price in the listings' currency.
 * Medusa returns lists in any order.
 */
export function listingOf(product: MedusaProduct, { seller, currency, category }: MedusaSettings): ShopListing | null {
  const { id, thumbnail } = product
  const variants = product.variants
    .toSorted((a, b) => (a.variant_rank ?? 0) - (b.variant_rank ?? 0) || (a.id < b.id ? -1 : 1))
    .flatMap((variant) => {
      const price = priceOf(variant, currency)
      return price ? [{ ...variant, price }] : []
    })
  const [first] = variants
  if (!first) return null
  const pictures = product.images.toSorted((a, b) => a.rank - b.rank).map(({ url }) => url)
  const named = { seller, id, changedAt: product.updated_at }
  const common = {
    title: product.title,
    description: product.description,
    category: product.categories.map(({ handle }) => handle).toSorted()[0] ?? category,
    pictures: (pictures.length > 0 || !thumbnail ? pictures : [thumbnail]).slice(0, mostPictures),
    onSale: product.status === 'published',
  }
  if (!hasChoice(product.options)) {
    const gtin = first.ean || first.upc || first.barcode
    const aspects = gtin ? { aspects: { EAN: [gtin] } } : {}
    const { sku, price } = first
    return { ...named, listing: { ...common, ...aspects, sku, price, quantity: available(first) } }
  }
  const options = product.options.toSorted((a, b) => (a.id < b.id ? -1 : 1))
  return {
    ...named,
    listing: {
      ...common,
      axes: foldAxes(options.map(({ title }) => title)),
      variations: variants.map((variant) => ({
        id: variant.id,
        sku: variant.sku,
        price: variant.price,
        quantity: available(variant),
        values: foldAxes(
          options.map((option) => variant.options.find((each) => each.option_id === option.id)?.value ?? '–'),
        ),
      })),
    },
  }
}
