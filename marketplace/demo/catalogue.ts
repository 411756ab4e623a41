import type { NewRow, Row } from '#db/schema.ts'
import { assertDefined } from '#lib/assert-defined.ts'
import { gs1CheckDigit } from '#lib/gtin.ts'
import type { Random } from '#lib/random.ts'
import wares from './content/wares.json' with { type: 'json' }

type Condition = Row<'listings'>['condition']

export interface Department {
  key: string
  category: string
  skuPrefix: string
}

export interface CatalogueItem {
  department: Department
  brand: string
  /** Catalogue name without brand. */
  model: string
  /** Listing title; at most 80 code points. */
  title: string
  condition: Condition
  /** In minor units of the seller's currency. */
  priceMinor: number
  grams: number
  /** Relative sales frequency within its department. */
  popularity: number
  /** Restocked; otherwise a single piece. */
  repeats: boolean
  picture: string
  /** Category aspects by name: `{ Mount: ['Leica M'] }`. */
  aspects: Record<string, string[]>
}

type DepartmentKey = keyof typeof wares.departments

const conditions: Record<string, Condition> = {
  new: 'NEW',
  mint: 'LIKE_NEW',
  fine: 'VERY_GOOD',
  good: 'GOOD',
  worn: 'ACCEPTABLE',
  parts: 'FOR_PARTS',
}

/** Cells of a row of a text table. */
export const cellsOf = (row: string): string[] => row.split('|').map((cell) => cell.trim())

type Given = Pick<CatalogueItem, 'brand' | 'model' | 'title'> &
  Record<'price' | 'grams' | 'condition', string> & {
    /** A view of `public/demo/products.svg`. */
    picture: string
    /** `Type=SLR; Mount=M42`, beside brand and model. */
    facts?: string
    /** Of restocked wares. */
    popularity?: string
  }

function itemOf(key: DepartmentKey, given: Given): CatalogueItem {
  const { category, sku, named } = wares.departments[key]
  const { brand, model, title, price, grams, condition, picture, facts = '', popularity } = given
  const written = facts === '' ? [] : facts.split('; ').map((fact) => fact.split('='))
  const aspects = [...named.map((name) => [name, name === 'Model' ? model : brand]), ...written]
  return {
    department: { key, category, skuPrefix: sku },
    brand,
    model,
    title,
    condition: assertDefined(conditions[condition], 'the tables name no others'),
    priceMinor: Math.round(Number(price) * 100),
    grams: Number(grams),
    popularity: Number(popularity ?? 1),
    repeats: popularity !== undefined,
    picture: `/demo/products.svg#${picture}`,
    aspects: Object.fromEntries(aspects.flatMap(([name = '', value]) => (value ? [[name, [value]]] : []))),
  }
}

/** The wares of departments: `brand | model | text after it | price | grams | popularity | condition | picture | aspects`. */
export function shelves(...keys: DepartmentKey[]): CatalogueItem[] {
  return keys.flatMap((key) =>
    wares.departments[key].wares.map((row) => {
      const [brand = '', model = '', text = '', ...cells] = cellsOf(row)
      const [price = '', grams = '', popularity = '1', condition = '', picture = '', facts] = cells
      const title = titleOf(brand, model, text)
      return itemOf(key, { brand, model, title, price, grams, popularity, condition, picture, facts })
    }),
  )
}

/**
 * Single pieces for hand-written orders, by key. Their titles stress lists and exports: right-to-left, emoji, exactly
 * 80 characters, formula-like, HTML characters.
 */
export const oddities: ReadonlyMap<string, CatalogueItem> = new Map(
  Object.entries(wares.oddities).map(([key, row]) => {
    const [department, brand = '', model = '', title = '', ...cells] = cellsOf(row)
    const [price = '', grams = '', condition = '', picture = '', facts] = cells
    return [key, itemOf(department as DepartmentKey, { brand, model, title, price, grams, condition, picture, facts })]
  }),
)

const notes = {
  cameras: ['tested', 'recently serviced', 'film tested', 'with case', 'boxed', 'small dent', 'user', 'collector’s'],
  lenses: ['clean glass', 'smooth focus', 'with caps', 'boxed', 'light marks', 'snappy blades', 'recently serviced'],
}

const grades: readonly (readonly [condition: string, weight: number, priceFactor: number])[] = [
  ['mint', 8, 1.22],
  ['fine', 34, 1],
  ['good', 40, 0.86],
  ['worn', 14, 0.68],
  ['parts', 4, 0.34],
]

const models = (['cameras', 'lenses'] as const).flatMap((key) =>
  wares.pieces[key].map((row) => ({ key, cells: cellsOf(row) })),
)

/** A used piece: `brand | model | years of manufacture | price in very good condition | grams | traits | picture | aspects`. */
export function findPiece(random: Random): CatalogueItem {
  const { key, cells } = random.pick(models)
  const [brand = '', model = '', years = '', price, grams = '', traits = '', picture = '', facts] = cells
  const [condition, , factor] = random.weighted(grades.map((entry) => [entry, entry[1]] as const))
  const [first = 0, last = first] = years.split('-').map(Number)
  const words = [random.pick(traits.split('; '))]
  if (random.chance(0.7)) words.push(String(random.int(first, last)))
  if (condition === 'parts') words.push('for parts')
  else if (random.chance(0.4)) words.push(random.pick(notes[key]))
  while (words.length > 1 && [...`${brand} ${model}, ${words.join(', ')}`].length > 80) words.pop()
  const asked = shopPrice(Number(price) * factor * (0.94 + random.next() * 0.12))
  const title = titleOf(brand, model, words.join(', '))
  return itemOf(key, { brand, model, title, price: String(asked), grams, condition, picture, facts })
}

/** Retail price: whole units ending in 5 or 9 above a hundred, else in 9. */
function shopPrice(price: number): number {
  if (price < 100) return Math.max(9, Math.round(price / 10) * 10 - 1)
  return Math.round(price / 10) * 10 - (Math.round(price) % 2 === 0 ? 1 : 5)
}

/** Builds a listing title. Throws above 80 code points. */
function titleOf(brand: string, model: string, text: string): string {
  const title = [`${brand} ${model}`.trim(), text].filter(Boolean).join(', ')
  if ([...title].length > 80) throw new Error(`title too long: ${title}`)
  return title
}

/** Key of a product: the title of new wares, the model of used ones. */
export function productKey({ condition, title, brand, model }: CatalogueItem): string {
  return condition === 'NEW' ? title : `${brand} ${model}`.trim()
}

/** A ware's catalogue entry. GTINs use the prefix 952, which GS1 reserves for demonstrations. */
export function productRow(ware: CatalogueItem, index: number, epid: string): Omit<NewRow<'products'>, 'id'> {
  const article = `952${String(index + 1).padStart(9, '0')}`
  return {
    epid,
    gtin: ware.condition === 'NEW' && ware.brand !== '' ? `${article}${gs1CheckDigit(article)}` : null,
    external_id: null,
    brand: ware.brand === '' ? null : ware.brand,
    title: productKey(ware),
    category: ware.department.category,
    image_url: ware.picture,
    weight_grams: ware.grams,
  }
}
