import { sql } from 'kysely'
import { z } from 'zod'
import { findLeaf } from '#features/core/listing/taxonomy.ts'
import { isGtin } from '#lib/gtin.ts'
import type { Row } from '#db/schema.ts'
import { pageOf, pageQuery, readPage } from './cursor.ts'
import { answersOf, marketplaceEndpoint, requireMatch, type Endpoint } from './endpoint.ts'
import { id, optional, text, webAddress } from './fields.ts'
import { ApiProblem } from './problem.ts'

const productParams = z.strictObject({
  product: id().meta({ description: 'The product’s id in the marketplace', example: 'm3-body' }),
})

const productBody = z
  .strictObject({
    title: text(200),
    brand: optional(text(100)),
    category: text(200).meta({ description: 'Path of a category' }),
    gtin: optional(z.string().refine(isGtin, 'is no GTIN: 8, 12, 13 or 14 digits, of which the last fits the others')),
    imageUrl: optional(webAddress()),
    weightGrams: z.int().min(0).max(10_000_000).nullish(),
  })
  .meta({ id: 'ProductBody', description: 'A product in the marketplace’s catalogue' })

const product = z
  .object({
    id: z.string().nullable().describe('The product’s id in the marketplace'),
    epid: z.string().describe('Identifier by which listings refer to the product'),
    title: z.string(),
    brand: z.string().nullable(),
    category: z.string(),
    gtin: z.string().nullable(),
    imageUrl: z.string().nullable(),
    weightGrams: z.int().nullable(),
  })
  .meta({ id: 'Product', description: 'A product in the catalogue, shared by all sellers' })

const category = z
  .object({
    path: z.string().describe('Identifies the category in this API and in listings'),
    names: z.record(z.string(), z.string()).describe('Names shown in other languages, by language'),
    aspects: z.array(
      z.object({
        name: z.string().describe('Identifies the aspect in this API and in listings'),
        names: z.record(z.string(), z.string()).describe('Names shown in other languages, by language'),
        required: z.boolean().describe('Whether the aspect is required to publish a listing'),
        multiple: z.boolean(),
        values: z.array(z.string()).describe('Suggested values; others are allowed'),
      }),
    ),
  })
  .meta({ id: 'Category', description: 'A category of listings and products' })

const writeProduct = (row: Row<'products'>): z.input<typeof product> => ({
  id: row.external_id,
  epid: row.epid,
  title: row.title,
  brand: row.brand,
  category: row.category,
  gtin: row.gtin,
  imageUrl: row.image_url,
  weightGrams: row.weight_grams,
})

/** Products and categories, shared by all sellers. */
export const catalogueEndpoints: Endpoint[] = [
  marketplaceEndpoint({
    route: 'GET /categories',
    operationId: 'listCategories',
    summary: 'List categories',
    description: 'Categories come from the operator’s file (`TAXONOMY_FILE`) and cannot be changed through the API.',
    scope: 'catalogue:read',
    answers: { 200: { description: 'All categories', schema: z.object({ items: z.array(category) }) } },
    handle: async ({ hub }) => {
      const byLanguage = Object.entries(hub.config.taxonomy.aspectNames ?? {})
      const namesOf = (aspect: string) =>
        Object.fromEntries(
          byLanguage.flatMap(([language, names]) => (names[aspect] ? [[language, names[aspect]]] : [])),
        )
      const items = hub.config.taxonomy.leaves.map(({ path, names = {}, aspects }) => ({
        path,
        names,
        aspects: aspects.map(({ name, required = false, multiple = false, values = [] }) => ({
          name,
          names: namesOf(name),
          required,
          multiple,
          values,
        })),
      }))
      return { status: 200, body: { items } }
    },
  }),
  marketplaceEndpoint({
    route: 'GET /products',
    operationId: 'listProducts',
    summary: 'List products',
    scope: 'catalogue:read',
    query: pageQuery,
    answers: { 200: { description: 'A page of products', schema: pageOf(product) } },
    handle: async ({ hub, query }) => {
      const page = await readPage({ secret: hub.secret, query, list: 'products' }, (after, limit) =>
        hub.db.owner.selectFrom('products').selectAll().where('id', '>', after).orderBy('id').limit(limit).execute(),
      )
      return { status: 200, body: { ...page, items: page.items.map(writeProduct) } }
    },
  }),
  marketplaceEndpoint({
    route: 'GET /products/{product}',
    operationId: 'getProduct',
    summary: 'Retrieve a product',
    scope: 'catalogue:read',
    params: productParams,
    answers: { 200: { description: 'The product', schema: product } },
    handle: async ({ hub, params }) => {
      const row = await hub.db.owner
        .selectFrom('products')
        .selectAll()
        .where('external_id', '=', params.product)
        .executeTakeFirst()
      if (!row) throw new ApiProblem('not-found', { detail: 'There is no such product.' })
      return { status: 200, body: writeProduct(row) }
    },
  }),
  marketplaceEndpoint({
    route: 'PUT /products/{product}',
    operationId: 'saveProduct',
    summary: 'Create or update a product',
    description: 'The id is assigned by the marketplace. Sending the same body again changes nothing.',
    scope: 'catalogue:write',
    params: productParams,
    body: productBody,
    example: { title: 'Leica M3 body', brand: 'Leica', category: 'Cameras & Photography > Film Cameras' },
    versioned: true,
    answers: answersOf(product, { 200: 'The updated product', 201: 'The new product' }),
    problems: ['no-such-category', 'id-taken'],
    handle: async ({ hub, params, body, ifMatch }) => {
      const leaf = findLeaf(hub.config.taxonomy, body.category)
      if (!leaf)
        throw new ApiProblem('no-such-category', {
          errors: [{ pointer: '/category', detail: 'There is none of this path.' }],
        })
      const facts = {
        title: body.title,
        brand: body.brand ?? null,
        category: leaf.path,
        gtin: body.gtin ?? null,
        image_url: body.imageUrl ?? null,
        weight_grams: body.weightGrams ?? null,
      }
      return hub.db.asOwner(async (db) => {
        const own = db.selectFrom('products').selectAll().where('external_id', '=', params.product)
        const known = await own.forUpdate().executeTakeFirst()
        requireMatch(ifMatch, known ? writeProduct(known) : null)
        const named = facts.gtin
          ? await db.selectFrom('products').select('id').where('gtin', '=', facts.gtin).executeTakeFirst()
          : null
        if (named && named.id !== known?.id)
          throw new ApiProblem('id-taken', { errors: [{ pointer: '/gtin', detail: 'Another product has it.' }] })
        if (known) {
          // Listings are found by it.
          const due = known.gtin === facts.gtin ? {} : { words_due: true }
          const changed = db
            .updateTable('products')
            .set({ ...facts, ...due })
            .where('id', '=', known.id)
            .returningAll()
          return { status: 200, body: writeProduct(await changed.executeTakeFirstOrThrow()) }
        }
        const added = await db
          .insertInto('products')
          .values({ external_id: params.product, epid: sql`nextval('product_epids')::text`, ...facts })
          .returningAll()
          .executeTakeFirstOrThrow()
        return { status: 201, body: writeProduct(added) }
      })
    },
  }),
]
