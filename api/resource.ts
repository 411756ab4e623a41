import { sql } from 'kysely'
import type { z } from 'zod'
import type { SellerDb } from '#db/client.ts'
import type { Row as TableRow } from '#db/schema.ts'
import type { ApiScope } from '#features/shop/api-keys/api-key.ts'
import { changesDescription, changesPageSchema, inOrderOf, readChanged } from './changes-page.ts'
import { pageOf, pageQuery, readPage } from './cursor.ts'
import { sellerEndpoint, type Endpoint } from './endpoint.ts'
import { ApiProblem } from './problem.ts'
import type { ApiSeller } from './sellers-by-id.ts'
import { noQuery, sellerParams } from './sellers.ts'
import type { ApiTag } from './tags.ts'

interface Resource<Row> {
  /** Plural: of addresses, and of its lists' cursors. */
  name: string
  /** Plural in descriptions, if it differs. */
  noun?: string
  tag: ApiTag
  scope: ApiScope
  schema: z.ZodType
  /** The rows' id in the statement of `read`, by which pages are cut: `h.id`. */
  id: string
  /** Reads rows that meet a condition; with a limit, by id. */
  read: (db: SellerDb, sellerId: number, which: ReturnType<typeof sql>, limit?: number) => Promise<Row[]>
  write: (row: Row) => unknown
}

interface Operation {
  operationId: string
  summary: string
  description?: string
}

interface One<Row, P extends z.ZodObject> extends Operation {
  /** Below that of sellers, if it is not the name and the parameter that has its name. */
  path: string
  /** Singular in descriptions. */
  noun: string
  params: P
  find: (db: SellerDb, seller: ApiSeller, params: z.output<P>) => Promise<Row | undefined>
  missing: string
}

export function resource<Row extends { id: number }>({
  name,
  noun = name,
  tag,
  scope,
  schema,
  id,
  read: readRows,
  write,
}: Resource<Row>) {
  const shared = { method: 'GET', tag, scope, body: null, problems: [] } as const
  const ofList = {
    ...shared,
    path: `/sellers/{seller}/${name}`,
    params: sellerParams,
    query: pageQuery,
  }
  const description = `A page of ${noun}`
  const column = sql.ref(id)
  return {
    /** Each item once, in pages. */
    list: (operation: Operation): Endpoint =>
      sellerEndpoint(
        { ...ofList, ...operation, answers: { 200: { description, schema: pageOf(schema) } } },
        async ({ hub, seller, query, read }) => {
          const paging = { secret: hub.secret, query, list: `${name} of ${seller.id}` }
          const page = await readPage(paging, (after, limit) =>
            read((db) => readRows(db, seller.id, sql`${column} > ${after}`, limit)),
          )
          return { status: 200, body: { ...page, items: page.items.map(write) } }
        },
      ),
    /** Each item at its last change, and again after later ones. */
    changes: ({ kind, ...operation }: Operation & { kind: TableRow<'changes'>['kind'] }): Endpoint =>
      sellerEndpoint(
        {
          ...ofList,
          ...operation,
          description: [operation.description, changesDescription].filter(Boolean).join(' '),
          answers: { 200: { description, schema: changesPageSchema(schema) } },
        },
        ({ hub, seller, query }) =>
          readChanged({ hub, seller, kind, query }, async (db, changed) => {
            const ids = changed.map((each) => each.id)
            const rows = await readRows(db, seller.id, sql`${column} = any (${ids}::bigint[])`)
            return inOrderOf(changed, rows).map(write)
          }),
      ),
    one: <P extends z.ZodObject<{ seller: z.ZodType }>>({
      path,
      noun: one,
      params,
      find,
      missing,
      ...operation
    }: One<Row, P>): Endpoint =>
      sellerEndpoint(
        {
          ...shared,
          ...operation,
          path: `/sellers/{seller}/${path}`,
          params,
          query: noQuery,
          answers: { 200: { description: `The ${one}`, schema } },
        },
        async ({ seller, params: asked, read }) => {
          const row = await read((db) => find(db, seller, asked))
          if (!row) throw new ApiProblem('not-found', { detail: missing })
          return { status: 200, body: write(row) }
        },
      ),
  }
}
