import type { Row } from '#db/schema.ts'

/** What a listing says of the thing's condition. */
export type Condition = Row<'listings'>['condition']

/** A shelf of a shop: its wares share a category, the letters of their SKUs and the services they travel by. */
export interface Department {
  key: string
  category: string
  skuPrefix: string
}

/** A thing a demo seller sells, before it is listed. */
export interface Ware {
  department: Department
  brand: string
  /** As the product catalogue names it, without the brand. */
  model: string
  /** As the listing is titled; 80 code points at most. */
  title: string
  condition: Condition
  /** In minor units of the seller's currency. */
  priceMinor: number
  grams: number
  /** How often it is bought beside the others of its department. */
  popularity: number
  /** Sold again and again, restocked; otherwise there is just this one. */
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
 * Reads a shelf written as a table, one ware a line: `brand | model | text after it | price | grams | popularity | condition`.
 * The title is brand, model and text; `condition` defaults to new. Throws for a line that does not fit.
 */
export function readShelf(department: Department, table: string): Ware[] {
  return rows(table).map((cells) => {
    const [brand = '', model = '', text = '', price = '', grams = '', popularity = '1', condition = 'new'] = cells
    const ware: Ware = {
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

/** The lines of a table that is written as text, cells parted by ` | `. */
export function rows(table: string): string[][] {
  return table
    .trim()
    .split('\n')
    .map((line) => line.split('|').map((cell) => cell.trim()))
}

/** A listing's title of its parts. Throws where it has more than the 80 code points a title may have. */
export function titleOf(brand: string, model: string, text: string): string {
  const name = brand === '' ? model : `${brand} ${model}`
  const title = text === '' ? name : `${name}, ${text}`
  if ([...title].length > 80) throw new Error(`title too long: ${title}`)
  return title
}
