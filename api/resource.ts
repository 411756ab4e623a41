import { sql } from 'kysely'
import type { z } from 'zod'
import type { SellerDb } from '#db/client.ts'
import type { Row as TableRow } from '#db/schema.ts'
import type { ApiScope } from '#features/developers/api-keys/api-key.ts'
import type { Hub } from '#web/hub.ts'
import { changesDescription, changesPageSchema, inOrderOf, readChanged } from './changes-page.ts'
import { pageOf, pageQuery, readPage } from './cursor.ts'
import { requireMatch, sellerEndpoint, type Endpoint, type sellerParams } from './endpoint.ts'
import { ApiProblem } from './problem.ts'
import type { ApiSeller } from './sellers-by-id.ts'

/** For whom an item is written. */
export interface Reader {
  hub: Hub
  seller: ApiSeller
}

/** Reads rows of a seller that meet a condition; with a limit, by id. */
export type ReadRows<Row> = (
  db: SellerDb,
  sellerId: number,
  which: ReturnType<typeof sql>,
  limit?: number,
) => Promise<Row[]>

interface Resource<Row> {
  /** Plural: of addresses, and of its lists' cursors. */
  name: string
  /** Plural in descriptions, if it differs. */
  noun?: string
  scope: ApiScope
  schema: z.ZodType
  /** The rows' id in the statement of `read`, by which pages are cut: `h.id`. */
  id: string
  read: ReadRows<Row>
  /** Null leaves an item out of lists. */
  write: (row: Row, reader: Reader) => unknown
}

interface Operation {
  operationId: string
  summary: string
  description?: string
}

interface Changes extends Operation {
  kind: TableRow<'changes'>['kind']
  /** Limits the list. */
  only?: (reader: Reader) => Pick<Parameters<typeof readChanged>[0], 'isNow' | 'isClosed'>
}

interface One<Row, P extends z.ZodObject> extends Operation {
  /** Below that of sellers. */
  path: string
  /** Singular in descriptions. */
  noun: string
  params?: P
  find: (db: SellerDb, reader: Reader, params: z.output<P>) => Promise<Row | null | undefined>
  missing: string
}

interface Named<P extends z.ZodObject> {
  /** Below that of sellers. */
  path: string
  /** Singular in descriptions. */
  noun: string
  params: P
  /** The condition of the row that parameters name; null if they can name none. */
  where: (params: z.output<P>) => ReturnType<typeof sql> | null
}

/** Endpoints that read a kind of a seller's items. */
export function resource<Row extends { id: number }>({
  name,
  noun = name,
  scope,
  schema,
  id,
  read: readRows,
  write,
}: Resource<Row>) {
  const ofList = { route: `GET /sellers/{seller}/${name}`, scope, query: pageQuery } as const
  const description = `A page of ${noun}`
  const column = sql.ref(id)
  return {
    /** Each item once, in pages. */
    list: (operation: Operation): Endpoint =>
      sellerEndpoint({
        ...ofList,
        ...operation,
        answers: { 200: { description, schema: pageOf(schema) } },
        handle: async (call) => {
          const { hub, seller, query, read } = call
          const paging = { secret: hub.secret, query, list: `${name} of ${seller.id}` }
          const page = await readPage(paging, (after, limit) =>
            read((db) => readRows(db, seller.id, sql`${column} > ${after}`, limit)),
          )
          return { status: 200, body: { ...page, items: page.items.flatMap((row) => write(row, call) ?? []) } }
        },
      }),
    /** Each item at its last change, and again after later ones. */
    changes: ({ kind, only, ...operation }: Changes): Endpoint =>
      sellerEndpoint({
        ...ofList,
        ...operation,
        description: [operation.description, changesDescription].filter(Boolean).join(' '),
        answers: { 200: { description, schema: changesPageSchema(schema) } },
        handle: (call) =>
          readChanged({ ...call, kind, ...only?.(call) }, async (db, changed) => {
            const ids = changed.map((each) => each.id)
            const rows = await readRows(db, call.seller.id, sql`${column} = any (${ids}::bigint[])`)
            return inOrderOf(changed, rows).map((row) => write(row, call))
          }),
      }),
    one: <P extends z.ZodObject = typeof sellerParams>(one: One<Row, P>): Endpoint =>
      readOne({ ...one, scope, schema, write }),
    /** The item that an address names, for its endpoints. */
    named<P extends z.ZodObject>({ path, noun: one, params, where }: Named<P>) {
      const missing = `The seller has no such ${one}.`
      const find: One<Row, P>['find'] = async (db, { seller }, given) => {
        const which = where(given)
        return which && (await readRows(db, seller.id, which))[0]
      }
      return {
        one: (operation: Operation): Endpoint =>
          readOne({ ...operation, path, noun: one, params, find, missing, scope, schema, write }),
        /** Reads it for a change; throws if there is none, or if it is not the version that the caller read. */
        async require(db: SellerDb, call: Reader & { params: z.output<P>; ifMatch: string | null }): Promise<Row> {
          const row = await find(db, call, call.params)
          if (!row) throw new ApiProblem('not-found', { detail: missing })
          requireMatch(call.ifMatch, write(row, call))
          return row
        },
      }
    },
  }
}

/** An endpoint that reads a single item of a seller. */
export const readOne = <Row, P extends z.ZodObject = typeof sellerParams>({
  path,
  noun,
  schema,
  find,
  write,
  missing,
  ...operation
}: One<Row, P> & Pick<Resource<Row>, 'scope' | 'schema' | 'write'>): Endpoint =>
  sellerEndpoint<P>({
    ...operation,
    route: `GET /sellers/{seller}/${path}`,
    answers: { 200: { description: `The ${noun}`, schema } },
    handle: async (call) => {
      const row = await call.read((db) => find(db, call, call.params))
      if (!row) throw new ApiProblem('not-found', { detail: missing })
      return { status: 200, body: write(row, call) }
    },
  })
