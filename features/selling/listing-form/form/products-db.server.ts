import { sql } from 'kysely'
import type { SellerDb } from '#db/client.ts'
import { isGtin, looksLikeGtin } from '#lib/gtin.ts'

export interface Product {
  epid: string
  gtin: string | null
  brand: string | null
  title: string
  category: string
  imageUrl: string | null
  weightGrams: number | null
}

export type ProductSearch = { ok: true; products: Product[] } | { ok: false; reason: 'empty' | 'check-digit' }

export const productSearchSize = 8

/** Finds products by EPID, GTIN or title words. A number in GTIN form with a wrong check digit is refused as mistyped. */
export async function searchProducts(db: SellerDb, text: string): Promise<ProductSearch> {
  const query = text.trim().slice(0, 200)
  if (query === '') return { ok: false, reason: 'empty' }
  const digits = query.replaceAll(/[\s-]/g, '')
  if (looksLikeGtin(digits) && !isGtin(digits) && !(await findProduct(db, digits)))
    return { ok: false, reason: 'check-digit' }
  if (/^\d+$/.test(digits)) return { ok: true, products: await byNumber(db, digits) }
  return { ok: true, products: await byTitle(db, query) }
}

export async function findProduct(db: SellerDb, epid: string): Promise<Product | null> {
  const row = await products(db).where('epid', '=', epid).executeTakeFirst()
  return row ? productOf(row) : null
}

/** EPIDs by EPIDs and GTINs as files write them; numbers of no product are left out. */
export async function findEpids(db: SellerDb, numbers: readonly string[]): Promise<Map<string, string>> {
  const forms = numbers.flatMap((number) => gtinForms(number).map((form) => ({ form, number })))
  if (forms.length === 0) return new Map()
  const rows = await db
    .selectFrom('products')
    .select(['epid', 'gtin'])
    .where((where) =>
      where.or([
        where('epid', 'in', [...new Set(numbers)]),
        where('gtin', 'in', [...new Set(forms.map(({ form }) => form))]),
      ]),
    )
    .execute()
  const byGtin = new Map(rows.flatMap(({ epid, gtin }) => (gtin === null ? [] : [[gtin, epid] as const])))
  const epids = new Set(rows.map(({ epid }) => epid))
  const found = forms.flatMap(({ form, number }) => {
    const epid = epids.has(number) ? number : byGtin.get(form)
    return epid === undefined ? [] : [[number, epid] as const]
  })
  return new Map(found)
}

/** A UPC equals the EAN with a leading zero. */
const gtinForms = (digits: string): string[] => [
  digits,
  digits.replace(/^0+/, ''),
  digits.padStart(13, '0'),
  digits.padStart(14, '0'),
]

async function byNumber(db: SellerDb, digits: string): Promise<Product[]> {
  const forms = gtinForms(digits)
  const rows = await products(db)
    .where((where) => where.or([where('epid', '=', digits), where('gtin', 'in', forms)]))
    .limit(productSearchSize)
    .execute()
  return rows.length > 0 ? rows.map(productOf) : byTitle(db, digits)
}

async function byTitle(db: SellerDb, query: string): Promise<Product[]> {
  const words = query.toLowerCase().split(/\s+/).slice(0, 8)
  const rows = await words
    .reduce(
      (found, word) =>
        found.where(sql<boolean>`lower(title) like ${`%${word.replaceAll(/[\\%_]/g, String.raw`\$&`)}%`}`),
      products(db),
    )
    .orderBy(sql`length(title)`)
    .orderBy('id')
    .limit(productSearchSize)
    .execute()
  return rows.map(productOf)
}

function products(db: SellerDb) {
  return db.selectFrom('products').select(['epid', 'gtin', 'brand', 'title', 'category', 'image_url', 'weight_grams'])
}

type ProductRow = Awaited<ReturnType<ReturnType<typeof products>['execute']>>[number]

function productOf({ image_url: imageUrl, weight_grams: weightGrams, ...rest }: ProductRow): Product {
  return { ...rest, imageUrl, weightGrams }
}
