import { sql, type Transaction } from 'kysely'
import { oneRow } from '#db/one-row.ts'
import type { NewRow, Schema } from '#db/schema.ts'
import { selectOfSeller } from '#db/select-of-seller.ts'
import { storeKits } from '#features/core/listing/kits-db.server.ts'
import { assertDefined } from '#lib/assert-defined.ts'
import { drawIds } from '../serials.ts'
import { insertRows } from './insert.ts'
import { harbourCamera } from './shops.ts'

/** The kit of the camera shop: beginnings of the titles of its parts, the first of which it is listed like. */
const told = {
  title: 'Film developing set: developer, two bottles of fixer',
  sku: 'KIT-0001',
  priceMinor: 2_995,
  parts: [
    ['Ilford Ilfosol 3 developer', 1],
    ['Ilford Rapid Fixer', 2],
  ],
} as const

/** Lists a kit of two SKUs of the camera shop. Returns the number of rows. */
export async function writeKits(
  tx: Transaction<Schema>,
  { sellerId, username }: { sellerId: number; username: string },
): Promise<number> {
  if (username !== harbourCamera.seller.username) return 0
  const parts = await Promise.all(
    told.parts.map(async ([title, units]) => {
      const row = await oneRow(
        tx,
        sql<{ id: number; sku: string; image: string | null }>`
          select l.id, l.sku, coalesce(l.image_url, p.image_url) as image from listings l left join products p on p.id = l.product_id
          where l.seller_id = ${sellerId} and l.state = 'ACTIVE' and starts_with(l.title, ${title})
          order by l.quantity_available desc, l.id limit 1`,
      )
      return { ...row, units }
    }),
  )
  const [first] = parts
  const { id: like, image } = assertDefined(first, 'a kit has parts')
  const [listing, content, policies] = [
    await selectOfSeller(tx, 'listings', sellerId)
      .select(['category', 'condition', 'format', 'currency', 'starts_at', 'created_at'])
      .where('id', '=', like)
      .executeTakeFirstOrThrow(),
    await selectOfSeller(tx, 'listing_contents', sellerId)
      .select(['aspects', 'weight_grams', 'length_mm', 'width_mm', 'height_mm', 'handling_days'])
      .where('listing_id', '=', like)
      .executeTakeFirstOrThrow(),
    await selectOfSeller(tx, 'listing_policies', sellerId)
      .select(['kind', 'policy_id'])
      .where('listing_id', '=', like)
      .execute(),
  ]
  const [id = 0] = await drawIds(tx, 'listings', 1)
  const { title, sku, priceMinor } = told
  const own = { seller_id: sellerId, listing_id: id }
  const row: NewRow<'listings'> = {
    ...listing,
    seller_id: sellerId,
    id,
    title,
    sku,
    price_minor: priceMinor,
    image_url: image,
    state: 'OUT_OF_STOCK',
    quantity_available: 0,
  }
  await insertRows(tx, { listings: [row] })
  await insertRows(tx, {
    listing_contents: [{ ...own, ...content, description: '<p>All the chemistry for your first films.</p>' }],
    listing_policies: policies.map((policy) => ({ ...own, ...policy })),
  })
  await storeKits(tx, sellerId, [{ listingId: id, position: 0, parts }])
  return 2 + policies.length + parts.length
}
