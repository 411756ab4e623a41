import type { Row } from '#db/schema.ts'

export type Condition = Row<'listings'>['condition']

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
}

const conditions: Record<string, Condition> = {
  new: 'NEW',
  mint: 'LIKE_NEW',
  fine: 'VERY_GOOD',
  good: 'GOOD',
  worn: 'ACCEPTABLE',
  parts: 'FOR_PARTS',
}

/**
 * Parses a shelf, one ware per line: `brand | model | text after it | price | grams | popularity | condition`. The
 * title is brand, model and text; the default condition is new. Throws for an invalid line.
 */
export function readShelf(department: Department, table: string): CatalogueItem[] {
  return rows(table).map((cells) => {
    const [brand = '', model = '', text = '', price = '', grams = '', popularity = '1', condition = 'new'] = cells
    const ware: CatalogueItem = {
      department,
      brand,
      model,
      title: titleOf(brand, model, text),
      condition: conditions[condition] ?? 'NEW',
      priceMinor: Math.round(Number(price) * 100),
      grams: Number(grams),
      popularity: Number(popularity),
      repeats: true,
    }
    if (!(condition in conditions) || !(ware.priceMinor > 0) || !(ware.grams > 0) || !(ware.popularity > 0))
      throw new Error(`not a ware: ${cells.join(' | ')}`)
    return ware
  })
}

/** Rows of a text table with cells separated by ` | `. */
export function rows(table: string): string[][] {
  return table
    .trim()
    .split('\n')
    .map((line) => line.split('|').map((cell) => cell.trim()))
}

/** Builds a listing title. Throws above 80 code points. */
export function titleOf(brand: string, model: string, text: string): string {
  const name = brand === '' ? model : `${brand} ${model}`
  const title = text === '' ? name : `${name}, ${text}`
  if ([...title].length > 80) throw new Error(`title too long: ${title}`)
  return title
}
