import { createHash } from 'node:crypto'
import { z } from 'zod'
import type { ApiKey } from '#features/developers/api-keys/api-keys-db.server.ts'
import type { ApiScope } from '#features/developers/api-keys/api-key.ts'
import type { Hub } from '#web/hub.ts'
import type { OwnRows } from '#web/own-rows.ts'
import { id } from './fields.ts'
import type { Mend } from './mend-order.ts'
import { ApiProblem, type ProblemCode } from './problem.ts'
import type { ApiSeller } from './sellers-by-id.ts'

export interface Answer {
  status: number
  body?: unknown
  /** URL of the item, relative to the API root. */
  location?: string
  /** What its line says of it in a batch, beside the status. */
  inLine?: Readonly<Record<string, unknown>>
  /** Sent unchanged instead of a body. */
  file?: Response
}

export interface Call<Params, Query, Body> {
  hub: Hub
  key: ApiKey
  params: Params
  query: Query
  body: Body
  /** For uploads: its body has not been read. */
  request: Request
  /** Throws if the key was revoked; call after waiting. */
  requireStill: () => Promise<void>
  ifMatch: string | null
}

export interface SellerCall<Params, Query, Body> extends Call<Params, Query, Body>, OwnRows {
  seller: ApiSeller
}

export interface LinesCall<Params, Query, Body> extends Omit<SellerCall<Params, Query, Body>, 'body'> {
  bodies: readonly Body[]
}

export type LineOutcome = ({ status: number; location?: string } & Answer['inLine']) | { error: unknown }

export interface AnswerSpec {
  description: string
  /** Null for no body or a file. */
  schema: z.ZodType | null
  /** Media type of a file. */
  file?: string
}

/** Answers of several statuses with one schema: descriptions by status. */
export const answersOf = (schema: z.ZodType, descriptions: Readonly<Record<number, string>>): Spec['answers'] =>
  Object.fromEntries(Object.entries(descriptions).map(([status, description]) => [status, { description, schema }]))

export const sellerParams = z.strictObject({
  seller: id().meta({ description: 'The seller’s id in the marketplace', example: 'harbour-camera' }),
})
const none = z.strictObject({})

type NoBody = null
type BodyOf<B> = B extends z.ZodType ? z.output<B> : null

interface Spec<
  P extends z.ZodObject = z.ZodObject,
  Q extends z.ZodObject = z.ZodObject,
  B extends z.ZodType | NoBody = z.ZodType | NoBody,
> {
  /**
   * Method, and path relative to the API root: `POST /sellers/{seller}/orders`. `{seller}` is resolved, and answered
   * with 404 if the key has no access.
   */
  route: `${'GET' | 'POST' | 'PUT' | 'DELETE'} /${string}`
  /** Operation name in generated clients: `placeOrder`. */
  operationId: string
  summary: string
  description?: string
  scope: ApiScope
  /** Default: the seller, or none outside a seller. */
  params?: P
  /** Default: none. */
  query?: Q
  /** Default: none. */
  body?: B
  example?: B extends z.ZodType ? z.input<B> : never
  /** Also accepts batches (NDJSON), each line such a body. */
  batch?: true
  /** Accepts a file of these types instead of JSON. */
  files?: readonly string[]
  /** Accepts If-Match. */
  versioned?: true
  /** Answers with a secret, which is not stored: it takes no Idempotency-Key. */
  showsSecret?: true
  /** Past moments in a body by JSON pointer; refused if far in the future. */
  happened?: (body: BodyOf<B>) => Readonly<Record<string, string | null | undefined>>
  /** Repairs a body that the schema refuses, so that one field does not refuse the whole. */
  mend?: Mend
  answers: Readonly<Record<number, AnswerSpec>>
  /** Besides those that any endpoint may return. */
  problems?: readonly ProblemCode[]
}

export interface Endpoint extends Omit<
  Required<Pick<Spec, 'params' | 'query' | 'body' | 'problems'>> & Spec,
  'happened'
> {
  method: string
  path: string
  happened?: (body: never) => Readonly<Record<string, string | null | undefined>>
  ofSeller: boolean
  handle: (call: SellerCall<never, never, never>) => Promise<Answer>
  /** Processes batch lines together, with an outcome for each; without it, one after another. */
  handleLines?: (call: LinesCall<never, never, never>) => Promise<LineOutcome[]>
}

/** Whether a request may have an Idempotency-Key. Uploads need none: the same file is the same picture. */
export const canBeNamed = ({ method, files }: Endpoint): boolean => method !== 'GET' && files === undefined

export function sellerEndpoint<
  P extends z.ZodObject = typeof sellerParams,
  Q extends z.ZodObject = typeof none,
  B extends z.ZodType | NoBody = NoBody,
>(
  endpoint: Spec<P, Q, B> & {
    handle: (call: SellerCall<z.output<P>, z.output<Q>, BodyOf<B>>) => Promise<Answer>
    handleLines?: (call: LinesCall<z.output<P>, z.output<Q>, BodyOf<B>>) => Promise<LineOutcome[]>
  },
): Endpoint {
  return { ...completed(endpoint, sellerParams), ofSeller: true }
}

export function marketplaceEndpoint<
  P extends z.ZodObject = typeof none,
  Q extends z.ZodObject = typeof none,
  B extends z.ZodType | NoBody = NoBody,
>(
  endpoint: Spec<P, Q, B> & { handle: (call: Call<z.output<P>, z.output<Q>, BodyOf<B>>) => Promise<Answer> },
): Endpoint {
  return { ...completed(endpoint, none), ofSeller: false }
}

function completed<S extends { route: string }>(endpoint: S, params: z.ZodObject) {
  const [method = '', path = ''] = endpoint.route.split(' ')
  return { params, query: none, body: null, problems: [], ...endpoint, method, path }
}

export function etagOf(body: unknown): string {
  return `"${createHash('sha256').update(JSON.stringify(body)).digest('base64url').slice(0, 22)}"`
}

/** Refuses a change if the resource changed since the caller read it. Null: it does not exist yet. */
export function requireMatch(ifMatch: string | null, current: unknown): void {
  if (ifMatch === null) return
  const named = ifMatch.split(',').map((tag) => tag.trim())
  if (current === null || !(named.includes('*') || named.includes(etagOf(current)))) throw new ApiProblem('stale')
}
