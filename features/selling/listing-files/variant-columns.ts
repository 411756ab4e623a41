import { unquoted } from '#lib/cell-text.ts'
import { plainHeader } from '#lib/match-columns.ts'

export interface RowVariant {
  /** Keys by which rows below name it as the first row of their product. */
  keys: readonly string[]
  /** Key of the product that it may continue; null if its program does not say. */
  product: string | null
  /** Its values by option. An empty name is that of the product's first row. */
  options: readonly (readonly [name: string, value: string])[]
  /** Whether it is one of several variants, or the row above them. */
  isVariant: boolean
  /** Values of all its variants, whose own prices and stock its program does not write; none if omitted. */
  together?: string
}

export type ReadVariant = (fields: readonly string[]) => RowVariant

const unsaid: RowVariant = { keys: [], product: null, options: [], isVariant: false }

/** Finds the columns with which Shopify and WooCommerce describe the variants of a product. */
export function findVariants(header: readonly string[]): ReadVariant {
  const names = header.map(plainHeader)
  const isShopify = names.some((name) => ['handle', 'url handle', 'option1 value'].includes(name))
  if (isShopify) return shopifyVariants(names)
  if (names.includes('variation 1 values')) return etsyVariants(names)
  return names.includes('regular price') && names.includes('type') ? wooVariants(names) : () => unsaid
}

const cellOf = (fields: readonly string[], at: number) => unquoted(fields[at] ?? '')

/** Etsy's rows have all variations of a listing, of each option together, with one price and the stock of all. */
function etsyVariants(names: readonly string[]): ReadVariant {
  const places = [1, 2].map((n) => names.indexOf(`variation ${n} values`))
  return (fields) => ({
    ...unsaid,
    together: places
      .map((at) => cellOf(fields, at))
      .filter(Boolean)
      .join('; '),
  })
}

/** What Shopify writes for a product without variants. */
const noVariants = 'default title'

/** Shopify's rows of a product share its handle. The first one has the product's details and is a variant, too. */
function shopifyVariants(names: readonly string[]): ReadVariant {
  const handle = names.findIndex((name) => name === 'handle' || name === 'url handle')
  const places = [1, 2, 3].map((n) => [names.indexOf(`option${n} name`), names.indexOf(`option${n} value`)] as const)
  return (fields) => {
    const key = cellOf(fields, handle)
    const options = places.flatMap(([nameAt, valueAt]) => {
      const value = cellOf(fields, valueAt)
      const isNone = value === '' || value.toLowerCase() === noVariants
      return isNone ? [] : [[cellOf(fields, nameAt), value] as const]
    })
    return { keys: key ? [key] : [], product: key || null, options, isVariant: options.length > 0 }
  }
}

/** WooCommerce's variations follow their product and name it by its SKU or id. */
function wooVariants(names: readonly string[]): ReadVariant {
  const [type = -1, parent = -1, id = -1, sku = -1] = ['type', 'parent', 'id', 'sku'].map((name) => names.indexOf(name))
  const places = names.flatMap((name, nameAt) => {
    const number = /^attribute (\d+) name$/.exec(name)?.[1]
    return number === undefined ? [] : [[nameAt, names.indexOf(`attribute ${number} value`)] as const]
  })
  return (fields) => {
    const kinds = cellOf(fields, type).toLowerCase().split(',')
    if (kinds.includes('variable')) {
      const keys = [cellOf(fields, sku), `id:${cellOf(fields, id)}`].filter((key) => key !== '' && key !== 'id:')
      return { ...unsaid, keys, isVariant: true }
    }
    if (!kinds.includes('variation')) return unsaid
    const options = places
      .map(([nameAt, valueAt]) => [cellOf(fields, nameAt), cellOf(fields, valueAt)] as const)
      .filter(([, value]) => value !== '')
    return { keys: [], product: cellOf(fields, parent) || null, options, isVariant: true }
  }
}
