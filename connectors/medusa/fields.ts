export interface MedusaProduct {
  id: string
  title: string
  description: string | null
  status: string
  updated_at: string
  thumbnail: string | null
  images: { url: string; rank: number }[]
  categories: { handle: string }[]
  options: { id: string; title: string }[]
  variants: MedusaVariant[]
}

export interface MedusaVariant {
  id: string
  sku: string | null
  ean: string | null
  upc: string | null
  barcode: string | null
  manage_inventory: boolean
  variant_rank: number | null
  options: { value: string; option_id: string }[]
  prices: MedusaPrice[]
  inventory_items: MedusaStock[]
}

/** A price of a variant, in units of its currency. */
interface MedusaPrice {
  id: string
  amount: number
  currency_code: string
  /** Null for any quantity. */
  min_quantity: number | null
  /** For whom it is, such as a region. */
  rules: Record<string, string>
}

export interface MedusaStock {
  required_quantity: number
  inventory: {
    id: string
    location_levels: { location_id: string; stocked_quantity: number; reserved_quantity: number }[]
  }
}

const under = (name: string, fields: string) => fields.split(' ').map((field) => `${name}.${field}`)

const stockFields = under(
  'inventory_items',
  'required_quantity inventory.id inventory.location_levels.location_id inventory.location_levels.stocked_quantity inventory.location_levels.reserved_quantity',
)

export const productFields = [
  ...'id title description status updated_at thumbnail images.url images.rank categories.handle'.split(' '),
  ...under('options', 'id title'),
  ...under('variants', 'id sku ean upc barcode manage_inventory variant_rank options.value options.option_id'),
  // Medusa answers `rules`, and leaves them empty unless it is asked for these.
  ...under('variants.prices', 'id amount currency_code min_quantity price_rules.attribute price_rules.value'),
  ...stockFields.map((field) => `variants.${field}`),
].join()

export const unitsFields = [
  'id',
  'variants.id',
  'variants.manage_inventory',
  ...stockFields.map((field) => `variants.${field}`),
].join()

export interface MedusaAddress {
  first_name: string | null
  last_name: string | null
  company: string | null
  address_1: string | null
  address_2: string | null
  city: string | null
  province: string | null
  postal_code: string | null
  country_code: string | null
  phone: string | null
}

/** An order of Medusa, as `orderFields` asks for it. Amounts are in units of the currency, with any number of decimals. */
export interface MedusaOrder {
  id: string
  /** The number that the buyer knows. */
  display_id: number
  status: string
  currency_code: string
  email: string | null
  created_at: string
  updated_at: string
  /** After refunds. */
  total: number
  /** Deductions from the total: refunds, which name the payment collection, and credits. */
  credit_lines: { amount: number; reference: string | null }[]
  customer: { id: string; has_account: boolean } | null
  shipping_address: MedusaAddress | null
  billing_address: MedusaAddress | null
  items: MedusaItem[]
  shipping_methods: { total: number }[]
  metadata: Record<string, unknown> | null
  payment_collections: { payments: MedusaPayment[] }[]
  fulfillments: MedusaFulfillment[]
}

/** A line. `total` is after discounts with tax, and `subtotal` before discounts without. */
export interface MedusaItem {
  id: string
  title: string
  /** Null for a custom line such as gift wrap. */
  product_id: string | null
  variant_id: string | null
  variant_sku: string | null
  quantity: number
  unit_price: number
  is_tax_inclusive: boolean
  requires_shipping: boolean
  total: number
  subtotal: number
  discount_subtotal: number
  tax_total: number
  tax_lines: { description: string | null; rate: number; total: number }[]
  detail: { fulfilled_quantity: number; shipped_quantity: number; delivered_quantity: number }
  /** Absent for a custom line or a deleted product. */
  product?: { options: { title: string }[] } | null
}

export interface MedusaPayment {
  id: string
  updated_at: string
  captured_at: string | null
  captures: { amount: number }[]
  refunds: { id: string; amount: number; note: string | null; created_at: string }[]
}

export interface MedusaFulfillment {
  id: string
  shipped_at: string | null
  canceled_at: string | null
  created_at: string
  requires_shipping: boolean
  metadata: Record<string, unknown> | null
  items: { line_item_id: string | null; quantity: number }[]
  labels: { tracking_number: string }[]
}

const addressFields = 'first_name last_name company address_1 address_2 city province postal_code country_code phone'
const itemFields =
  'id title product_id variant_id variant_sku quantity unit_price is_tax_inclusive requires_shipping total subtotal discount_subtotal tax_total product.options.title'

export const fulfillmentFields = under(
  'fulfillments',
  'id shipped_at canceled_at created_at requires_shipping metadata items.line_item_id items.quantity labels.tracking_number',
).join()

export const orderFields = [
  ...'id display_id status currency_code email created_at updated_at total metadata shipping_methods.total'.split(' '),
  ...under('credit_lines', 'amount reference'),
  ...under('customer', 'id has_account'),
  ...under('shipping_address', addressFields),
  ...under('billing_address', addressFields),
  ...under('items', itemFields),
  ...under('items.tax_lines', 'description rate total'),
  ...under('items.detail', 'fulfilled_quantity shipped_quantity delivered_quantity'),
  ...under(
    'payment_collections.payments',
    'id updated_at captured_at captures.amount refunds.id refunds.amount refunds.note refunds.created_at',
  ),
  fulfillmentFields,
].join()
