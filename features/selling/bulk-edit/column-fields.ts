import { isAspectField, isPolicyField, type PatchField } from '#features/selling/listing-changes/listing-patch.ts'
import { currencyDecimals } from '#lib/money.ts'

type FieldKind = 'amount' | 'whole' | 'size' | 'text' | 'choice'

const kinds: Readonly<Record<string, FieldKind>> = {
  title: 'text',
  sku: 'text',
  price: 'amount',
  quantity: 'whole',
  parts: 'text',
  condition: 'choice',
  category: 'choice',
  handling: 'whole',
  'policy.FULFILMENT': 'choice',
  'policy.PAYMENT': 'choice',
  'policy.RETURN': 'choice',
  bestOffer: 'choice',
  minimumOffer: 'amount',
  autoAccept: 'amount',
  weight: 'whole',
  length: 'size',
  width: 'size',
  height: 'size',
  hsCode: 'text',
  originCountry: 'text',
  customsDescription: 'text',
  customsValue: 'amount',
  bin: 'text',
  cost: 'amount',
  unitCost: 'amount',
  description: 'text',
}

/** The columns in the order offered, besides aspects. The cost for the estimate is a field of the form. */
export const plainFields = Object.keys(kinds).filter((field) => field !== 'cost') as Exclude<
  PatchField,
  `aspect.${string}`
>[]

export const usualColumns: readonly PatchField[] = ['title', 'price', 'quantity', 'handling']

const required = new Set<PatchField>([
  'price',
  'quantity',
  'title',
  'condition',
  'category',
  'handling',
  'bestOffer',
  'unitCost',
])

export const kindOf = (field: PatchField): FieldKind => (isAspectField(field) ? 'text' : (kinds[field] ?? 'text'))

export const mayClear = (field: PatchField): boolean => !required.has(field) && !isPolicyField(field)

export const isNumeric = (field: PatchField): boolean => ['amount', 'whole', 'size'].includes(kindOf(field))

/** Parses the name of a column; null if there is none. Names of aspects are free. */
export function readField(text: string): PatchField | null {
  if (text.startsWith('aspect.') && text.length > 'aspect.'.length && text.length <= 100)
    return `aspect.${text.slice('aspect.'.length)}`
  return plainFields.find((field) => field === text) ?? null
}

/** Decimals of a column's numbers; sizes are typed in centimetres. */
export function decimalsOf(field: PatchField, currency: string): number {
  const kind = kindOf(field)
  if (kind === 'amount') return currencyDecimals(currency)
  return kind === 'size' ? 1 : 0
}
