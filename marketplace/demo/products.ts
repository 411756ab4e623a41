import type { NewRow } from '#db/schema.ts'
import { pictureOf } from './catalogue/pictures.ts'
import type { CatalogueItem } from './catalogue/catalogue-item.ts'
import { gs1CheckDigit } from '#lib/gtin.ts'

/** Key of a product: the title of new wares, the model of used ones. */
export function productKey(ware: CatalogueItem): string {
  return ware.condition === 'NEW' ? ware.title : `${ware.brand} ${ware.model}`.trim()
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
    image_url: pictureOf(ware),
    weight_grams: ware.grams,
  }
}
