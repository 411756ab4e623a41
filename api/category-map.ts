import { sql, type Kysely } from 'kysely'
import { z } from 'zod'
import type { Schema } from '#db/schema.ts'
import { insertRows } from '#db/insert-rows.ts'
import { findLeaf } from '#features/core/listing/taxonomy.ts'
import type { Hub } from '#web/hub.ts'
import { marketplaceEndpoint, requireMatch, type Endpoint } from './endpoint.ts'
import { text } from './fields.ts'
import { ApiProblem } from './problem.ts'

const mapBody = z
  .strictObject({
    categories: z
      .array(
        z.strictObject({
          shop: text(200).meta({ description: 'Name of a category in the shop’s listings', example: 'laptops' }),
          category: text(200).meta({ description: 'Path of a category of the hub' }),
        }),
      )
      .max(2_000),
  })
  .refine(
    ({ categories }) => new Set(categories.map(({ shop }) => shop)).size === categories.length,
    'name a category twice',
  )
  .meta({ id: 'CategoryMapBody', description: 'Mapping of the shop’s categories to the hub’s' })

const map = z
  .object({ categories: z.array(z.object({ shop: z.string(), category: z.string() })) })
  .meta({ id: 'CategoryMap', description: 'Mapping of the shop’s categories, by name, to the hub’s' })

async function readMap(db: Kysely<Schema>): Promise<z.input<typeof map>> {
  const rows = await db.selectFrom('category_map').selectAll().orderBy('shop_category').execute()
  return { categories: rows.map(({ shop_category: shop, category }) => ({ shop, category })) }
}

/** Paths of the hub's categories by the shop's categories, which may be such paths or mapped. Others are left out. */
export async function categoryPathsOf(
  { db, config }: Pick<Hub, 'db' | 'config'>,
  named: readonly string[],
): Promise<Map<string, string>> {
  const pathsOf = (mapped: readonly { shop: string; category: string }[]) =>
    mapped.flatMap(({ shop, category }) => {
      const leaf = findLeaf(config.taxonomy, category)
      return leaf ? [[shop, leaf.path] as const] : []
    })
  const paths = new Map(pathsOf([...new Set(named)].map((shop) => ({ shop, category: shop }))))
  const others = named.filter((shop) => !paths.has(shop))
  if (others.length === 0) return paths
  const rows = await db.owner
    .selectFrom('category_map')
    .select(['shop_category as shop', 'category'])
    .where('shop_category', 'in', others)
    .execute()
  return new Map([...paths, ...pathsOf(rows)])
}

export const categoryMapEndpoints: Endpoint[] = [
  marketplaceEndpoint({
    route: 'GET /category-map',
    operationId: 'getCategoryMap',
    summary: 'Retrieve the category map',
    scope: 'catalogue:read',
    answers: { 200: { description: 'The complete map', schema: map } },
    handle: async ({ hub }) => ({ status: 200, body: await readMap(hub.db.owner) }),
  }),
  marketplaceEndpoint({
    route: 'PUT /category-map',
    operationId: 'saveCategoryMap',
    summary: 'Set the category map',
    description:
      'Replaces the whole map. Listings held back because of their category go on sale when they are sent again.',
    scope: 'catalogue:write',
    body: mapBody,
    example: { categories: [{ shop: 'film-cameras', category: 'Cameras & Photography > Film Cameras' }] },
    versioned: true,
    answers: { 200: { description: 'The complete map', schema: map } },
    problems: ['no-such-category'],
    handle: async ({ hub, body, ifMatch }) => {
      const unknown = body.categories.flatMap(({ category }, index) =>
        findLeaf(hub.config.taxonomy, category)
          ? []
          : [{ pointer: `/categories/${index}/category`, detail: 'There is none of this path.' }],
      )
      if (unknown.length > 0) throw new ApiProblem('no-such-category', { errors: unknown.slice(0, 50) })
      return hub.db.asOwner(async (db) => {
        // Serialised, so that the version in If-Match cannot change meanwhile.
        await sql`select pg_advisory_xact_lock(lock_number('category map'))`.execute(db)
        requireMatch(ifMatch, await readMap(db))
        await db.deleteFrom('category_map').execute()
        const rows = body.categories.map(({ shop, category }) => ({ shop_category: shop, category }))
        if (rows.length > 0) await insertRows(db, 'category_map', rows)
        return { status: 200, body: await readMap(db) }
      })
    },
  }),
]
